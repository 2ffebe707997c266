import type { PayoutHold } from '@bourse/protocol';
import { problemDetail, Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import { signedInCustomer } from '../people/member/member.ts';
import { contactsOf } from '../people/services.ts';
import { requirePayPassword } from '../people/sign-in/password-rule.ts';
import { changeSecurely } from './change.ts';
import { payoutHoldMs, untilUnlocked } from './hold-payouts.ts';
import type { SecurityServices } from './services.ts';

type Names =
  | 'GET system/security/get'
  | 'POST system/security/lock'
  | 'POST system/member/update-pay-pwd'
  | 'POST system/recovery-code/renew';

interface Row {
  password_changed_at: Date | null;
  pay_set_at: Date | null;
  pay_locked_until: Date | null;
  totp_set_at: Date | null;
  payouts_held_until: Date | null;
  payouts_held_reason: PayoutHold | null;
  recovery_made_at: Date | null;
  passkeys: bigint;
  sessions: bigint;
}

const ms = (at: Date | null | undefined) => at?.getTime() ?? null;

export const accountCalls = ({ people, payPasswords, passkeys, recoveryCodes, tries }: SecurityServices): Handlers<Names> => ({
  'GET system/security/get': async (_input, { session }) => {
    const { customerId } = session;
    const now = people.clock.now();
    const later = (at: Date | null | undefined) => (at && at.getTime() > now ? at.getTime() : null);
    const [row] = await people.database.query<Row>(
      `SELECT c.password_changed_at, p.set_at AS pay_set_at, p.locked_until AS pay_locked_until, t.set_at AS totp_set_at,
         s.payouts_held_until, s.payouts_held_reason, s.recovery_made_at,
         (SELECT count(*) FROM passkey k WHERE k.customer_id = c.id) AS passkeys,
         (SELECT count(*) FROM session o WHERE o.customer_id = c.id AND o.state = 'live' AND o.expires_at > $2) AS sessions
       FROM customer c LEFT JOIN pay_password p ON p.customer_id = c.id LEFT JOIN totp t ON t.customer_id = c.id
         LEFT JOIN customer_security s ON s.customer_id = c.id WHERE c.id = $1`,
      [customerId, new Date(now)],
    );
    if (!row) throw new Refusal('unauthorised');
    const held = later(row.payouts_held_until);
    return {
      password: { changedAt: ms(row.password_changed_at) },
      payPassword: { setAt: ms(row.pay_set_at), lockedUntil: later(row.pay_locked_until) },
      totp: { setAt: ms(row.totp_set_at), lockedUntil: await tries.lockedUntil(customerId, 'totp') },
      passkeys: { count: Number(row.passkeys), site: passkeys.party?.id ?? null },
      recoveryCodes: {
        left: await recoveryCodes.left(people.database, customerId),
        madeAt: ms(row.recovery_made_at),
        lockedUntil: await tries.lockedUntil(customerId, 'recovery'),
      },
      sessions: Number(row.sessions),
      payouts:
        held !== null && row.payouts_held_reason
          ? { heldUntil: held >= untilUnlocked ? null : held, reason: row.payouts_held_reason }
          : null,
      holdHours: payoutHoldMs / 3_600_000,
    };
  },

  'POST system/security/lock': async (_input, { session }) => {
    const customer = await signedInCustomer(people, session);
    const changes = await changeSecurely(people, customer, 'locked', async (tx) => {
      // Waits for a sign-in that is under way; the next one sees the lock.
      await tx.query('UPDATE customer SET locked_at = coalesce(locked_at, $2) WHERE id = $1', [customer.id, new Date(people.clock.now())]);
      await people.devices.forgetAll(tx, customer.id);
      return people.sessions.endAll(tx, customer.id, 'locked');
    });
    people.authenticator.apply(changes);
    people.securityLog('accountLocked', { customerId: customer.id, sessionId: session.sessionId, sessionsEnded: changes.length });
    return { done: true, sessionsEnded: changes.length };
  },

  'POST system/member/update-pay-pwd': async ({ oldPayPassword, payPassword }, { session }) => {
    const customer = await signedInCustomer(people, session);
    if (oldPayPassword !== undefined) await payPasswords.check(session.customerId, oldPayPassword);
    requirePayPassword(payPassword, [customer.name, ...contactsOf(customer).map(({ target }) => target)]);
    if (await people.passwords.matches(customer.password_hash, payPassword)) throw new Refusal('passwordWeak', problemDetail('signIn'));
    if (await payPasswords.isSame(session.customerId, payPassword)) throw new Refusal('passwordSame');
    const hash = await people.passwords.hash(payPassword);
    await changeSecurely(people, customer, 'payPassword', async (tx) => {
      await payPasswords.keep(tx, session.customerId, hash);
    });
    people.securityLog('factorChanged', { customerId: customer.id, sessionId: session.sessionId, factor: 'payPassword', change: 'set' });
    return { done: true };
  },

  'POST system/recovery-code/renew': async (_input, { session }) => {
    const customer = await signedInCustomer(people, session);
    const codes = await changeSecurely(people, customer, 'recoveryCodes', async (tx) => {
      const made = await recoveryCodes.renew(tx, session.customerId);
      return made;
    });
    people.securityLog('factorChanged', {
      customerId: customer.id,
      sessionId: session.sessionId,
      factor: 'recoveryCodes',
      change: 'renewed',
    });
    return { codes };
  },
});
