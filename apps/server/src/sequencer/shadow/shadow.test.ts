import type { Command } from '@bourse/engine';
import { eventByKind, Records } from '@bourse/engine';
import { AssetKind, Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { createMemoryDisk, createMemoryJournal } from '../../journal/memory-journal.ts';
import { silentLog } from '../../platform/log.ts';
import { ManualClock } from '../../platform/manual-clock.ts';
import { createMemoryProjections } from '../../projections/memory-store.ts';
import { createProjector } from '../../projections/projector.ts';
import { engineKit } from '../engine-kit.ts';
import type { EngineKit } from '../kit.ts';
import { type SequencerLimits, sequencerLimits } from '../limits.ts';
import { Sequencer } from '../sequencer.ts';
import { createMemorySnapshots } from '../snapshots.ts';
import { BatchDigest } from './digest.ts';
import { Follower } from './follower.ts';
import { Shadow, type ShadowEars } from './shadow.ts';

const usdt = 1;
const maker = 4;

const rules: readonly Command[] = [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'openAccount', account: maker, feeClass: 0 },
];
let funded = 0;
const fund = (amount: bigint): Command => {
  funded += 1;
  return { kind: 'fundHouse', account: maker, wallet: Wallet.coin, asset: usdt, amount, number: funded };
};

const newWorld = () => ({
  clock: new ManualClock(),
  disk: createMemoryDisk(),
  store: createMemoryProjections(),
  snapshots: createMemorySnapshots(),
});
type World = ReturnType<typeof newWorld>;

const journalOf = ({ disk, clock }: World) =>
  createMemoryJournal({
    venue: 'demo',
    disk,
    clock,
    fate: () => ({ delayMs: 1, write: 'whole', answer: 'done' }),
    mayTakeOver: () => true,
  });

/** A venue whose shadow runs in this thread. `threads` holds what each of its lives hears with. */
async function boot(world: World, kitOfShadow: EngineKit = engineKit, limits: Partial<SequencerLimits> = {}) {
  const { clock, store, snapshots } = world;
  const common = { journal: journalOf(world), snapshots, clock, log: silentLog, limits: { ...sequencerLimits, ...limits } };
  const threads: ShadowEars[] = [];
  const shadow = new Shadow({
    venue: 'demo',
    clock,
    log: silentLog,
    spawn(ears) {
      threads.push(ears);
      let lives = true;
      const follower = new Follower({ ...common, kit: kitOfShadow, tell: (message) => lives && ears.heard(message) });
      return {
        send: ({ seq }) => void follower.projected(seq).catch((error) => lives && ears.ended(error)),
        stop: async () => {
          lives = false;
        },
      };
    },
  });
  const projector = createProjector({ venue: 'demo', store, clock, log: silentLog });
  const sequencer = new Sequencer({ ...common, venue: 'demo', kit: engineKit, store, projector, shadow });
  void sequencer.start();
  await clock.pass(50);
  const tell = async (command: Command) => {
    const told = sequencer.submit({ account: 0, command });
    await clock.pass(20);
    return (await told).outcome;
  };
  return { sequencer, shadow, threads, tell };
}

/** What takes time on the world's clock. */
async function inTime<T>({ clock }: World, work: Promise<T>): Promise<T> {
  await clock.pass(1_000);
  return work;
}

/** The engine that the journal says, at a sequence. */
async function replayed(world: World, seq: number) {
  const engine = engineKit.create('demo');
  for await (const { bytes } of journalOf(world).read(1))
    for (const command of engineKit.decode(bytes)) {
      if (command.seq > seq) return engine;
      engine.apply(command);
      engine.discardEvents();
    }
  return engine;
}

describe('a shadow', () => {
  it('checks every batch and keeps the snapshots that the engine would have made', async () => {
    const world = newWorld();
    const { shadow, tell } = await boot(world, engineKit, { snapshotEveryCommands: 5, snapshotApartMs: 1_000 });
    for (const command of [...rules, fund(5n), fund(6n), fund(7n)]) await tell(command);
    await world.clock.pass(5_000);
    for (const command of [fund(1n), fund(2n), fund(3n), fund(4n), fund(5n)]) await tell(command);
    await world.clock.pass(5_000);
    expect(shadow).toMatchObject({ checked: 10, unchecked: 0, followedSeq: 10, warnings: [] });
    const kept = world.snapshots.hashes;
    expect(kept.length).toBeGreaterThan(0);
    for (const { seq, hash } of kept) expect((await inTime(world, replayed(world, seq))).stateHash()).toBe(hash);
  });

  it('goes on from its newest snapshot after a restart', async () => {
    const world = newWorld();
    const first = await boot(world, engineKit, { snapshotEveryCommands: 2, snapshotApartMs: 0 });
    for (const command of [...rules, fund(5n)]) await first.tell(command);
    await world.clock.pass(5_000);
    const stopped = first.sequencer.stop();
    await world.clock.pass(1_000);
    await stopped;
    const again = await boot(world, engineKit, { snapshotEveryCommands: 2, snapshotApartMs: 0 });
    await again.tell(fund(8n));
    await world.clock.pass(5_000);
    expect(again.shadow).toMatchObject({ checked: 1, followedSeq: 4, warnings: [] });
    expect(again.threads).toHaveLength(1);
  });

  it('stops new orders and says so when it finds a difference, and makes no more snapshots', async () => {
    const world = newWorld();
    const altered: EngineKit = {
      ...engineKit,
      decode: (bytes) =>
        engineKit
          .decode(bytes)
          .map((one) =>
            one.command.kind === 'fundHouse' && one.command.amount === 7n ? { ...one, command: { ...one.command, amount: 8n } } : one,
          ),
    };
    const { sequencer, shadow, tell } = await boot(world, altered, { snapshotEveryCommands: 5, snapshotApartMs: 0 });
    for (const command of [...rules, fund(5n)]) await tell(command);
    await world.clock.pass(5_000);
    expect(shadow.warnings).toEqual([]);
    await tell(fund(7n));
    await world.clock.pass(5_000);
    expect(shadow.warnings).toEqual(['The shadow of the demo venue and its engine differ at command 4: new orders were stopped.']);
    expect((await sequencer.read(({ mode }) => mode)).value).toBe('cancelOnly');
    const kept = world.snapshots.hashes.length;
    for (let n = 0; n < 6; n++) await tell(fund(1n));
    await world.clock.pass(60_000);
    expect(world.snapshots.hashes).toHaveLength(kept);
  });

  it('is started again when its thread ends, later each time; trading goes on and health tells of it', async () => {
    const world = newWorld();
    const { shadow, threads, tell } = await boot(world);
    for (const command of rules) await tell(command);
    await world.clock.pass(3_000);
    expect(threads).toHaveLength(1);
    threads[0]!.ended(new Error('out of memory'));
    expect(shadow.warnings).toEqual(['The shadow of the demo venue does not run: no snapshots are made, and nobody checks the engine.']);
    expect(await tell(fund(9n))).toMatchObject({ ok: true });
    await world.clock.pass(1_000);
    expect(threads).toHaveLength(2);
    threads[1]!.ended(new Error('again'));
    await world.clock.pass(1_500);
    expect(threads).toHaveLength(2);
    await world.clock.pass(1_000);
    expect(threads).toHaveLength(3);
    await tell(fund(9n));
    await world.clock.pass(3_000);
    expect(shadow).toMatchObject({ followedSeq: 4, checked: 4, warnings: [] });
  });

  it('hears nothing more from a thread that it has let go', async () => {
    const world = newWorld();
    const { sequencer, shadow, threads, tell } = await boot(world);
    for (const command of rules) await tell(command);
    await world.clock.pass(3_000);
    const stopped = sequencer.stop();
    await world.clock.pass(1_000);
    await stopped;
    threads[0]!.ended(new Error('late'));
    threads[0]!.heard({ kind: 'followed', seq: 99, digests: Float64Array.of(2, 1) });
    await world.clock.pass(120_000);
    expect(threads).toHaveLength(1);
    expect(shadow.warnings).toEqual([]);
  });

  it('never applies what is not projected yet', async () => {
    const world = newWorld();
    const { tell } = await boot(world);
    for (const command of [...rules, fund(1n), fund(2n), fund(3n)]) await tell(command);
    const told: number[] = [];
    const follower = new Follower({
      kit: engineKit,
      journal: journalOf(world),
      snapshots: world.snapshots,
      clock: world.clock,
      log: silentLog,
      limits: { ...sequencerLimits, snapshotEveryCommands: 1, snapshotApartMs: 0 },
      tell: ({ seq }) => told.push(seq),
    });
    await inTime(world, follower.projected(3));
    expect(told.at(-1)).toBe(3);
    expect(world.snapshots.hashes.map(({ seq }) => seq)).toEqual([3]);
    await inTime(world, follower.projected(5));
    expect(told.at(-1)).toBe(5);
  });
});

describe('the digest of a batch', () => {
  const digest = (...numbers: number[]) => {
    const made = new BatchDigest();
    made.outcome(true);
    made.records(new Records(Float64Array.from(numbers), [], []));
    return made.value;
  };

  it('differs with any number, their order and their count', () => {
    const all = [digest(1, 2, 3), digest(1, 3, 2), digest(1, 2), digest(1, 2, 3, 0), digest(1, 2, 3 + 2 ** -40), digest(1, 2, 3 + 2 ** 40)];
    expect(new Set(all).size).toBe(all.length);
    for (const value of all) expect(Number.isSafeInteger(value)).toBe(true);
  });

  it('takes minus zero for zero, as a snapshot does', () => {
    expect(digest(1, -0)).toBe(digest(1, 0));
  });

  it('differs when only a declared event does', () => {
    const warned = (ratioPpm: number) => {
      const made = new BatchDigest();
      const declaration = eventByKind.get('marginWarning')!;
      made.outcome(true);
      made.records(
        new Records(Float64Array.of(1), [{ declaration, body: { account: 100_000, position: 0, instrument: 7, ratioPpm } }], []),
      );
      return made.value;
    };
    expect(new Set([warned(800_000), warned(800_001), digest(1)]).size).toBe(3);
  });

  it('differs when only an outcome does', () => {
    const refused = new BatchDigest();
    refused.outcome(false);
    refused.records(new Records(Float64Array.of(1), [], []));
    expect(refused.value).not.toBe(digest(1));
  });
});
