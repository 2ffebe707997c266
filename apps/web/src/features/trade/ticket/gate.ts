import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Instrument, Tick } from '../../../data/index.ts';

/** Why an order cannot be sent now. Reasons come in the order in which the person can resolve them. */
export type Closed =
  | { why: 'visitor' }
  | { why: 'notLive' }
  | { why: 'offline' }
  | { why: 'cancelOnly' }
  | { why: 'halted' }
  | { why: 'closed'; opensAt: number | null }
  | { why: 'waiting' }
  | { why: 'stale'; ageS: number };

/** Shorter than the page's limit for an old price: the engine refuses after five seconds without a tick. */
export const actStaleMs = 6_000;

interface Here {
  signedIn: boolean;
  demo: boolean;
  offline: boolean;
  now: number;
  mayWait?: boolean | undefined;
}

export function closedBecause(
  instrument: Pick<Instrument, 'status' | 'tradable' | 'nextOpen' | 'source'>,
  tick: Pick<Tick, 'st' | 'at' | 'pe'> | undefined,
  { signedIn, demo, offline, now, mayWait = false }: Here,
): Closed | null {
  if (!signedIn) return { why: 'visitor' };
  if (!demo && instrument.source.feed !== 'live') return { why: 'notLive' };
  if (offline) return { why: 'offline' };
  if (instrument.status === InstrumentStatus.cancelOnly) return { why: 'cancelOnly' };
  if (instrument.status === InstrumentStatus.halted) return { why: 'halted' };
  if (mayWait && instrument.status !== InstrumentStatus.trading) return null;
  if (instrument.status !== InstrumentStatus.trading || !instrument.tradable) return { why: 'closed', opensAt: instrument.nextOpen };
  if (!tick || tick.at === 0) return { why: 'waiting' };
  const age = now - tick.at;
  if (tick.st === 1 || age > actStaleMs) return { why: 'stale', ageS: Math.max(0, Math.floor(age / 1000)) };
  return null;
}
