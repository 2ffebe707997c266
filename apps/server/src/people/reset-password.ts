import { VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../http/handlers.ts';
import { utcText } from '../platform/utc-text.ts';
import { contactOf } from './contacts.ts';
import { customerByContact } from './customers.ts';
import { contactsOf, type Desk } from './desk.ts';
import { limits } from './limits.ts';
import { requireStrongPassword } from './password-rule.ts';

/** A new password with a code. Every session ends: whoever had the old password is out. */
export const resetPassword =
  (desk: Desk): Handler<'POST system/auth/reset-pwd'> =>
  async (input, context) => {
    const contact = contactOf(input.resetBy, input.account, input.areaCode);
    requireStrongPassword(input.password, [contact.target], context.language);
    await desk.limits.take(limits.codeTriesByAddress, context.ip);
    const what = { purpose: VerificationPurpose.resetPassword, target: contact.target };
    await desk.codes.require(what, input.code);
    const customer = await customerByContact(desk.database, contact);
    if (!customer) throw new Refusal('codeExpired');
    if (await desk.passwords.matches(customer.password_hash, input.password)) throw new Refusal('passwordSame');

    const passwordHash = await desk.passwords.hash(input.password);
    const now = desk.clock.now();
    const changes = await desk.database.transaction(async (tx) => {
      await desk.codes.use(tx, what, input.code);
      await tx.query('UPDATE customer SET password_hash = $2, password_changed_at = $3 WHERE id = $1', [
        customer.id,
        passwordHash,
        new Date(now),
      ]);
      for (const contact of contactsOf(customer)) {
        await desk.writeTo(tx, contact, 'passwordChanged', customer.language, { time: utcText(now) });
      }
      return desk.sessions.endAll(tx, customer.id, 'password');
    });
    desk.authenticator.apply(changes);
    desk.securityLog('passwordReset', { customerId: customer.id, ip: context.ip, sessionsEnded: changes.length });
    // The owner is not kept out by the failures of whoever guessed before.
    await desk.limits.clear(limits.failedByAccount, `${contact.by}:${contact.target}`);
    return { done: true };
  };
