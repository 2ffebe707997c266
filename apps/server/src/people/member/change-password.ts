import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import { utcText } from '../../platform/utc-text.ts';
import { changeSecurely } from '../../security/change.ts';
import { customerById } from '../customers.ts';
import { contactsOf, type PeopleServices } from '../services.ts';
import { requireStrongPassword } from '../sign-in/password-rule.ts';
import { requirePassword } from '../sign-in/prove-identity.ts';

/** Changes the password. The current session continues; all others end. */
export const changePassword =
  (services: PeopleServices): Handler<'POST system/auth/update-pwd'> =>
  async ({ oldPassword, password }, { session }) => {
    const customer = await customerById(services.database, session.customerId);
    if (!customer) throw new Refusal('unauthorised');
    await requirePassword(services, customer, oldPassword);
    if (oldPassword === password) throw new Refusal('passwordSame');
    requireStrongPassword(password, [customer.name, ...contactsOf(customer).map(({ target }) => target)]);

    const passwordHash = await services.passwords.hash(password);
    const now = services.clock.now();
    const changes = await changeSecurely(services, customer, 'password', async (tx) => {
      // Replaces only the password that was just verified. Of two concurrent changes, one wins and the other is refused.
      const changed = await tx.query(
        'UPDATE customer SET password_hash = $3, password_changed_at = $4 WHERE id = $1 AND password_hash = $2 RETURNING id',
        [customer.id, customer.password_hash, passwordHash, new Date(now)],
      );
      if (changed.length === 0) throw new Refusal('credentialsWrong');
      for (const contact of contactsOf(customer)) {
        await services.writeTo(tx, contact, 'passwordChanged', customer.language, { time: utcText(now) });
      }
      return services.sessions.endAll(tx, customer.id, 'password', session.sessionId);
    });
    services.authenticator.apply(changes);
    services.securityLog('passwordChanged', { customerId: customer.id, sessionId: session.sessionId, sessionsEnded: changes.length });
    return { done: true };
  };
