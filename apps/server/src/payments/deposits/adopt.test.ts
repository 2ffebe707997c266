import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import type { Rail } from '../port.ts';
import { adoptGatewayAddresses } from './adopt.ts';
import { gatewayMark } from './witness.ts';

let kit: TestDatabase;
beforeAll(async () => {
  kit = await testDatabase();
}, 120_000);
afterAll(() => kit.drop());

test('an address of the gateway from before gets the mark without which its first deposit would stop the rail; the vault’s addresses get none', async () => {
  const key = new Uint8Array(32).fill(4);
  const insert = (network: string, index: number) =>
    kit.database.query(
      "INSERT INTO deposit_address (network, index, account, customer_id, address, made_at) VALUES ($1, $2, 7, 7, 'somewhere', now())",
      [network, index],
    );
  await insert('solana', 1);
  await insert('ethereum', 1);
  const rails = [{ source: { kind: 'gateway', network: 'solana' } }, { source: { kind: 'chain', network: 'ethereum' } }];
  await adoptGatewayAddresses(kit.database, rails as unknown as Rail[], key);
  expect(await kit.database.query('SELECT network, attestation FROM deposit_address ORDER BY network')).toEqual([
    { network: 'ethereum', attestation: null },
    { network: 'solana', attestation: gatewayMark(key, 'solana', 7, 'somewhere') },
  ]);
});
