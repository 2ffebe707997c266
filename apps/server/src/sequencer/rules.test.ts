import {
  type Actor,
  type Command,
  decodeCommands,
  defaultLimits,
  type Limits,
  limitNames,
  listLimits,
  type SequencedCommand,
} from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { createMemoryDisk, createMemoryJournal, type MemoryDisk } from '../journal/memory-journal.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { createMemoryProjections } from '../projections/memory-store.ts';
import { createProjector } from '../projections/projector.ts';
import { engineKit } from './engine-kit.ts';
import { Sequencer } from './sequencer.ts';
import { createMemorySnapshots } from './snapshots.ts';

const ada = 100_001;
const bob = 100_002;

const asset = (number: number): Command => ({
  kind: 'defineAsset',
  asset: number,
  code: number === 1 ? 'USDT' : `COIN${number}`,
  scale: 6,
  assetKind: 2,
});

/** A venue with the real engine on a disk in memory; each `start` is a new process with the limits of its version. */
function newVenue() {
  const clock = new ManualClock();
  const disk: MemoryDisk = createMemoryDisk();
  const [store, snapshots] = [createMemoryProjections(), createMemorySnapshots()];
  const start = async (rules: Readonly<Limits>) => {
    const sequencer = new Sequencer({
      ...{ venue: 'demo', kit: engineKit, snapshots, store, clock, log: silentLog, rules },
      journal: createMemoryJournal({ venue: 'demo', disk, clock }),
      projector: createProjector({ venue: 'demo', store, clock, log: silentLog }),
    });
    void sequencer.start();
    await clock.pass(50);
    expect(sequencer.state).toBe('running');
    const send = async (command: Command, actor?: Actor) => {
      const applied = sequencer.submit({ account: 0, command, actor });
      await clock.pass(10);
      return (await applied).outcome;
    };
    const stop = async () => {
      const stopped = sequencer.stop();
      await clock.pass(100);
      await stopped;
    };
    return { send, stop, sequencer };
  };
  const journal = (): SequencedCommand[] => disk.batches.flatMap(({ bytes }) => decodeCommands(bytes));
  return { start, journal };
}

const rulesIn = (journal: readonly SequencedCommand[]) =>
  journal.flatMap(({ seq, command }) => {
    const rules = command.kind === 'announceChange' ? command.body : command;
    return rules.kind === 'setRules' ? [{ seq, version: rules.version, limits: rules.limits }] : [];
  });

describe('the limits in the journal', () => {
  it('are the first command of a new journal, all of them', async () => {
    const { start, journal } = newVenue();
    const { send } = await start(defaultLimits);
    await send({ kind: 'openAccount', account: ada, feeClass: 0 });
    expect(journal().map(({ command }) => command.kind)).toEqual(['setRules', 'openAccount']);
    expect(rulesIn(journal())).toEqual([{ seq: 1, version: 1, limits: listLimits(defaultLimits) }]);
    expect(rulesIn(journal())[0]?.limits).toHaveLength(limitNames.length);
  });

  it('decide the very first command after a start with other limits', async () => {
    const { start, journal } = newVenue();
    const first = await start({ ...defaultLimits, assets: 1 });
    expect(await first.send(asset(1))).toMatchObject({ ok: true });
    expect(await first.send(asset(2))).toEqual({ ok: false, error: 'overloaded' });
    await first.stop();
    const next = await start({ ...defaultLimits, assets: 2 });
    expect(await next.send(asset(2))).toMatchObject({ ok: true });
    expect(await next.send(asset(3))).toEqual({ ok: false, error: 'overloaded' });
    expect(journal().map(({ command }) => command.kind)).toEqual([
      ...['setRules', 'defineAsset', 'defineAsset'],
      ...['announceChange', 'defineAsset', 'defineAsset'],
    ]);
  });

  it('are written again only when they change, as the next version', async () => {
    const { start, journal } = newVenue();
    for (const rules of [
      defaultLimits,
      defaultLimits,
      { ...defaultLimits, batchItems: 65 },
      { ...defaultLimits, batchItems: 65 },
      { ...defaultLimits, batchItems: 66 },
    ]) {
      const { sequencer, stop } = await start(rules);
      const { value } = await sequencer.read((engine) => engine.rules().limits);
      expect(value).toEqual(rules);
      await stop();
    }
    expect(rulesIn(journal()).map(({ seq, version }) => [seq, version])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('wait for their notice where customers lose by them, once however often the release starts; the release before withdraws them', async () => {
    const { start, journal } = newVenue();
    const fewer = { ...defaultLimits, openOrdersPerAccount: 10 };
    const seen: unknown[] = [];
    for (const rules of [defaultLimits, fewer, fewer, defaultLimits, defaultLimits, fewer]) {
      const { sequencer, stop } = await start(rules);
      const { value } = await sequencer.read((engine) => [engine.rules().limits.openOrdersPerAccount, engine.pendingChanges().length]);
      seen.push(value);
      await stop();
    }
    const now = defaultLimits.openOrdersPerAccount;
    expect(seen).toEqual([
      [now, 0],
      [now, 1],
      [now, 1],
      [now, 0],
      [now, 0],
      [now, 1],
    ]);
    expect(journal().map(({ command }) => command.kind)).toEqual(['setRules', 'announceChange', 'announceChange', 'announceChange']);
  });
});

describe('the sender in the journal', () => {
  it("is the customer of a customer's command, the feed of ticks, and the system of the server's own", async () => {
    const { start, journal } = newVenue();
    const { send } = await start(defaultLimits);
    await send({ kind: 'openAccount', account: ada, feeClass: 0 });
    await send({ kind: 'grantDemo', account: ada });
    await send({ kind: 'feedTicks', source: 'test', items: [{ instrument: 1, priceTicks: 5, time: 1 }] });
    await send({ kind: 'cancelAllAfter', account: ada, timeoutMs: 5_000 });
    await send({ kind: 'advanceTime' });
    expect(journal().map(({ command, actor }) => [command.kind, actor])).toEqual([
      ['setRules', { by: 'system', id: 0 }],
      ['openAccount', { by: 'system', id: 0 }],
      ['grantDemo', { by: 'customer', id: ada }],
      ['feedTicks', { by: 'feed', id: 0 }],
      ['cancelAllAfter', { by: 'customer', id: ada }],
      ['advanceTime', { by: 'system', id: 0 }],
    ]);
  });

  it('may act for no account but its own: the engine refuses it, live and in the replay', async () => {
    const { start, journal } = newVenue();
    const { send } = await start(defaultLimits);
    await send(asset(1));
    for (const account of [ada, bob]) await send({ kind: 'openAccount', account, feeClass: 0 });
    const forbidden = { ok: false, error: 'forbidden' };
    expect(await send({ kind: 'grantDemo', account: ada }, { by: 'customer', id: bob })).toEqual(forbidden);
    expect(await send({ kind: 'grantDemo', account: ada }, { by: 'feed', id: 0 })).toEqual(forbidden);
    expect(await send({ kind: 'openAccount', account: 100_003, feeClass: 0 }, { by: 'customer', id: 100_003 })).toEqual(forbidden);
    expect(await send({ kind: 'grantDemo', account: ada }, { by: 'customer', id: ada })).toMatchObject({ ok: true });
    const written = journal();
    expect(written.slice(4).map(({ actor }) => actor)).toEqual([
      { by: 'customer', id: bob },
      { by: 'feed', id: 0 },
      { by: 'customer', id: 100_003 },
      { by: 'customer', id: ada },
    ]);
    const replayed = engineKit.create('demo');
    const outcomes = written.map((one) => replayed.apply(one));
    expect(outcomes.slice(4)).toMatchObject([forbidden, forbidden, forbidden, { ok: true }]);
  });
});
