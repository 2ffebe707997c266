import { Refusal } from '@bourse/protocol/errors';
import { pushNotices, storeNotices } from '../notices/store.ts';
import { customerById } from './customers.ts';
import type { AccountMode } from './ports.ts';
import type { PeopleServices } from './services.ts';
import { standingDue } from './standing-due.ts';

/**
 * Applies an operator's decision, with its reason, until it is lifted. `locked`: the customer is signed out everywhere and cannot sign in. `closeOnly`: the
 * customer may close, cancel and take out. It never loosens an earlier one. The venue is told at once, and again until it has it.
 */
export async function restrictCustomer(
  services: PeopleServices,
  customerId: bigint,
  reason: string,
  mode: Exclude<AccountMode, 'normal'>,
): Promise<void> {
  const customer = await customerById(services.database, customerId);
  if (!customer) throw new Refusal('notFound');
  const now = services.clock.now();
  const { changes, notices } = await services.database.transaction(async (tx) => {
    await tx.query(
      `UPDATE customer SET restricted_reason = $2, mode = CASE WHEN mode = 'locked' THEN mode ELSE $3 END,
         restricted_at = CASE WHEN $3 = 'locked' THEN coalesce(restricted_at, $4) ELSE restricted_at END, held_at = $4 WHERE id = $1`,
      [customerId, reason, mode, new Date(now)],
    );
    await standingDue(tx, customerId, { payouts: false });
    // Whoever is signed out reads the notice on the day on which the restriction is lifted. Until then, the sentence of the ended session says it.
    const notices =
      customer.account === null
        ? []
        : await storeNotices(tx, customer.venue, [
            { account: customer.account, kind: 'account.restricted', params: {}, subject: `restricted:${now}`, time: now },
          ]);
    return { notices, changes: mode === 'locked' ? await services.sessions.endAll(tx, customerId, 'restricted') : [] };
  });
  services.authenticator.apply(changes);
  if (mode === 'closeOnly') pushNotices(services.hub, customer.venue, notices);
  services.securityLog('customerRestricted', { customerId, mode, sessionsEnded: changes.length });
  await services.standing.tell(customerId);
}

/** Whether an operator has held a customer after this time. */
export async function heldAfter({ database }: Pick<PeopleServices, 'database'>, customerId: bigint, time: Date): Promise<boolean> {
  return (await database.query('SELECT 1 FROM customer WHERE id = $1 AND held_at > $2', [customerId, time])).length > 0;
}

/**
 * Ends every restriction of operators up to a time. The venue has loosened its own before. False: somebody has held the customer again since. That
 * restriction stays, and the venue hears of it once more.
 */
export async function liftRestriction(services: PeopleServices, customerId: bigint, upTo: Date): Promise<boolean> {
  const lifted = await services.database.transaction(async (tx) => {
    const ended = await tx.query(
      `UPDATE customer SET restricted_at = NULL, restricted_reason = NULL, mode = 'normal'
       WHERE id = $1 AND (held_at IS NULL OR held_at <= $2) RETURNING id`,
      [customerId, upTo],
    );
    if (ended.length === 0) await standingDue(tx, customerId, { payouts: false });
    return ended.length > 0;
  });
  if (lifted) services.securityLog('restrictionLifted', { customerId });
  else await services.standing.tell(customerId);
  return lifted;
}
