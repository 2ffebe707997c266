import type { Clock } from '../../platform/clock.ts';
import type { Feed } from '../feeds/port.ts';
import { dateOf, dayMs } from '../sessions/index.ts';
import type { Candle, CandleBuilder } from './builder.ts';
import { daily, finerThan, intervalCount, spanOf } from './intervals.ts';
import type { CandleStore, NewestCandles } from './store.ts';

/** How far back a first start reaches, by the finest candle kept there: days, hours, quarters of an hour, five minutes, minutes. */
const reach = [
  { interval: 7, days: 1096 },
  { interval: 4, days: 60 },
  { interval: 2, days: 11 },
  { interval: 1, days: 4 },
  { interval: 0, days: 1 },
] as const;
/** A longer downtime than this is filled in like a first start: only the newest part gets minutes. */
const minutesAfterStandstill = 7 * dayMs;
/** Minutes kept in memory for the day's statistics. */
const recentMs = 6 * dayMs;

export interface Past {
  /** Closed minutes of the last days, ascending. Statistics start from them. */
  minutes: Candle[];
  /** Candles that the source had to fill in. */
  filled: number;
}

export interface Reach {
  /** The board adds the ticks from here on; the past reaches up to here. */
  ticksFrom: number;
  /** A first start has minutes from here on, so that the day's figures of a closed market have their session and the close before it. */
  minutesFrom: number;
  /** Called when the candles reach `ticksFrom`. */
  join(): void;
}

/** Brings one instrument's candles up to date: from the store, and where that has none, from the source's own history. */
export async function loadPast(
  instrument: number,
  builder: CandleBuilder,
  store: Pick<CandleStore, 'within' | 'flush'>,
  feed: Feed,
  ends: NewestCandles | undefined,
  clock: Clock,
  { ticksFrom, minutesFrom, join }: Reach,
): Promise<Past> {
  const now = clock.now();
  const lastMinute = ends?.get(0)?.end;
  if (ends) await restore(instrument, builder, store, ends, now);
  let filled = 0;
  const fill = (interval: number, from: number, to: number) => {
    if (from >= to) return;
    const candles = feed.history(instrument, from, to, spanOf(interval)).filter((one) => one.end <= now);
    filled += candles.length;
    // Only up to here: a week that ended before now still gets its later days from the next tier.
    builder.addPast(interval, candles, Math.min(to, now));
  };
  const stored = lastMinute ?? newest(ends);
  if (stored !== undefined && now - stored <= minutesAfterStandstill) {
    fill(0, stored, ticksFrom);
  } else {
    // Tiers meet at midnight UTC, so that every coarser candle has all of its parts in one tier or the next.
    const tiers = reach.map(({ interval, days }) => ({ interval, from: Math.min(dateOf(now) - days * dayMs, dateOf(minutesFrom)) }));
    let from = tiers[0]!.from;
    if (stored !== undefined) {
      from = dateOf(stored) + dayMs;
      fill(0, stored, from);
    }
    for (const [index, { interval }] of tiers.entries()) {
      const next = tiers[index + 1];
      const to = next ? Math.max(from, next.from) : ticksFrom;
      fill(interval, from, to);
      from = to;
    }
  }
  join();
  await store.flush();
  return { minutes: await store.within(instrument, 0, Math.min(minutesFrom, now - recentMs), now), filled };
}

const newest = (ends: NewestCandles | undefined) => (ends ? Math.max(...[...ends.values()].map(({ end }) => end)) : undefined);

/** Rebuilds the forming candles from their closed parts. */
async function restore(
  instrument: number,
  builder: CandleBuilder,
  store: Pick<CandleStore, 'within'>,
  ends: NewestCandles,
  now: number,
): Promise<void> {
  for (let interval = 0; interval < intervalCount; interval += 1) {
    const until = ends.get(interval)?.end ?? 0;
    const finer = interval === 0 ? undefined : finerThan(interval);
    const reachBack = Math.max(until, now - (interval > daily ? 40 : 3) * dayMs);
    const parts = finer === undefined ? [] : await store.within(instrument, finer, reachBack, now);
    builder.restore(interval, until, currentOnly(builder, interval, parts));
  }
}

/** Only parts of the newest bucket count. An older bucket that never closed is dropped. */
function currentOnly(builder: CandleBuilder, interval: number, parts: readonly Candle[]): readonly Candle[] {
  const last = parts.at(-1);
  const bucket = last && builder.buckets.at(interval, last.t);
  return bucket ? parts.filter((part) => part.t >= bucket.start && part.t < bucket.end) : [];
}
