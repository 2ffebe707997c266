import type { Clock } from '../platform/clock.ts';

export interface HealthReport {
  status: 'ok' | 'unavailable';
  /** Problems in sentences; empty when all is well. */
  reasons: string[];
  /** Problems that an operator must look at although customers are served, in sentences. */
  warnings: string[];
  venues: Record<string, { state: string; seq: number }>;
  /** Instruments whose chart does not have its past yet; 0 some seconds after a start. */
  chartsToFill: number;
  /** Instruments whose market is open, and those of them whose price is older than five seconds. */
  prices: { open: number; stale: number };
  uptimeS: number;
}

export interface HealthSources {
  clock: Clock;
  startedAt: number;
  /** One entry a venue: state of its writer and the last sequence. */
  venues: () => Record<string, { state: string; seq: number }>;
  chartsToFill: () => number;
  prices: () => { open: number; stale: number };
  /** Resolves when the database answers. */
  database: () => Promise<unknown>;
  /** Further checks. Each returns a sentence when something is wrong. */
  checks: readonly (() => string | undefined)[];
  warnings: () => string[];
}

const databaseAnswerMs = 2_000;
const believedMs = 1_000;

/** Checks the parts at most once a second, however often it is called. */
export function createHealth(sources: HealthSources): () => Promise<HealthReport> {
  let last: { at: number; report: Promise<HealthReport> } | undefined;
  return () => {
    const now = sources.clock.now();
    if (!last || Math.abs(now - last.at) >= believedMs) last = { at: now, report: look(sources, now) };
    return last.report;
  };
}

async function look(sources: HealthSources, now: number): Promise<HealthReport> {
  const reasons: string[] = [];
  const venues = sources.venues();
  for (const [venue, { state }] of Object.entries(venues)) if (state !== 'running') reasons.push(`The ${venue} venue is ${state}.`);
  if (!(await answersInTime(sources.database))) reasons.push('The database does not answer.');
  for (const check of sources.checks) {
    const reason = check();
    if (reason) reasons.push(reason);
  }
  const prices = sources.prices();
  const { open, stale } = prices;
  if (open > 0 && stale === open) reasons.push('No price is fresh: the newest of every open market is more than five seconds old.');
  return {
    status: reasons.length === 0 ? 'ok' : 'unavailable',
    reasons,
    warnings: [
      ...sources.warnings(),
      ...(stale > 0 && stale < open ? [`${stale} of ${open} open markets have no price of the last five seconds.`] : []),
    ],
    venues,
    chartsToFill: sources.chartsToFill(),
    prices,
    uptimeS: Math.floor((now - sources.startedAt) / 1000),
  };
}

async function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), databaseAnswerMs);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answered;
}
