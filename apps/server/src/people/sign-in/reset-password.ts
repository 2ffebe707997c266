import { VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import { utcText } from '../../platform/utc-text.ts';
import { changeSecurely } from '../../security/change.ts';
import { contactOf } from '../contacts.ts';
import { customerByContact } from '../customers.ts';
import { limits } from '../limits.ts';
import { contactsOf, type PeopleServices } from '../services.ts';
import { requireStrongPassword } from './password-rule.ts';
import { clearFailures } from './prove-identity.ts';

/** Sets a new password with a code. Every session ends, so whoever had the old password is out. */
export const resetPassword =
  (services: PeopleServices): Handler<'POST system/auth/reset-pwd'> =>
  async (input, context) => {
    const contact = contactOf(input.resetBy, input.account, input.areaCode);
    requireStrongPassword(input.password, [contact.target]);
    await services.limits.take(limits.codeTriesByAddress, context.ip);
    const what = { purpose: VerificationPurpose.resetPassword, target: contact.target, from: context };
    await services.codes.require(what, input.code);
    const customer = await customerByContact(services.database, contact);
    if (!customer) throw new Refusal('codeExpired');
    if (await services.passwords.matches(customer.password_hash, input.password)) throw new Refusal('passwordSame');

    const passwordHash = await services.passwords.hash(input.password);
    const now = services.clock.now();
    const changes = await changeSecurely(services, customer, 'password', async (tx) => {
      await services.codes.use(tx, what, input.code);
      await tx.query('UPDATE customer SET password_hash = $2, password_changed_at = $3 WHERE id = $1', [
        customer.id,
        passwordHash,
        new Date(now),
      ]);
      // Whoever had signed in before may be the reason for the new password.
      await services.devices.forgetAll(tx, customer.id);
      await services.devices.remember(tx, customer.id, context.device);
      for (const contact of contactsOf(customer)) {
        await services.writeTo(tx, contact, 'passwordChanged', customer.language, { time: utcText(now) });
      }
      return services.sessions.endAll(tx, customer.id, 'password');
    });
    services.authenticator.apply(changes);
    services.securityLog('passwordReset', { customerId: customer.id, ip: context.ip, sessionsEnded: changes.length });
    // Failures of an earlier guesser must not lock the owner out.
    await clearFailures(services, `${contact.by}:${contact.target}`, context);
    return { done: true };
  };
