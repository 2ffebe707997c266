import type { Engine } from '@bourse/engine';
import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { sequencerLimits } from './limits.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { createMemorySnapshots, type SnapshotStore } from './snapshots.ts';

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
    limits: { ...sequencerLimits, snapshotEveryCommands: 5 },
  });
  const engine = (seq: number) => ({ seq, time: 1, snapshot: () => new Uint8Array(1), stateHash: () => 'hash' }) as unknown as Engine;
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
