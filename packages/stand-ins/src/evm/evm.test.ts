import { AgreeingChain, addressOf, EvmChain, externalIdOf, type Step, type Transfer, Watcher, type WatcherState } from '@bourse/chains';
import { HDKey } from '@scure/bip32';
import { addr, Transaction } from 'micro-eth-signer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesFrom } from '../seed.ts';
import { type EvmStandIn, startEvmChain } from './start.ts';

const xpub = HDKey.fromMasterSeed(bytesFrom('test', 'customers')).publicExtendedKey;
const ours = Array.from({ length: 4 }, (_, index) => addressOf(xpub, 'ethereum', index).address);
const [alice = '', bob = ''] = ours;
const stranger = addressOf(xpub, 'ethereum', 99).address;

let chain: EvmStandIn;
beforeEach(async () => {
  chain = await startEvmChain({ seed: 'test' });
});
afterEach(() => chain.close());

const client = (url = chain.url, timeoutMs = 10_000) =>
  new EvmChain({
    url,
    timeoutMs,
    network: 'ethereum',
    chainId: chain.chainId,
    tokens: [chain.tokens[0]!],
    native: true,
    watched: new Set(ours),
  });

/** Follows the chain in memory and collects what was told. */
function watching(on: EvmChain | AgreeingChain) {
  let kept: WatcherState | undefined;
  const told: { kind: string; id: string }[] = [];
  const store = {
    load: () => Promise.resolve(kept),
    save: ({ state, outcomes }: Step) => {
      kept = state;
      told.push(...outcomes.map(({ kind, id }) => ({ kind, id })));
      return Promise.resolve();
    },
  };
  const rules = { needed: () => 4, remember: 64, maxObservations: 1000 };
  return { watcher: new Watcher({ chain: on, store, startHeight: 0, ...rules }), told, state: () => kept };
}

const transfersOf = async (on = client()): Promise<Transfer[]> =>
  (await on.transfersIn(0, chain.ledger.head.height)).flatMap(({ transfers }) => [...transfers]);

describe('deposits on an EVM chain', () => {
  it('are coins and tokens that arrive at addresses of ours, exactly', async () => {
    const native = chain.pay({ to: alice, units: 123_456_789_012_345_678n });
    const token = chain.pay({ to: bob, token: chain.tokens[0]!, units: 5n });
    chain.pay({ to: stranger, units: 7n });
    chain.mine();
    expect(await transfersOf()).toEqual([
      { txHash: native, output: 0, to: alice, units: 123_456_789_012_345_678n },
      { txHash: token, output: 1, to: bob, token: chain.tokens[0], units: 5n },
    ]);
    expect(await client().balance(alice)).toBe(123_456_789_012_345_678n);
    expect(await client().balance(bob, chain.tokens[0])).toBe(5n);
  });

  it('are never tokens of another contract, whatever their log says', async () => {
    chain.pay({ to: alice, token: chain.tokens[1]!, units: 1_000_000n });
    chain.mine();
    expect(await client().balance(alice, chain.tokens[1])).toBe(1_000_000n);
    expect(await transfersOf()).toEqual([]);
  });

  it('are nothing when the transaction failed', async () => {
    const poor = `0x${'7'.repeat(64)}`;
    chain.pay({ to: addr.fromPrivateKey(poor), units: 10n ** 18n });
    chain.mine();
    const fields = { nonce: 0n, chainId: chain.chainId, gasLimit: 65_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n };
    const data = `0xa9059cbb${alice.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`;
    const raw = Transaction.prepare({ ...fields, to: chain.tokens[0]!, value: 0n, data })
      .signBy(poor)
      .toHex();
    const hash = await client().broadcast(raw);
    chain.mine();
    const failed = await client().transaction(hash);
    expect(failed).toMatchObject({ succeeded: false, confirmations: 1, consumes: { kind: 'nonce', nonce: 0 } });
    // The network kept its fee all the same.
    expect(10n ** 18n - (await client().balance(addr.fromPrivateKey(poor)))).toBe(failed?.fee);
    expect(failed?.fee).toBeGreaterThan(0n);
    expect(await transfersOf()).toEqual([]);
    // The same transaction again is harmless, and another with its nonce is refused.
    expect(await client().broadcast(raw)).toBe(hash);
    const rival = Transaction.prepare({ ...fields, to: bob, value: 1n })
      .signBy(poor)
      .toHex();
    await expect(client().broadcast(rival)).rejects.toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('nonce too low'),
    });
  });

  it('keep their name when the transaction moves to another place in another block', async () => {
    const first = chain.pay({ to: alice, token: chain.tokens[0]!, units: 1n });
    const second = chain.pay({ to: bob, token: chain.tokens[0]!, units: 2n });
    chain.mine();
    const before = (await transfersOf()).map(externalIdOf);
    chain.reorg(1);
    expect((await transfersOf()).map(externalIdOf)).toEqual(before);
    expect(before).toEqual([`${first}:1`, `${second}:1`]);
  });

  it('are told once through reorganisations of 3 blocks, and nothing is told of what never came back', async () => {
    const { watcher, told } = watching(client());
    const kept = chain.pay({ to: alice, units: 10n });
    const dropped = chain.pay({ to: bob, token: chain.tokens[0]!, units: 20n });
    chain.mine(3);
    await watcher.pass();
    expect(told).toEqual([]);
    chain.reorg(3, [dropped]);
    await watcher.pass();
    chain.mine(2);
    chain.reorg(3);
    chain.mine(8);
    await watcher.pass();
    await watcher.pass();
    expect(told).toEqual([{ kind: 'ready', id: `${kept}:0` }]);
    expect(await client().transaction(dropped)).toBeUndefined();
  });

  it('are told all and once through a random day of reorganisations and broken nodes', async () => {
    const { watcher, told } = watching(client(chain.url, 1500));
    let chance = 7;
    const below = (limit: number) => {
      chance = (chance * 48_271) % 2_147_483_647;
      return chance % limit;
    };
    const paid: string[] = [];
    for (let round = 0; round < 80; round += 1) {
      if (below(2) === 0) paid.push(`${chain.pay({ to: ours[below(4)]!, units: BigInt(1 + below(1000)) })}:0`);
      if (below(3) === 0) paid.push(`${chain.pay({ to: ours[below(4)]!, units: 3n, token: chain.tokens[0]! })}:1`);
      chain.mine();
      if (below(4) === 0) chain.reorg(1 + below(Math.min(3, chain.ledger.blocks.length - 1)));
      if (below(5) === 0) chain.fault((['error', 'nonsense', 'wrongHeight', 'delay'] as const)[below(4)], 2500);
      await watcher.pass().catch((error: { problem?: string }) => expect(error.problem).toBeDefined());
      chain.fault();
    }
    chain.mine(8);
    await watcher.pass();
    await watcher.pass();
    expect(told.map(({ id }) => id).sort()).toEqual([...paid].sort());
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['ready']));
  });
});

describe('an EVM node that cannot be trusted', () => {
  it('is named, and changes nothing', async () => {
    const { watcher, told } = watching(client(chain.url, 1500));
    chain.pay({ to: alice, units: 10n });
    chain.mine(6);
    const problems: Record<string, string> = {
      error: 'unreachable',
      nonsense: 'badAnswer',
      delay: 'timeout',
      wrongHeight: 'blocksDoNotLink',
    };
    for (const [fault, problem] of Object.entries(problems)) {
      chain.fault(fault as 'error', 2500);
      await expect(watcher.pass(), fault).rejects.toMatchObject({ problem });
    }
    chain.fault();
    expect(told).toEqual([]);
    await watcher.pass();
    expect(told).toHaveLength(1);
  });

  it('credits nothing when another node says otherwise', async () => {
    const other = await chain.anotherNode();
    other.fault('lying');
    const { watcher, told } = watching(new AgreeingChain(client(), client(other.url)));
    chain.pay({ to: alice, units: 10n });
    chain.mine(6);
    await expect(watcher.pass()).rejects.toMatchObject({ problem: 'nodesDisagree' });
    expect(told).toEqual([]);
    other.fault();
    await watcher.pass();
    expect(told).toHaveLength(1);
  });

  it('is refused when it serves another chain, or answers without end', async () => {
    const wrong = new EvmChain({ url: chain.url, network: 'ethereum', chainId: 1n, tokens: [], native: true, watched: new Set() });
    await expect(wrong.head()).rejects.toMatchObject({ problem: 'badAnswer' });
    for (let at = 0; at < 30; at += 1) chain.pay({ to: alice, units: 1n });
    chain.mine();
    const small = new EvmChain({
      url: chain.url,
      maxBytes: 2000,
      network: 'ethereum',
      chainId: chain.chainId,
      tokens: [],
      native: true,
      watched: new Set(ours),
    });
    await expect(small.transfersIn(0, 1)).rejects.toMatchObject({ problem: 'tooLarge' });
    await chain.close();
    await expect(client().head()).rejects.toMatchObject({ problem: 'unreachable' });
    chain = await startEvmChain({ seed: 'test' });
  });
});
