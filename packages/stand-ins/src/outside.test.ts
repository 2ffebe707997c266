import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, TronChain } from '@bourse/chains';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Outside, startOutside } from './outside.ts';
import { bytesFrom } from './seed.ts';

const alice = addressOf(HDKey.fromMasterSeed(bytesFrom('test', 'customers')).publicExtendedKey, 'tron', 0).address;
let folder: string;
let outside: Outside;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-outside-'));
  outside = await startOutside(folder);
});
afterEach(async () => {
  await outside.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a world that is started again has the same blocks of TRON, with their times, and goes on', async () => {
  const token = outside.places.tokens['tron:USDT']!;
  const chainId = BigInt(outside.places.chainIds.tron);
  const client = () =>
    new TronChain({ url: outside.places.nodes.tron, network: 'tron', chainId, tokens: [token], native: true, watched: new Set([alice]) });
  const pay = (units: string) => outside.deed({ do: 'pay', network: 'tron', to: alice, units, token });
  const first = await pay('5');
  for (let at = 0; at < 3; at += 1) outside.tick();
  const waiting = await pay('7');
  const blocks = await client().transfersIn(1, 3);
  expect(blocks.flatMap(({ transfers }) => transfers)).toMatchObject([{ txHash: first, units: 5n }]);
  await outside.close();
  outside = await startOutside(folder);
  // A connection to the node that has ended is found out by the first question.
  await client()
    .head()
    .catch(() => {});
  expect(await client().transfersIn(1, 3)).toEqual(blocks);
  outside.tick();
  expect(await client().transaction(waiting)).toMatchObject({ succeeded: true, confirmations: 1 });
  expect(await client().balance(alice, token)).toBe(12n);
});
