import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, externalIdOf, type Transfer } from '../chain.ts';
import { ChainProblem } from '../problem.ts';
import { ForkingChain } from '../testing/fork.ts';
import type { Observation, Outcome, Step, WatcherRules, WatcherState } from './follow.ts';
import { Watcher, type WatcherStore } from './watcher.ts';

const transferOf = (number: number, units = 1000n): Transfer => ({ txHash: `tx${number >> 1}`, output: number & 1, to: 'ours', units });
/** Large transfers wait longer. */
const needed = ({ units }: Transfer) => (units >= 10_000n ? 6 : 2);
const remember = 24;

/** A table with one row for each transfer, and the outcomes beside it: stored together or not at all. */
class MemoryStore implements WatcherStore {
  private blocks: WatcherState['blocks'] = [];
  readonly rows = new Map<string, Observation>();
  readonly told: Outcome[] = [];
  /** Every payment that was ever stored, and how often. */
  readonly written = new Set<string>();
  writes = 0;
  /** The next save fails, before or after it was stored. */
  fails: 'before' | 'after' | undefined;

  load(): Promise<WatcherState | undefined> {
    return Promise.resolve(this.blocks.length === 0 ? undefined : { blocks: this.blocks, observations: new Map(this.rows) });
  }

  async save({ state, changed, forgotten, outcomes }: Step): Promise<void> {
    const fails = this.fails;
    this.fails = undefined;
    if (fails === 'before') throw new Error('no database');
    this.blocks = state.blocks;
    for (const one of changed) this.rows.set(one.id, one);
    for (const { id } of changed) this.written.add(id);
    this.writes += changed.length;
    for (const id of forgotten) this.rows.delete(id);
    this.told.push(...outcomes);
    // What is stored is what the watcher holds in memory.
    expect(new Map([...this.rows].sort())).toEqual(new Map([...state.observations].sort()));
    if (fails === 'after') throw new Error('the connection was lost');
  }

  ids = (kind: Outcome['kind']) => this.told.filter((one) => one.kind === kind).map(({ id }) => id);
}

class World {
  readonly chain = new FaultyChain();
  readonly store = new MemoryStore();
  private readonly more: Pick<WatcherRules, 'isSmall'>;
  watcher: Watcher;
  private sent = 0;
  private waiting: Transfer[] = [];

  constructor(more: Pick<WatcherRules, 'isSmall'> = {}) {
    this.more = more;
    this.watcher = this.started();
  }

  started(): Watcher {
    return new Watcher({ chain: this.chain, store: this.store, startHeight: 0, needed, remember, maxObservations: 1000, ...this.more });
  }

  mine(count: number, large: boolean): void {
    const fresh = Array.from({ length: count }, () => transferOf(this.sent++, large ? 20_000n : 1000n));
    this.chain.mine([...this.waiting.splice(0), ...fresh]);
  }

  /** The newest blocks are replaced by one more: some transfers are in the new blocks, some come later, some never. */
  reorg(depth: number, fate: number): void {
    const dropped = this.chain.drop(depth);
    const again = dropped.filter((_, at) => (at + fate) % 4 !== 0);
    for (let at = 0; at <= depth; at += 1) this.chain.mine(again.filter((_, index) => (index + fate) % (depth + 2) === at));
    this.waiting.push(...again.filter((_, index) => (index + fate) % (depth + 2) === depth + 1));
  }

  async pass(): Promise<void> {
    try {
      await this.watcher.pass();
    } catch (error) {
      if (!(error instanceof ChainProblem) && !/database|connection/.test((error as Error).message)) throw error;
    }
  }

  /** Passes until the watcher has read the head. */
  async settle(): Promise<void> {
    this.chain.fault = undefined;
    this.store.fails = undefined;
    while ((await this.watcher.pass()).height !== this.chain.blocks.length - 1);
  }
}

type Fault = 'unreachable' | 'forksWhileReading' | 'tooHigh' | 'behind' | 'missingBlock' | 'otherParent';

class FaultyChain extends ForkingChain {
  fault: Fault | undefined;

  override async head() {
    const fault = this.fault;
    if (fault === 'unreachable') throw new ChainProblem('unreachable', 'no node');
    if (fault === 'tooHigh') return { height: this.blocks.length + 5, hash: 'invented', parent: 'invented', time: 0 };
    if (fault === 'behind') return this.blocks[Math.max(0, this.blocks.length - 3)]!;
    return super.head();
  }

  override async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    const blocks = await super.transfersIn(fromHeight, toHeight);
    if (this.fault === 'missingBlock') return blocks.slice(1);
    if (this.fault === 'otherParent') return blocks.map((block) => ({ ...block, parent: 'another' }));
    if (this.fault !== 'forksWhileReading') return blocks;
    const transfers = this.drop(1);
    this.mine(transfers);
    return super.transfersIn(fromHeight, Math.min(toHeight, this.blocks.length - 1));
  }
}

type Act =
  | { kind: 'mine'; count: number; large: boolean }
  | { kind: 'reorg'; depth: number; fate: number }
  | { kind: 'pass' | 'restart' }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'store'; fails: 'before' | 'after' };

const actsWithReorgsTo = (depth: number) =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('mine' as const), count: fc.nat(3), large: fc.boolean() }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: depth }), fate: fc.nat(7) }),
      },
      { weight: 5, arbitrary: fc.constant({ kind: 'pass' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('fault' as const),
          fault: fc.constantFrom<Fault>('unreachable', 'forksWhileReading', 'tooHigh', 'behind', 'missingBlock', 'otherParent'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('store' as const), fails: fc.constantFrom<'before' | 'after'>('before', 'after') }),
      },
    ),
    { maxLength: 60 },
  );

async function live(acts: readonly Act[]): Promise<World> {
  const world = new World();
  for (const act of acts) {
    if (act.kind === 'mine') world.mine(act.count, act.large);
    if (act.kind === 'reorg') world.reorg(act.depth, act.fate);
    if (act.kind === 'restart') world.watcher = world.started();
    if (act.kind === 'store') world.store.fails = act.fails;
    if (act.kind === 'fault') {
      world.chain.fault = act.fault;
      await world.pass();
      world.chain.fault = undefined;
    }
    if (act.kind === 'pass') await world.pass();
  }
  await world.settle();
  return world;
}

const sorted = (ids: Iterable<string>) => [...ids].sort();

describe('a watcher', () => {
  it('credits what the final chain holds deep enough, each once, through reorganisations, faults and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(actsWithReorgsTo(1), async (acts) => {
        const { chain, store } = await live(acts);
        expect(sorted(store.ids('ready'))).toEqual(sorted(chain.confirmed(needed).map(externalIdOf)));
        expect([...store.ids('lost'), ...store.ids('changed')]).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('through deeper ones tells each payment once as ready, and names exactly those that the chain took back', async () => {
    await fc.assert(
      fc.asyncProperty(actsWithReorgsTo(8), async (acts) => {
        const { chain, store } = await live(acts);
        const ready = store.ids('ready');
        expect(new Set(ready).size).toBe(ready.length);
        const gone = store.ids('lost').filter((id) => !store.ids('returned').includes(id));
        const confirmed = new Set(chain.confirmed(needed).map(externalIdOf));
        const standing = new Set(chain.blocks.flatMap(({ transfers }) => transfers.map(externalIdOf)));
        for (const id of confirmed) expect(ready).toContain(id);
        for (const id of ready) if (!standing.has(id)) expect(store.ids('lost')).toContain(id);
        for (const id of gone) expect(ready).toContain(id);
      }),
      { numRuns: 400 },
    );
  });

  it('goes back from confirming to seen, and forgets what never returns', async () => {
    const world = new World();
    world.mine(1, true);
    await world.settle();
    expect([...world.store.rows.values()]).toMatchObject([{ id: 'tx0:0', state: 'confirming', confirmations: 1, needed: 6 }]);
    world.chain.drop(1);
    world.chain.mine([]);
    world.chain.mine([]);
    await world.settle();
    expect([...world.store.rows.values()]).toMatchObject([{ state: 'seen', confirmations: 0 }]);
    for (let at = 0; at < remember; at += 1) world.chain.mine([]);
    await world.settle();
    expect(world.store.rows.size).toBe(0);
    expect(world.store.told).toEqual([]);
  });

  it('tells a payment that changed its content, and never credits the second content', async () => {
    const world = new World();
    world.chain.mine([transferOf(0, 1000n)]);
    await world.settle();
    world.chain.drop(1);
    world.chain.mine([transferOf(0, 9000n)]);
    for (let at = 0; at < 9; at += 1) world.chain.mine([]);
    await world.settle();
    expect(world.store.told).toMatchObject([{ kind: 'changed', before: { units: 1000n }, transfer: { units: 9000n } }]);
  });

  it('does not credit again what returns long after the chain took it back', async () => {
    const world = new World();
    world.chain.mine([transferOf(0)]);
    world.chain.mine([]);
    await world.settle();
    world.chain.drop(2);
    for (let at = 0; at < 2 * remember; at += 1) world.chain.mine([]);
    await world.settle();
    world.chain.mine([transferOf(0)]);
    for (let at = 0; at < remember; at += 1) world.chain.mine([]);
    await world.settle();
    expect(world.store.told.map(({ kind }) => kind)).toEqual(['ready', 'lost', 'returned']);
  });

  it('stops at a change deeper than its memory, and changes nothing', async () => {
    const world = new World();
    for (let at = 0; at < remember + 9; at += 1) world.mine(1, false);
    await world.settle();
    const before = new Map(world.store.rows);
    world.chain.drop(remember + 3);
    for (let at = 0; at < remember + 9; at += 1) world.chain.mine([]);
    await expect(world.watcher.pass()).rejects.toMatchObject({ problem: 'reorgTooDeep' });
    expect(world.store.rows).toEqual(before);
  });

  it('refuses more transfers in hand than its limit', async () => {
    const world = new World();
    world.chain.mine(Array.from({ length: 1001 }, (_, at) => transferOf(at)));
    await expect(world.watcher.pass()).rejects.toMatchObject({ problem: 'tooManyObservations' });
    expect(world.store.rows.size).toBe(0);
  });

  it('tells each of any number of transfers that are too small, keeps none of them, and tells one again that came back in another block', async () => {
    const world = new World({ isSmall: ({ units }) => units < 1000n });
    for (let block = 0; block < 20; block += 1) world.chain.mine(Array.from({ length: 300 }, (_, at) => transferOf(block * 300 + at, 1n)));
    world.chain.mine([transferOf(100_000)]);
    world.chain.mine([]);
    await world.settle();
    expect(new Set(world.store.ids('ready')).size).toBe(6001);
    expect([...world.store.rows.values()].map(({ transfer }) => transfer.units)).toEqual([1000n]);
    expect(world.store.written.size).toBe(6001);
    world.chain.mine([transferOf(200_000, 1n)]);
    world.chain.mine([]);
    await world.settle();
    const [again] = world.chain.drop(2);
    for (const transfers of [[], [again!], []]) world.chain.mine(transfers);
    await world.settle();
    expect(world.store.ids('ready').filter((id) => id === externalIdOf(again!))).toHaveLength(2);
    expect(world.store.ids('lost')).toEqual([]);
  });

  it('stores one that is ready once, however many blocks follow', async () => {
    const world = new World();
    world.chain.mine([transferOf(0)]);
    for (let block = 0; block < 3; block += 1) world.chain.mine([]);
    await world.settle();
    const writes = world.store.writes;
    for (let block = 0; block < remember - 6; block += 1) {
      world.chain.mine([]);
      await world.settle();
    }
    expect(world.store.rows.size).toBe(1);
    expect(world.store.writes).toBe(writes);
  });

  it('sees two outputs of one transaction as two payments', async () => {
    const world = new World();
    world.chain.mine([transferOf(0), transferOf(1)]);
    world.chain.mine([]);
    await world.settle();
    expect(world.store.ids('ready')).toEqual(['tx0:0', 'tx0:1']);
  });
});
