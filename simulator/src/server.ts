import { silentLog } from '@bourse/server/src/platform/log.ts';
import { createProjector } from '@bourse/server/src/projections/projector.ts';
import { Histories } from '@bourse/server/src/projections/thread/histories.ts';
import { inThisThread, writesInto } from '@bourse/server/src/projections/thread/write.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import type { SequencerLimits } from '@bourse/server/src/sequencer/limits.ts';
import { Sequencer } from '@bourse/server/src/sequencer/sequencer.ts';
import { type Disk, venue } from './disk.ts';
import { ProcessGate, type Scheduler } from './scheduler.ts';

/** One server process of the simulated world: the real sequencer and projector behind a gate. */
export interface Server {
  name: string;
  gate: ProcessGate;
  sequencer: Sequencer;
}

/** Small, so that a short simulation reaches every limit. */
const limits: Partial<SequencerLimits> = {
  queuedCommands: 64,
  batchCommands: 8,
  halvedFrom: 6,
  recentAnswers: 48,
  snapshotEveryCommands: 150,
  snapshotEveryMs: 60_000,
};

export function startServer(options: { name: string; scheduler: Scheduler; disk: Disk; kit: EngineKit; forgetsAnswers: boolean }): Server {
  const { name, scheduler, disk, kit, forgetsAnswers } = options;
  const gate = new ProcessGate(scheduler);
  const stored = disk.openProjections(gate);
  const store = forgetsAnswers
    ? { ...stored, answers: async () => [], newestAnswers: async () => ({ answers: [], coverTime: Number.NEGATIVE_INFINITY }) }
    : stored;
  // Packed and copied as for the thread of a real server.
  const histories = new Histories(inThisThread(writesInto(kit, store, venue)));
  const projector = createProjector({
    venue,
    store,
    project: (after, batches) => histories.project(after, batches),
    clock: gate,
    log: silentLog,
    limits: { mergedCommands: 40, mergedEvents: 400, waitingEvents: 6_000, waitingCommands: 800 },
  });
  const sequencer = new Sequencer({
    venue,
    kit,
    journal: disk.openJournal(gate),
    snapshots: disk.openSnapshots(gate),
    store,
    projector,
    clock: gate,
    log: silentLog,
    limits: forgetsAnswers ? { ...limits, recentAnswers: 0 } : limits,
  });
  void sequencer.start();
  return { name, gate, sequencer };
}
