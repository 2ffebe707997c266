import type { PeopleServices } from './services.ts';

/** Applies an operator's decision, with its reason: the customer is signed out everywhere and cannot sign in until it is lifted. */
export async function restrictCustomer(services: PeopleServices, customerId: bigint, reason: string): Promise<void> {
  const changes = await services.database.transaction(async (tx) => {
    await tx.query('UPDATE customer SET restricted_at = coalesce(restricted_at, $2), restricted_reason = $3 WHERE id = $1', [
      customerId,
      new Date(services.clock.now()),
      reason,
    ]);
    const [customer] = await tx.query<{ venue: string; account: number | null }>('SELECT venue, account FROM customer WHERE id = $1', [
      customerId,
    ]);
    // The notice waits for the day on which the restriction is lifted. Until then, the sentence of the ended session says it.
    if (customer?.account)
      await tx.query(
        `INSERT INTO notice (venue, account, kind, params, subject, created_ms) VALUES ($1, $2, 'account.restricted', '{}', $3, $4)
         ON CONFLICT DO NOTHING`,
        [customer.venue, customer.account, `restricted:${services.clock.now()}`, services.clock.now()],
      );
    return services.sessions.endAll(tx, customerId, 'restricted');
  });
  services.authenticator.apply(changes);
  services.securityLog('customerRestricted', { customerId, sessionsEnded: changes.length });
}

export async function liftRestriction(services: PeopleServices, customerId: bigint): Promise<void> {
  await services.database.query('UPDATE customer SET restricted_at = NULL, restricted_reason = NULL WHERE id = $1', [customerId]);
  services.securityLog('restrictionLifted', { customerId });
}
