import type { PayoutHold } from '@bourse/protocol';
import type { Customer } from '../people/customers.ts';
import { contactsOf, type PeopleServices } from '../people/services.ts';
import type { Queryable } from '../platform/database.ts';
import { utcText } from '../platform/utc-text.ts';
import { holdPayouts, payoutHoldMs, untilUnlocked } from './hold-payouts.ts';

/** What a customer is told to have changed: values of the notice `security.changed` and the letter `securityChanged`. */
export type SecurityChange = 'payPassword' | 'totp' | 'passkey' | 'recoveryCodes' | 'password' | 'contact' | 'locked' | 'unlocked';

const reasons: Record<SecurityChange, PayoutHold> = {
  payPassword: 'payPassword',
  totp: 'factor',
  passkey: 'factor',
  recoveryCodes: 'factor',
  password: 'password',
  contact: 'contact',
  locked: 'locked',
  unlocked: 'factor',
};
/** Changes that have a letter of their own, which says more. */
const written: readonly SecurityChange[] = ['password', 'contact'];

type Services = Pick<PeopleServices, 'clock' | 'writeTo'>;
export type Changing = Pick<Customer, 'id' | 'venue' | 'account' | 'email' | 'phone' | 'language'>;

/**
 * What follows from every change of what protects an account, in the change's own transaction: payouts wait, the customer is told by a notice and by
 * letter, and a set-up that was begun before the change ends. Demo accounts have nothing that could be paid out.
 */
export async function changeSecurity(services: Services, tx: Queryable, customer: Changing, what: SecurityChange): Promise<void> {
  const now = services.clock.now();
  await holdPayouts(tx, customer.id, what === 'locked' ? untilUnlocked : now + payoutHoldMs, reasons[what]);
  await tx.query('DELETE FROM enrolment WHERE customer_id = $1', [customer.id]);
  if (customer.account !== null)
    await tx.query(
      `INSERT INTO notice (venue, account, kind, params, subject, created_ms) VALUES ($1, $2, 'security.changed', $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [customer.venue, customer.account, JSON.stringify({ what }), `security:${what}:${now}`, now],
    );
  if (written.includes(what)) return;
  for (const contact of contactsOf(customer))
    await services.writeTo(tx, contact, 'securityChanged', customer.language, { what, time: utcText(now) });
}
