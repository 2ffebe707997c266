import {
  AgreeingChain,
  addressOf,
  externalIdOf,
  refOfBlock,
  type Step,
  signTron,
  TronChain,
  tronAddress,
  tronTransfer,
  Watcher,
  type WatcherState,
} from '@bourse/chains';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesFrom } from '../seed.ts';
import { startTronChain, type TronStandIn } from './start.ts';

const xpub = HDKey.fromMasterSeed(bytesFrom('test', 'customers')).publicExtendedKey;
const [alice, bob, stranger] = [0, 1, 99].map((index) => addressOf(xpub, 'tron', index).address) as [string, string, string];
const secret = bytesFrom('test', 'somebody');
const somebody = tronAddress(secp256k1.getPublicKey(secret, true));
const coin = 1_000_000n;

let chain: TronStandIn;
let token: string;
let now: number;
beforeEach(async () => {
  now = Date.UTC(2026, 1, 3);
  chain = await startTronChain({ seed: 'test', clock: () => now });
  token = chain.tokens[0]!;
});
afterEach(() => chain.close());

const client = (url = chain.url, timeoutMs = 10_000) =>
  new TronChain({
    ...{ url, timeoutMs, network: 'tron', chainId: chain.chainId, tokens: [token], native: true },
    watched: new Set([alice, bob]),
  });

function watching(on: TronChain | AgreeingChain) {
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
  const rules = { needed: () => 4, remember: 64, maxObservations: 1000 };
  return { told, watcher: new Watcher({ chain: on, store, startHeight: 0, ...rules }) };
}
const transfers = async () => (await client().transfersIn(0, chain.ledger.head.height)).flatMap((block) => [...block.transfers]);

/** A transaction of somebody, who has coin for it. */
function sent({
  units = 5n,
  of = token as string | null,
  feeLimit = 15n * coin,
  lifeMs = 60_000,
  more = 0,
  block = chain.ledger.solid.hash,
} = {}) {
  const time = chain.ledger.head.time * 1000;
  const content = { ...refOfBlock(block), expiration: time + lifeMs, timestamp: time + more };
  return signTron(
    { ...content, feeLimit: of === null ? 0n : feeLimit, contract: tronTransfer(somebody, bob, units, of ?? undefined) },
    secret,
  );
}
function fund(tokens = 1000n) {
  chain.pay({ to: somebody, units: 100n * coin });
  if (tokens > 0n) chain.pay({ to: somebody, units: tokens, token });
  chain.mine();
}

describe('deposits on TRON', () => {
  it('are coins and tokens that arrive at addresses of ours, exactly, with hashes as the reads have them', async () => {
    const native = chain.pay({ to: alice, units: 12_345_678n });
    const paid = chain.pay({ to: bob, token, units: 5n });
    chain.pay({ to: stranger, units: 7n });
    chain.pay({ to: alice, token: chain.tokens[1]!, units: 9n });
    chain.mine();
    expect(await transfers()).toEqual([
      { txHash: native, output: 0, to: alice, units: 12_345_678n },
      { txHash: paid, output: 1, to: bob, token, units: 5n },
    ]);
    expect(native).toMatch(/^0x[0-9a-f]{64}$/);
    expect([await client().balance(alice), await client().balance(bob, token)]).toEqual([12_345_678n, 5n]);
    const withoutCoin = new TronChain({
      url: `${chain.url}/jsonrpc`,
      network: 'tron',
      chainId: chain.chainId,
      tokens: [token],
      native: false,
      watched: new Set([alice, bob]),
    });
    expect((await withoutCoin.transfersIn(1, 1))[0]?.transfers.map(externalIdOf)).toEqual([`${paid}:1`]);
  });

  it('are told once through reorganisations and broken nodes, and nothing is told of what never came back', async () => {
    const { watcher, told } = watching(client(chain.url, 1500));
    const [kept, also, dropped] = [
      chain.pay({ to: alice, units: 10n }),
      chain.pay({ to: bob, token, units: 20n }),
      chain.pay({ to: bob, token, units: 30n }),
    ];
    chain.mine(3);
    await watcher.pass();
    chain.reorg(3, [dropped]);
    await watcher.pass();
    expect(told).toEqual([]);
    for (const [fault, problem] of [
      ['error', 'unreachable'],
      ['nonsense', 'badAnswer'],
      ['wrongHeight', 'blocksDoNotLink'],
      ['delay', 'timeout'],
    ] as const) {
      chain.fault(fault, 2500);
      await expect(watcher.pass(), fault).rejects.toMatchObject({ problem });
    }
    chain.fault();
    chain.mine(6);
    await watcher.pass();
    await watcher.pass();
    expect(told.sort()).toEqual([`ready ${kept}:0`, `ready ${also}:1`].sort());
    expect(await client().transaction(dropped)).toBeUndefined();
  });

  it('are not believed when another node says otherwise', async () => {
    const other = await chain.anotherNode();
    other.fault('lying');
    const agreeing = new AgreeingChain(client(), client(other.url));
    const { watcher, told } = watching(agreeing);
    const hash = chain.pay({ to: alice, units: 10n });
    chain.mine(30);
    await expect(watcher.pass()).rejects.toMatchObject({ problem: 'nodesDisagree' });
    // Who claims more than there is proves nothing.
    other.fault('wrongHeight');
    expect(await agreeing.finalHead()).toMatchObject({ height: 12 });
    other.fault();
    await watcher.pass();
    expect(told).toEqual([`ready ${hash}:0`]);
    expect(await agreeing.finalHead()).toMatchObject({ height: 12, hash: chain.ledger.at(12)!.hash });
    const wrong = new TronChain({ url: chain.url, network: 'tron', chainId: 1n, tokens: [], native: true, watched: new Set() });
    await expect(wrong.head()).rejects.toMatchObject({ problem: 'badAnswer' });
    await expect(wrong.broadcast(sent().raw)).rejects.toMatchObject({ problem: 'badAnswer' });
  });
});

describe('a transaction on TRON', () => {
  it('is taken once, costs what it burnt, and is final when its block stays for ever', async () => {
    fund();
    const { raw, hash } = sent();
    for (let again = 0; again < 2; again += 1) expect(await client().broadcast(raw)).toBe(hash);
    expect(await client().transaction(hash)).toBeUndefined();
    chain.mine();
    expect(await client().broadcast(raw)).toBe(hash);
    chain.mine(17);
    const fee = 100n * coin - (await client().balance(somebody));
    expect(await client().transaction(hash)).toMatchObject({ succeeded: true, confirmations: 18, fee, consumes: { kind: 'nothing' } });
    // 130,000 of energy for a receiver without the token, and a thousand sun a byte.
    expect(fee).toBe(13n * coin + BigInt(raw.length / 2) * 1000n);
    // The node of solid blocks is behind: what is not solid has at most nineteen.
    const behind = Object.assign(client(), { finalHead: () => client().block(0) });
    chain.mine(5);
    expect(await behind.transaction(hash)).toMatchObject({ confirmations: 19 });
    expect(await client().transaction(hash)).toMatchObject({ confirmations: 23 });
    expect(await client().balance(bob, token)).toBe(5n);
    expect(() => chain.reorg(19)).toThrow('stays');
  });

  it('that fails keeps its cost and moves nothing', async () => {
    fund(3n);
    const [poor, dear] = [sent({ units: 4n }), sent({ units: 3n, feeLimit: coin, more: 1 })];
    for (const { raw } of [poor, dear]) await client().broadcast(raw);
    chain.mine();
    const found = [await client().transaction(poor.hash), await client().transaction(dear.hash)];
    expect(found).toMatchObject([{ succeeded: false }, { succeeded: false }]);
    expect(found[1]?.fee).toBe(coin + BigInt(dear.raw.length / 2) * 1000n);
    expect(100n * coin - (await client().balance(somebody))).toBe((found[0]?.fee ?? 0n) + (found[1]?.fee ?? 0n));
    expect([await client().balance(bob, token), await client().balance(somebody, token), await transfers()]).toEqual([0n, 3n, []]);
  });

  it('is refused too late, too early, of another chain, of somebody else, or without what it needs', async () => {
    fund();
    const refused = async (raw: string) =>
      client()
        .broadcast(raw)
        .then(String, (error: Error) => error.message.split(':')[0]);
    expect(await refused(sent({ lifeMs: 0 }).raw)).toBe('TRANSACTION_EXPIRATION_ERROR');
    expect(await refused(sent({ lifeMs: 86_400_001 }).raw)).toBe('TRANSACTION_EXPIRATION_ERROR');
    expect(await refused(sent({ block: `0x${'0'.repeat(16)}${'7'.repeat(48)}` }).raw)).toBe('TAPOS_ERROR');
    expect(await refused(sent({ of: null, units: 100n * coin }).raw)).toBe('CONTRACT_VALIDATE_ERROR');
    expect(await refused(sent({ of: alice }).raw)).toBe('CONTRACT_VALIDATE_ERROR');
    const content = {
      ...refOfBlock(chain.ledger.solid.hash),
      expiration: chain.ledger.head.time * 1000 + 9000,
      timestamp: 1,
      feeLimit: coin,
    };
    expect(await refused(signTron({ ...content, contract: tronTransfer(alice, bob, 1n, token) }, secret).raw)).toBe('SIGERROR');
    const empty = bytesFrom('test', 'nobody');
    const of = tronAddress(secp256k1.getPublicKey(empty, true));
    expect(await refused(signTron({ ...content, contract: tronTransfer(of, bob, 1n, token) }, empty).raw)).toBe('CONTRACT_VALIDATE_ERROR');
    expect(chain.ledger.waiting.size).toBe(0);
  });

  it('with one byte changed is refused', async () => {
    fund();
    const { raw, hash } = sent();
    fc.assert(
      fc.property(fc.nat({ max: raw.length / 2 - 2 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = hexToBytes(raw);
        bytes[at] = bytes[at]! ^ change;
        expect(() => chain.submit(Buffer.from(bytes).toString('hex'))).toThrow(/^[A-Z_]+_ERROR|^SIGERROR/);
      }),
      { numRuns: 200 },
    );
    expect(chain.ledger.waiting.size).toBe(0);
    expect(await client().broadcast(raw)).toBe(hash);
  });

  it('whose time is over, or whose block left the chain, is in no later block', async () => {
    fund();
    const head = chain.mine();
    const late = sent({ lifeMs: 3000 });
    const bound = sent({ units: 6n, block: head.hash });
    for (const { raw } of [late, bound]) await client().broadcast(raw);
    // The block that both were waiting for is replaced, and the new ones are later.
    chain.mine();
    expect((await client().transaction(bound.hash))?.confirmations).toBe(1);
    now += 60_000;
    chain.reorg(2);
    chain.mine(30);
    expect([await client().transaction(late.hash), await client().transaction(bound.hash)]).toEqual([undefined, undefined]);
    expect(await client().balance(bob, token)).toBe(0n);
    expect((await client().finalHead()).time).toBeGreaterThan(head.time * 1000 + 3000);
  });
});
