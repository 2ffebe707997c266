import type { Engine } from '@bourse/engine';
import { system } from '@bourse/engine';
import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from './engine-kit.ts';
import { type SequencerLimits, sequencerLimits } from './limits.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { createMemorySnapshots, type SnapshotStore } from './snapshots.ts';

const engine = (seq: number) => ({ seq, time: 1, snapshot: () => new Uint8Array(1), stateHash: () => 'hash' }) as unknown as Engine;

function keeping(limits: Partial<SequencerLimits> = {}, clock = systemClock) {
  const saved: number[] = [];
  const snapshots: SnapshotStore = { ...createMemorySnapshots(), save: async (_, { seq }) => void saved.push(seq) };
  const keeper = new SnapshotKeeper({
    venue: 'demo',
    snapshots,
    clock,
    log: silentLog,
    limits: { ...sequencerLimits, ...limits },
  });
  return { keeper, saved };
}

it('takes a snapshot soon after a recovery that had much to replay, so that recoveries in a row do not get longer', () => {
  const { keeper, saved } = keeping({ snapshotAfterReplay: 100 });
  keeper.restart(10, 99);
  keeper.consider(engine(110));
  keeper.projected(110);
  expect(saved).toEqual([]);
  keeper.restart(10, 100);
  keeper.consider(engine(111));
  keeper.projected(111);
  expect(saved).toEqual([111]);
});

it('keeps snapshots of a busy exchange apart', () => {
  let now = 1_000;
  const clock = { ...systemClock, now: () => now };
  const { keeper, saved } = keeping({ snapshotEveryCommands: 5, snapshotApartMs: 20_000 }, clock);
  keeper.restart(0, 0);
  const at = (time: number, seq: number) => {
    now = time;
    keeper.consider(engine(seq));
    keeper.projected(seq);
  };
  at(20_999, 500);
  expect(saved).toEqual([]);
  at(21_000, 501);
  expect(saved).toEqual([501]);
});

it('lets trading go on when a snapshot cannot be made', () => {
  const { keeper, saved } = keeping({ snapshotEveryCommands: 5, snapshotApartMs: 0 });
  const broken = () => {
    throw new Error('out of memory');
  };
  keeper.restart(0, 0);
  keeper.consider(Object.assign(engine(5), { snapshot: broken }));
  keeper.consider(engine(10));
  keeper.projected(10);
  expect(saved).toEqual([10]);
});

it('writes a snapshot once, however much is projected while it is being written', async () => {
  const saved: number[] = [];
  let written = () => {};
  const snapshots: SnapshotStore = {
    ...createMemorySnapshots(),
    save: (_, { seq }) => {
      saved.push(seq);
      return new Promise((resolve) => {
        written = resolve;
      });
    },
  };
  const keeper = new SnapshotKeeper({
    venue: 'demo',
    snapshots,
    clock: systemClock,
    log: silentLog,
    limits: { ...sequencerLimits, snapshotEveryCommands: 5, snapshotApartMs: 0 },
  });
  keeper.consider(engine(5));
  for (const seq of [4, 5, 6, 7]) keeper.projected(seq);
  keeper.consider(engine(12));
  expect(saved).toEqual([5]);
  written();
  await new Promise((resolve) => setImmediate(resolve));
  keeper.consider(engine(12));
  keeper.projected(12);
  expect(saved).toEqual([5, 12]);
});

it('notes the same hash that the engine gives of itself, although it is made by another SHA-256', async () => {
  const real = engineKit.create('demo');
  for (let asset = 1; asset <= 1_000; asset += 1)
    real.apply({
      seq: asset,
      time: asset,
      commandId: new Uint8Array(16),
      actor: system,
      command: { kind: 'defineAsset', asset, code: `A${asset}`, scale: 2, assetKind: 3 },
    });
  const snapshots = createMemorySnapshots();
  const keeper = new SnapshotKeeper({ venue: 'demo', snapshots, clock: systemClock, log: silentLog, limits: sequencerLimits });
  await keeper.keepLast(real);
  expect(snapshots.hashes).toEqual([{ venue: 'demo', seq: 1_000, hash: real.stateHash() }]);
  expect(snapshots.snapshots.get('demo')?.[0]?.stateHash).toBe(real.stateHash());
});
