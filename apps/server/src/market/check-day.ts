import { type Candle, CandleBuilder } from './candles/builder.ts';
import { Buckets } from './candles/intervals.ts';
import type { BaseCandle, FeedTick } from './feeds/port.ts';
import { SimulatedFeed } from './feeds/simulated/feed.ts';
import { commitmentTo, dayOf } from './feeds/simulated/secrets.ts';
import type { Catalogue } from './port.ts';
import { dayMs, minuteMs } from './sessions/index.ts';

/** A published day: its commitment, and its secret once it is over. */
export interface RevealedDay {
  day: number;
  commitment: string;
  secret: string | null;
}

/** A minute as the chart shows it, in ticks and lots; `q` where it is known: the public calls leave it out. */
export type ShownMinute = Pick<BaseCandle, 't' | 'o' | 'h' | 'l' | 'c' | 'v'> & Partial<Pick<BaseCandle, 'q'>>;

export interface DayCheck {
  /** Days from the anchor to this one whose secret is missing or does not match its commitment. */
  wrongSecrets: number[];
  /** Minutes that are what the secrets make them. */
  equal: number;
  /** Minutes of which the server missed ticks because it was down: they are what the source’s history says instead. */
  filled: number;
  different: { minute: number; shown: ShownMinute; made: Candle | undefined }[];
}

/**
 * Recomputes a day that is over from what is public, and compares it with the minutes that the chart shows: `days` are all published days from the
 * anchor's to this one.
 */
export function checkDay(
  catalogue: Catalogue,
  symbol: string,
  { anchor, days, day, shown }: { anchor: number; days: readonly RevealedDay[]; day: number; shown: readonly ShownMinute[] },
): DayCheck {
  const instrument = catalogue.instrumentBySymbol(symbol);
  if (!instrument) throw new RangeError(`there is no instrument ${symbol}`);
  const secrets = new Map(days.flatMap((one) => (one.secret === null ? [] : [[one.day, Buffer.from(one.secret, 'hex')] as const])));
  const commitments = new Map(days.map((one) => [one.day, one.commitment]));
  const wrongSecrets: number[] = [];
  for (let each = dayOf(anchor); each <= day; each += 1) {
    const secret = secrets.get(each);
    if (!secret || commitmentTo(secret) !== commitments.get(each)) wrongSecrets.push(each);
  }
  if (wrongSecrets.length > 0) return { wrongSecrets, equal: 0, filled: 0, different: [] };

  const begin = day * dayMs;
  const clock = { now: () => begin, after: () => () => {}, defer: () => {} };
  const except = new Set(catalogue.instruments.filter(({ id }) => id !== instrument.id).map(({ id }) => id));
  const feed = new SimulatedFeed({ catalogue, clock, secrets: { of: (each) => secrets.get(each) }, anchor, except });
  const minutes = new Map<number, Candle>();
  const builder = new CandleBuilder(new Buckets(instrument.kind === 3 ? instrument.hours : null), (interval, candle) => {
    if (interval === 0) minutes.set(candle.t, candle);
  });
  const sink = { tick: ({ time, last, lots }: FeedTick) => void builder.add(time, last, lots), garbage() {} };
  feed.start(sink, () => begin);
  feed.stop();
  for (let now = begin; now <= begin + dayMs; now += minuteMs) feed.emitUntil(now, sink);
  builder.closeBefore(begin + dayMs);
  const history = new Map(feed.history(instrument.id, begin, begin + dayMs, minuteMs).map((candle) => [candle.t, candle]));

  const check: DayCheck = { wrongSecrets, equal: 0, filled: 0, different: [] };
  for (const candle of shown) {
    const made = minutes.get(candle.t);
    if (same(candle, made)) check.equal += 1;
    else if (same(candle, history.get(candle.t))) check.filled += 1;
    else check.different.push({ minute: candle.t, shown: candle, made });
  }
  return check;
}

const same = (one: ShownMinute, other: BaseCandle | undefined): boolean =>
  other !== undefined &&
  (['t', 'o', 'h', 'l', 'c', 'v', 'q'] as const).every((field) => one[field] === undefined || one[field] === other[field]);
