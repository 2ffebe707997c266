import type { Desk } from './desk.ts';

/** An operator's decision, with its reason: the customer is signed out everywhere and cannot sign in until it is lifted. */
export async function restrictCustomer(desk: Desk, customerId: bigint, reason: string): Promise<void> {
  const changes = await desk.database.transaction(async (tx) => {
    await tx.query('UPDATE customer SET restricted_at = coalesce(restricted_at, $2), restricted_reason = $3 WHERE id = $1', [
      customerId,
      new Date(desk.clock.now()),
      reason,
    ]);
    return desk.sessions.endAll(tx, customerId, 'revoked');
  });
  desk.authenticator.apply(changes);
  desk.securityLog('customerRestricted', { customerId, sessionsEnded: changes.length });
}

export async function liftRestriction(desk: Desk, customerId: bigint): Promise<void> {
  await desk.database.query('UPDATE customer SET restricted_at = NULL, restricted_reason = NULL WHERE id = $1', [customerId]);
  desk.securityLog('restrictionLifted', { customerId });
}
