import type { Database } from '../../platform/database.ts';
import type { Rail } from '../port.ts';
import { gatewayMark } from './witness.ts';

interface Row extends Record<string, unknown> {
  network: string;
  account: number;
  address: string;
}

/** Addresses that a gateway made for a server which knew no marks. Without one the first deposit to each would stop its rail. */
export async function adoptGatewayAddresses(database: Database, rails: readonly Rail[], key: Uint8Array): Promise<void> {
  const networks = rails.flatMap(({ source }) => (source.kind === 'gateway' ? [source.network] : []));
  const rows = await database.query<Row>(
    "SELECT network, account, address FROM deposit_address WHERE network = ANY($1) AND attestation IS NULL AND address <> ''",
    [networks],
  );
  for (const { network, account, address } of rows)
    await database.query('UPDATE deposit_address SET attestation = $3 WHERE network = $1 AND account = $2 AND attestation IS NULL', [
      ...[network, account, gatewayMark(key, network, account, address)],
    ]);
}
