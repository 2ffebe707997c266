/** Every bound of the sequencer, by name. At each the caller is told `overloaded`, unless said otherwise. */
export interface SequencerLimits {
  /** Commands that wait to be applied. */
  queuedCommands: number;
  /** Commands in one journal write. More wait for the next. */
  batchCommands: number;
  /**
   * From this many commands under way, a journal write takes half of them at most: while one half is written, the other is answered and asks
   * again. Otherwise nearly all of them end up in one write, and the event loop idles until it is done.
   */
  halvedFrom: number;
  /** Once its records are this many numbers of 8 bytes, a batch takes no further command. */
  batchNumbers: number;
  /** Answers kept in memory by command id; older ones are looked up. */
  recentAnswers: number;
  /** Command ids that wait to be looked up. */
  pendingLookUps: number;
  /** Command ids looked up in one query. More wait for the next. */
  lookUpBatch: number;
  /** Reads that wait for a write to become durable. */
  pendingReads: number;
  /** A snapshot is taken after this many commands, or after this long when at least one command came in. */
  snapshotEveryCommands: number;
  snapshotEveryMs: number;
  /** But not sooner after the last: the busier the exchange, the larger its state, and the dearer the pause and the write. */
  snapshotApartMs: number;
  /** A recovery that had to replay this many is followed by one soon: the next must not take longer still. */
  snapshotAfterReplay: number;
  /** Snapshots kept. */
  snapshotsKept: number;
  /** A writer's idle sign of life. */
  heartbeatMs: number;
}

export const sequencerLimits: SequencerLimits = {
  queuedCommands: 8_192,
  batchCommands: 256,
  halvedFrom: 64,
  batchNumbers: 1 << 20,
  recentAnswers: 65_536,
  pendingLookUps: 4_096,
  lookUpBatch: 512,
  pendingReads: 65_536,
  snapshotEveryCommands: 100_000,
  snapshotEveryMs: 600_000,
  snapshotApartMs: 20_000,
  snapshotAfterReplay: 5_000,
  snapshotsKept: 3,
  heartbeatMs: 700,
};
