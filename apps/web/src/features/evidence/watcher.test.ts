import { facts as exampleFacts } from '@bourse/engine/receipts/examples';
import { CallError } from '@bourse/protocol/client';
import { checkFile, readFile } from '@bourse/verifier/file';
import { fillAnswer, LogWorld } from '@bourse/verifier/testing';
import { describe, expect, it } from 'vitest';
import { exported, type Kept, keepAtMost, ofOwner, withCommand, withReceipt, withSeen } from './kept.ts';
import { receiptName } from './names.ts';
import { MemoryStore } from './store.ts';
import { Watcher } from './watcher.ts';

const notFound = new CallError(404, 404, 'not found');
const lost = new CallError(-1, 0, 'None response!');

/** An exchange that answers from a log, and a device that watches it. */
function setting(world = new LogWorld('demo').fill(10)) {
  const exchange = {
    world,
    key: world.keyText as string | null,
    head: undefined as string | null | undefined,
    consistency: (oldSize: number, size: number): Promise<string[]> => exchange.world.consistency(oldSize, size),
    receipt: async (): Promise<unknown> => Promise.reject(notFound),
    command: async (seq: number): Promise<unknown> => exchange.world.commandEvidence(seq),
    asked: [] as string[],
  };
  const store = new MemoryStore();
  let time = 1_000;
  const limits = { ...keepAtMost, heads: 8 };
  const watcher = new Watcher({
    limits,
    store,
    now: () => time,
    owner: () => '7',
    venue: () => 'demo',
    call: async (name, input) => {
      exchange.asked.push(name.split('/').at(-1)!);
      const answer = async (): Promise<unknown> => {
        switch (name) {
          case 'GET exchange/transparency': {
            const head = exchange.head === undefined ? exchange.world.head() : exchange.head;
            const rest = { size: 0, signedAt: 1, unsignedSince: null, unwitnessedSince: null, contradiction: null, witnesses: [] };
            return [{ venue: 'demo', origin: exchange.world.origin, key: exchange.key, head, ...rest }];
          }
          case 'GET exchange/transparency/consistency': {
            const { oldSize, size } = input as { oldSize: number; size: number };
            return { path: await exchange.consistency(oldSize, size) };
          }
          case 'GET pay/command/evidence':
            return { evidence: await exchange.command(Number((input as { seq: string }).seq)) };
          default:
            return exchange.receipt();
        }
      };
      return (await answer()) as never;
    },
  });
  const pass = (ms: number) => {
    time += ms;
  };
  const found = async () => (await store.read()).findings.map(({ kind }) => kind);
  const verdict = async () => checkFile(readFile(JSON.stringify(exported(await store.read(), 1, 'x'))) as never).verdict;
  return { exchange, store, watcher, pass, found, verdict, limits };
}
const sizes = ({ heads }: Kept) => heads.map(({ note }) => Number(note.split('\n')[1]));

/** The same log up to a size, and another history from there. */
function forked(from: number, size: number): LogWorld {
  const other = new LogWorld('demo').fill(from);
  other.add([], { commandId: new Uint8Array(16).fill(3), actor: { by: 'system', id: 0 }, command: { kind: 'advanceTime' } });
  return other.fill(size);
}

describe('a log that only grows', () => {
  it('is kept as a chain of heads, each with its proof, and nothing is found', async () => {
    const { exchange, store, watcher, found, verdict } = setting();
    for (const size of [10, 11, 64, 65, 200]) {
      exchange.world.fill(size);
      await watcher.check();
    }
    const kept = await store.read();
    expect([sizes(kept), await found()]).toEqual([[10, 11, 64, 65, 200], []]);
    expect(await verdict()).toBe('agrees');
  });

  it('may show an older head that it can prove to be one, and be away: neither is a finding', async () => {
    const { exchange, watcher, found, store } = setting();
    exchange.world.fill(50);
    await watcher.check();
    exchange.head = exchange.world.head(20);
    await watcher.check();
    exchange.head = undefined;
    exchange.world.fill(60);
    exchange.consistency = () => Promise.reject(lost);
    await watcher.check();
    expect([await found(), sizes(await store.read())]).toEqual([[], [50]]);
  });

  it('keeps few heads of long ago, still joined by proofs', async () => {
    const { exchange, store, watcher, pass, found, verdict, limits } = setting();
    const many = limits.heads + 30;
    for (let size = 11; size <= 10 + many; size += 1) {
      exchange.world.fill(size);
      pass(3_600_000);
      await watcher.check();
    }
    const kept = await store.read();
    // Thirty hours beyond the newest stay as one of each day.
    expect(kept.heads.length).toBeLessThanOrEqual(limits.heads + 3);
    expect([await found(), await verdict()]).toEqual([[], 'agrees']);
  });
});

describe('a history that was changed', () => {
  it('shows as another root of the same size', async () => {
    const { exchange, watcher, found, store, verdict } = setting();
    await watcher.check();
    exchange.world = forked(8, 10);
    await watcher.check();
    await watcher.check();
    expect(await found()).toEqual(['fork']);
    expect((await store.read()).findings[0]!.notes).toHaveLength(2);
    expect(await verdict()).toBe('differs');
  });

  it.each([
    ['with the proof of the other history', undefined],
    ['with no proof', () => Promise.reject(notFound)],
    ['with an empty proof', async () => []],
    ['with a proof of nonsense', async () => ['AAAA', 'nonsense']],
  ])('shows as a head that does not continue, %s', async (_name, consistency) => {
    const { exchange, watcher, found, store } = setting();
    await watcher.check();
    exchange.world = forked(8, 30);
    if (consistency) exchange.consistency = consistency;
    await watcher.check();
    expect(await found()).toEqual(['inconsistent']);
    // The contradicting head does not become what later heads are compared with.
    expect(sizes(await store.read())).toEqual([10]);
  });

  it('shows as a log that became shorter, or lost its head', async () => {
    const { exchange, watcher, found } = setting();
    exchange.world.fill(50);
    await watcher.check();
    exchange.world = new LogWorld('demo').fill(20);
    exchange.consistency = () => Promise.reject(notFound);
    await watcher.check();
    expect(await found()).toEqual(['shorter']);
    exchange.head = null;
    await watcher.check();
    expect(await found()).toEqual(['shorter', 'shorter']);
  });

  it('shows as another key, or as a head that the key did not sign', async () => {
    const { exchange, watcher, found, store } = setting();
    await watcher.check();
    const thief = new LogWorld('demo', 5).fill(12);
    exchange.head = thief.head();
    await watcher.check();
    expect(await found()).toEqual(['unsigned']);
    exchange.key = thief.keyText;
    await watcher.check();
    expect(await found()).toEqual(['unsigned', 'key']);
    // The key that was seen first stays the measure.
    expect((await store.read()).keys.map(({ key }) => key)).toEqual([exchange.world.keyText]);
  });

  it('shows where a receipt came under a head of another history', async () => {
    const { exchange, store, watcher, found } = setting();
    exchange.world.fill(50);
    await watcher.check();
    await store.update((kept) => withSeen(kept, { venue: 'demo', note: forked(8, 30).head(), seenAt: 5, path: null }));
    await watcher.check();
    expect(await found()).toEqual(['inconsistent']);
    // A true head finds its place between the others.
    await store.update((kept) => withSeen(kept, { venue: 'demo', note: exchange.world.head(40), seenAt: 5, path: null }));
    await watcher.check();
    expect([sizes(await store.read()), (await store.read()).seen]).toEqual([[40, 50], []]);
  });
});

describe('what belongs to a customer', () => {
  const instrument = exampleFacts.instrument;
  const fill = (lots: number): Parameters<typeof fillAnswer>[1] => ({
    ...{ kind: 'fill', seq: 11, index: 2, time: 1_700_000_000_000, fill: 70, instrument: instrument.instrument, takerSide: 0 },
    ...{
      priceTicks: 60_000,
      lots,
      baseUnits: BigInt(lots) * instrument.lotUnits,
      quoteUnits: lots * 60_000 * instrument.quoteUnitsPerTickLot,
    },
    taker: { order: 5, account: 100_001, feePpm: 0, feeUnits: 0, feeAsset: instrument.baseAsset },
    maker: { order: 4, account: 100_002, feePpm: 0, feeUnits: 0, feeAsset: instrument.quoteAsset },
  });
  const withFill = (lots: number, size = 20) => {
    const world = new LogWorld('demo').fill(10);
    world.add([fill(lots)]);
    return world.fill(size);
  };
  const keepReceipt = async ({ store, exchange }: ReturnType<typeof setting>) => {
    const answer = await fillAnswer(exchange.world, fill(30), 'taker', instrument);
    const receipt = { ...answer, checkedAt: 1, owner: '7', venue: 'demo', name: receiptName(answer.document) };
    await store.update((kept) => withReceipt(kept, receipt));
    return answer;
  };

  it('is asked for again: a receipt stays what it was, under the new head', async () => {
    const world = setting(withFill(30));
    await world.watcher.check();
    await keepReceipt(world);
    world.exchange.world.fill(40);
    world.exchange.receipt = async () => ({ ...(await fillAnswer(world.exchange.world, fill(30), 'taker', instrument)), chain: null });
    await world.watcher.check();
    await world.watcher.check();
    const kept = await world.store.read();
    expect([await world.found(), sizes(kept)]).toEqual([[], [20, 40]]);
    expect((kept.receipts[0]!.evidence as { head: string }).head).toBe(world.exchange.world.head());
    expect(await world.verdict()).toBe('agrees');
  });

  it('is found where the exchange shows another document, whatever hash and proof come with it', async () => {
    const world = setting(withFill(30));
    await world.watcher.check();
    await keepReceipt(world);
    world.exchange.receipt = async () => ({ ...(await fillAnswer(withFill(31), fill(31), 'taker', instrument)), chain: null });
    await world.watcher.check();
    expect(await world.found()).toEqual(['receipt']);
  });

  it('is not found wrong while the exchange cannot answer', async () => {
    const world = setting(withFill(30));
    const answer = await keepReceipt(world);
    await world.watcher.check();
    world.exchange.receipt = async () => ({ ...answer, chain: null, evidence: null });
    await world.watcher.check();
    expect(await world.found()).toEqual([]);
  });

  it('is a command where its acknowledgement said', async () => {
    const world = setting();
    const id = '0190a5b2-7c3d-7e4f-8a9b-0c1d2e3f4a5b';
    const commandId = Uint8Array.from(id.replaceAll('-', '').match(/../g)!, (byte) => Number.parseInt(byte, 16));
    world.exchange.world.add([], {
      commandId,
      actor: { by: 'customer', id: 100_001 },
      command: { kind: 'cancelOrder', account: 100_001, order: 4 },
    });
    await world.store.update((kept) => withCommand(kept, { owner: '7', venue: 'demo', seq: 11, commandId: id, toldAt: 1 }));
    await world.watcher.check();
    expect([await world.found(), await world.verdict()]).toEqual([[], 'agrees']);
    await world.store.update((kept) => withCommand(kept, { owner: '7', venue: 'demo', seq: 10, commandId: id, toldAt: 1 }));
    await world.watcher.check();
    expect(await world.found()).toEqual(['command']);
  });

  it('goes when another customer signs in; what was seen of the exchange stays', async () => {
    const world = setting(withFill(30));
    await world.watcher.check();
    await keepReceipt(world);
    const kept = ofOwner(await world.store.read(), '8');
    expect([kept.receipts, kept.commands, kept.heads.length, kept.keys.length]).toEqual([[], [], 1, 1]);
  });
});
