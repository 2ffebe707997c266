import type { Refusal } from '@bourse/protocol/errors';
import { type AppendFate, createMemoryDisk, createMemoryJournal, type MemoryDisk } from '../journal/memory-journal.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { createMemoryProjections, type MemoryProjections } from '../projections/memory-store.ts';
import { createProjector } from '../projections/projector.ts';
import type { SequencerLimits } from './limits.ts';
import type { SequencerOptions } from './options.ts';
import { Sequencer } from './sequencer.ts';
import { createMemorySnapshots, type MemorySnapshots } from './snapshots.ts';
import { fakeKit } from './testing.ts';

/** The disk, the clock and the stores that servers of one venue share. */
export interface World {
  clock: ManualClock;
  disk: MemoryDisk;
  store: MemoryProjections;
  snapshots: MemorySnapshots;
  fates: AppendFate[];
}

export const newWorld = (): World => ({
  clock: new ManualClock(),
  disk: createMemoryDisk(),
  store: createMemoryProjections(),
  snapshots: createMemorySnapshots(),
  fates: [],
});

export const well: AppendFate = { delayMs: 1, write: 'whole', answer: 'done' };

export async function boot(
  world: World,
  limits: Partial<SequencerLimits> = {},
  takeOver = false,
  more: Partial<SequencerOptions> = {},
): Promise<Sequencer> {
  const { clock, disk, store, snapshots, fates } = world;
  const journal = createMemoryJournal({ venue: 'demo', disk, clock, fate: () => fates.shift() ?? well, mayTakeOver: () => takeOver });
  const projector = createProjector({ venue: 'demo', store, clock, log: silentLog });
  const sequencer = new Sequencer({
    venue: 'demo',
    kit: fakeKit,
    journal,
    snapshots,
    store,
    projector,
    clock,
    log: silentLog,
    limits,
    ...more,
  });
  void sequencer.start();
  await clock.pass(50);
  return sequencer;
}

export const crash = (world: World) => {
  world.disk.held = 0;
};

let ids = 0;
/** A version-7 id made at `time`. */
export const idAt = (time: number) => {
  ids += 1;
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${ids.toString(16).padStart(12, '0')}`;
};

export const settled = (promise: Promise<unknown>) => {
  const state: { done: boolean; value?: unknown; refusal?: string } = { done: false };
  promise.then(
    (value) => Object.assign(state, { done: true, value }),
    (error: Refusal) => Object.assign(state, { done: true, refusal: error.refusal ?? error.message }),
  );
  return state;
};

export const balanceOf = async (sequencer: Sequencer, account: number) => {
  const { value } = await sequencer.read((engine) => engine.balances(account)[0]?.available);
  return value;
};
