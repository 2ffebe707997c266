import type { PayoutHold } from '@bourse/protocol';
import type { Customer } from '../people/customers.ts';
import { contactsOf, type PeopleServices } from '../people/services.ts';
import type { Transaction } from '../platform/database.ts';
import { utcText } from '../platform/utc-text.ts';
import { holdPayouts, payoutHoldMs, untilUnlocked } from './hold-payouts.ts';

/** What a customer is told to have changed: values of the notice `security.changed` and the letter `securityChanged`. */
export type SecurityChange =
  | 'payPassword'
  | 'totp'
  | 'passkey'
  | 'recoveryCodes'
  | 'recoveryUsed'
  | 'password'
  | 'contact'
  | 'locked'
  | 'unlocked';

const reasons: Record<SecurityChange, PayoutHold> = {
  payPassword: 'payPassword',
  totp: 'factor',
  passkey: 'factor',
  recoveryCodes: 'factor',
  recoveryUsed: 'factor',
  password: 'password',
  contact: 'contact',
  locked: 'locked',
  unlocked: 'factor',
};
/** Changes that have a letter of their own, which says more. */
const written: readonly SecurityChange[] = ['password', 'contact'];

type Services = Pick<PeopleServices, 'database' | 'clock' | 'writeTo' | 'standing'>;
export type Changing = Pick<Customer, 'id' | 'venue' | 'account' | 'email' | 'phone' | 'language'>;

/**
 * Makes a change of what protects an account, and in its transaction what follows from every such change: payouts wait, the customer is told by a notice and
 * by letter, and a set-up or a sign-in that was begun before the change ends. Then the customer's venue hears that payouts wait.
 */
export async function changeSecurely<Made>(
  services: Services,
  customer: Changing,
  what: SecurityChange,
  change: (tx: Transaction) => Promise<Made>,
): Promise<Made> {
  const made = await services.database.transaction(async (tx) => {
    const result = await change(tx);
    await followChange(services, tx, customer, what);
    return result;
  });
  await services.standing.tell(customer.id);
  return made;
}

async function followChange(services: Services, tx: Transaction, customer: Changing, what: SecurityChange): Promise<void> {
  const now = services.clock.now();
  await holdPayouts(tx, customer.id, what === 'locked' ? untilUnlocked : now + payoutHoldMs, reasons[what]);
  await tx.query('DELETE FROM enrolment WHERE customer_id = $1', [customer.id]);
  await tx.query('DELETE FROM sign_in_ticket WHERE customer_id = $1', [customer.id]);
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
