import { addressOf, BitcoinChain, type Chain, externalIdOf, type Step, Watcher, type WatcherState, XrpChain } from '@bourse/chains';
import { HDKey } from '@scure/bip32';
import { afterEach, describe, expect, it } from 'vitest';
import { startBitcoinChain } from './bitcoin/start.ts';
import type { RunningNode } from './node.ts';
import { bytesFrom } from './seed.ts';
import { startXrpLedger } from './xrp/start.ts';

const xpub = HDKey.fromMasterSeed(bytesFrom('test', 'customers')).publicExtendedKey;
const running: RunningNode[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.close()));
});

function watching(chain: Chain, startHeight: number, needed: number) {
  let kept: WatcherState | undefined;
  const told: string[] = [];
  const store = {
    load: () => Promise.resolve(kept),
    save: ({ state, outcomes }: Step) => {
      kept = state;
      told.push(...outcomes.map(({ kind, id }) => `${kind} ${id}`));
      return Promise.resolve();
    },
  };
  return { told, watcher: new Watcher({ chain, store, startHeight, needed: () => needed, remember: 32, maxObservations: 1000 }) };
}

describe('bitcoin', () => {
  const [ours, also] = [0, 1].map((index) => addressOf(xpub, 'bitcoin', index).address) as [string, string];
  const open = async () => {
    const chain = await startBitcoinChain({ seed: 'test' });
    running.push(chain);
    return { chain, client: new BitcoinChain({ url: chain.url, network: 'bitcoin', watched: new Set([ours, also]) }) };
  };

  it('sees two outputs of one transaction as two payments, exact to the satoshi', async () => {
    const { chain, client } = await open();
    const hash = chain.pay({ to: ours, units: 123_456_789n }, { to: also, units: 10_001n }, { to: ours, units: 294n });
    chain.mine();
    const [block] = await client.transfersIn(1, 1);
    expect(block?.transfers).toEqual([
      { txHash: hash, output: 0, to: ours, units: 123_456_789n },
      { txHash: hash, output: 1, to: also, units: 10_001n },
      { txHash: hash, output: 2, to: ours, units: 294n },
    ]);
    expect(new Set(block?.transfers.map(externalIdOf)).size).toBe(3);
    expect(await client.balance(ours)).toBe(123_457_083n);
    expect(await client.transaction(hash)).toMatchObject({
      confirmations: 1,
      succeeded: true,
      consumes: { kind: 'inputs' },
      fee: expect.any(BigInt),
    });
    expect(await client.transaction('f'.repeat(64))).toBeUndefined();
    expect(await client.block(9)).toBeUndefined();
  });

  it('tells a payment once through reorganisations, and nothing of what never came back', async () => {
    const { chain, client } = await open();
    const { watcher, told } = watching(client, 0, 3);
    const [kept, dropped] = [chain.pay({ to: ours, units: 1000n }), chain.pay({ to: also, units: 2000n })];
    chain.mine(2);
    await watcher.pass();
    chain.reorg(2, [dropped]);
    await watcher.pass();
    expect(told).toEqual([]);
    chain.mine(2);
    chain.fault('nonsense');
    await expect(watcher.pass()).rejects.toMatchObject({ problem: 'badAnswer' });
    chain.fault('wrongHeight');
    await expect(watcher.pass()).rejects.toMatchObject({ problem: 'blocksDoNotLink' });
    chain.fault();
    await watcher.pass();
    expect(told).toEqual([`ready ${kept}:0`]);
  });

  it('takes the same transaction twice, and no second spending of one output', async () => {
    const { chain, client } = await open();
    const hash = chain.pay({ to: ours, units: 5000n });
    const node = { url: chain.url, network: 'bitcoin' as const, watched: new Set<string>() };
    const raw = await rawOf(chain.url, hash);
    expect(await new BitcoinChain(node).broadcast(raw)).toBe(hash);
    chain.mine();
    expect(await client.broadcast(raw)).toBe(hash);
    // One byte of the signature changed.
    const bent = raw.replace(/(?<=02[0-9a-f]{2}30[0-9a-f]{20})[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'));
    await expect(client.broadcast(bent.replace('ffffffff', 'fdffffff'))).rejects.toMatchObject({ problem: 'refused' });
  });
});

async function rawOf(url: string, hash: string): Promise<string> {
  const body = JSON.stringify({ id: 1, method: 'getrawtransaction', params: [hash] });
  const answer = (await (await fetch(url, { method: 'POST', body })).json()) as { result: string };
  return answer.result;
}

describe('XRP', () => {
  const { address } = addressOf(xpub, 'xrp', 0);
  const open = async () => {
    const ledger = await startXrpLedger({ seed: 'test' });
    running.push(ledger);
    return { ledger, client: new XrpChain({ url: ledger.url, network: 'xrp', watched: new Set([address]) }) };
  };

  it('sees what was delivered and its tag, never what a partial payment names', async () => {
    const { ledger, client } = await open();
    const tagged = ledger.pay({ to: address, tag: 12, units: 5_000_000n });
    const partial = ledger.pay({ to: address, tag: 13, units: 10n ** 15n, delivered: 1n });
    const untagged = ledger.pay({ to: address, units: 7n });
    const failed = ledger.pay({ to: address, tag: 12, units: 10n ** 17n });
    ledger.closeLedger();
    const [block] = await client.transfersIn(ledger.height(), ledger.height());
    expect(block?.transfers).toEqual([
      { txHash: tagged, output: 0, to: address, tag: 12, units: 5_000_000n },
      { txHash: partial, output: 0, to: address, tag: 13, units: 1n },
      { txHash: untagged, output: 0, to: address, units: 7n },
    ]);
    expect(await client.transaction(failed)).toMatchObject({ succeeded: false, confirmations: 1, fee: 10n });
    expect(await client.balance(address)).toBe(5_000_008n);
    expect(await client.balance('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBe(0n);
  });

  it('credits with the first validated ledger, once, through broken nodes', async () => {
    const { ledger, client } = await open();
    const { watcher, told } = watching(client, ledger.height(), 1);
    const hash = ledger.pay({ to: address, tag: 1, units: 9n });
    await watcher.pass();
    expect(told).toEqual([]);
    ledger.closeLedger();
    for (const [fault, problem] of [
      ['error', 'unreachable'],
      ['nonsense', 'badAnswer'],
      ['wrongHeight', 'refused'],
    ] as const) {
      ledger.fault(fault);
      await expect(watcher.pass(), fault).rejects.toMatchObject({ problem });
    }
    ledger.fault();
    await watcher.pass();
    ledger.closeLedger(3);
    await watcher.pass();
    expect(told).toEqual([`ready ${hash}:0`]);
  });
});
