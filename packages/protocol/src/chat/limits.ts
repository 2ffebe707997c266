/**
 * Limits of the service chat, for both sides and for the text that customers read: `GET im/limits` serves them. They stand apart from the schemas,
 * which browsers do not load.
 */
export const chatLimits = {
  textAtMost: 2_000,
  /** Messages of one customer or visitor. */
  customer: { per10S: 20, perMinute: 60 },
  visitor: { perMinute: 10, beforeAnswer: 3 },
  editWithinS: 15 * 60,
  withdrawWithinS: 2 * 60,
  /** So many groups may have an open work order, and one more for each open deposit, withdrawal or order. */
  openGroups: 5,
  visitorGroups: 1,
  picture: { bytes: 5 * 1024 * 1024, perHour: 10 },
  resume: { groups: 100, entries: 200 },
  pageAtMost: 100,
  /** A work order ends after so long without a word, and so long after its subject came to its end. */
  silentS: 24 * 3_600,
  /** A message so soon after the end opens a work order that names the one before. */
  reopenS: 72 * 3_600,
  /** A rating may be changed for so long. */
  rateAgainS: 24 * 3_600,
  evaluationAtMost: 500,
  noteAtMost: 2_000,
  /** Work orders that one agent has at a time. */
  capacity: 6,
  /** Work orders of visitors that wait at a time; beyond it a visitor is asked to come back or to sign in. */
  visitorsWaiting: 200,
  /** An agent whose socket is gone so long gives their work orders back to the queue. */
  agentGoneS: 2 * 60,
} as const;

/** Limits of the chat socket. Bundles, frames and heartbeats are those of the market socket. */
export const chatSocketLimits = {
  pingMs: 6_000,
  offlineMs: 600_000,
  framesPerSecond: 20,
  socketsPerPerson: 4,
  /** How soon a lost signal is made up for. */
  lookMs: 2_000,
  /** After a reading of the log the next one waits so long for each group that was read, and no longer than that. */
  gather: { eachMs: 40, atMostMs: 250 },
  typingMs: 3_000,
} as const;

/** Seconds in which an agent answers, by group type: the first word, and each one after that. */
export const chatPromises: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6, { firstS: number; nextS: number }>> = {
  1: { firstS: 300, nextS: 300 },
  2: { firstS: 600, nextS: 300 },
  3: { firstS: 120, nextS: 300 },
  4: { firstS: 120, nextS: 300 },
  5: { firstS: 120, nextS: 300 },
  6: { firstS: 120, nextS: 300 },
};
