import type { Clock } from '../../../platform/clock.ts';
import { Buckets, daily, intervalCount, spanOf } from '../../candles/intervals.ts';
import type { Catalogue, InstrumentInfo } from '../../port.ts';
import { dayMs, minuteMs, type Sessions } from '../../sessions/index.ts';
import { LoopingFeed } from '../loop.ts';
import type { BaseCandle, Feed, FeedSink } from '../port.ts';
import type { Walk } from './models.ts';
import { hash, normal, seedOf, uniform } from './noise.ts';
import { MarketTime, SimulatedPrice } from './prices.ts';

/** Increases when the walk of a seed changes. Charts of an older walk start anew. */
export const walkVersion = 2;

/** After a longer silence (a sleeping machine) the feed continues with the current minute and does not replay the gap. */
const catchUpMs = 300_000;
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs;

interface Member {
  instrument: InstrumentInfo;
  seed: number;
  /** Quote price at a time. Live and historical readers are separate, so that each walks forward through its own cache. */
  live: (time: number) => number;
  past: (time: number, finest: number) => number;
  sessions: Sessions | null;
  buckets: Buckets;
  periodMs: number;
  halfSpread: number;
  tick: number;
  /** Mean lots per second on the source. */
  lotsPerSecond: number;
  nextSlot: number;
}

export interface SimulatedOptions {
  catalogue: Catalogue;
  clock: Clock;
  seed: number;
  /** When prices had their starting values: the first start of this data folder. */
  anchor: number;
  /** Instruments that another feed prices. */
  except?: ReadonlySet<number>;
}

/** The default source. Its prices are a pure function of seed, anchor and time, and are labelled simulated wherever they show. */
export class SimulatedFeed extends LoopingFeed implements Feed {
  readonly kind = 'simulated';
  private readonly members = new Map<number, Member>();

  constructor({ catalogue, clock, seed, anchor, except }: SimulatedOptions) {
    super(clock);
    const times = new Map<Sessions | null, MarketTime>();
    const timeOf = (hours: Sessions | null) => {
      const time = times.get(hours) ?? new MarketTime(hours);
      times.set(hours, time);
      return time;
    };
    for (const instrument of catalogue.instruments) {
      if (except?.has(instrument.id)) continue;
      this.members.set(instrument.id, member(catalogue.walks, instrument, seed, anchor, timeOf));
    }
  }

  covers(instrument: number): string | undefined {
    return this.members.has(instrument) ? 'simulated' : undefined;
  }
  played() {
    return undefined;
  }
  gaps(): ReadonlyMap<string, number> {
    return new Map();
  }

  override start(sink: FeedSink, since?: (instrument: number) => number) {
    const now = this.clock.now();
    for (const one of this.members.values()) one.nextSlot = Math.ceil((since?.(one.instrument.id) ?? now) / one.periodMs);
    if (since) this.emitUntil(now, sink);
    super.start(sink);
  }

  override emitUntil(now: number, sink: FeedSink) {
    for (const one of this.members.values()) {
      const last = Math.floor(now / one.periodMs);
      if (last - one.nextSlot > catchUpMs / one.periodMs) one.nextSlot = Math.ceil(minuteOf(now) / one.periodMs);
      for (; one.nextSlot <= last; one.nextSlot += 1) this.emit(one, one.nextSlot, sink);
    }
  }

  private emit(one: Member, slot: number, sink: FeedSink) {
    const draw = hash(one.seed, slot >>> 0, Math.floor(slot / 4_294_967_296));
    // One slot in eight is silent, so that ticks are not perfectly regular.
    if (draw % 8 === 0) return;
    const time = slot * one.periodMs;
    if (one.sessions && !one.sessions.isOpen(time)) return;
    const price = one.live(time);
    const last = Math.max(1, Math.round(price / one.tick));
    const half = Math.max(1, Math.round((price * one.halfSpread) / one.tick));
    const side = (draw >>> 8) & 1 ? 1 : 0;
    sink.tick({
      instrument: one.instrument.id,
      time,
      // A buyer lifts the ask, a seller hits the bid, so the last price is one of them.
      bid: Math.max(1, side === 0 ? last - half : last),
      ask: side === 0 ? last : last + half,
      last,
      lots: this.printLots(one, draw),
      side,
    });
  }

  /** Log-normal sizes: many small, a few large. Their mean preserves the day's turnover. */
  private printLots(one: Member, draw: number): number {
    const mean = (one.lotsPerSecond * one.periodMs) / 1000 / 0.875;
    const lots = mean * Math.exp(1.1 * normal(one.seed, draw, 7) - 0.6);
    const whole = Math.floor(lots);
    return whole + (uniform(one.seed, draw, 8) < lots - whole ? 1 : 0);
  }

  history(instrument: number, from: number, to: number, spanMs: number): BaseCandle[] {
    const one = this.members.get(instrument);
    if (!one) return [];
    let interval = 0;
    while (interval < intervalCount - 1 && spanOf(interval) < spanMs) interval += 1;
    const samples = interval === 0 ? 4 : interval >= daily ? 10 : 6;
    const candles: BaseCandle[] = [];
    for (const { start, end } of one.buckets.between(interval, from, to)) {
      const candle = sampled(one, start, end, samples);
      if (candle) candles.push(candle);
    }
    return candles;
  }
}

/** A candle from evenly spaced prices. Undefined when the market was shut all the time. */
function sampled(one: Member, start: number, end: number, samples: number): BaseCandle | undefined {
  const step = (end - start) / samples;
  const finest = step / 16_000;
  let candle: BaseCandle | undefined;
  let open = 0;
  for (let index = 0; index < samples; index += 1) {
    const time = start + step * (index + 0.5);
    if (one.sessions && !one.sessions.isOpen(time)) continue;
    open += 1;
    const price = Math.max(1, Math.round(one.past(time, finest) / one.tick));
    if (!candle) candle = { t: start, end, o: price, h: price, l: price, c: price, v: 0, q: 0 };
    candle.h = Math.max(candle.h, price);
    candle.l = Math.min(candle.l, price);
    candle.c = price;
  }
  if (!candle) return undefined;
  const minute = Math.floor(start / 60_000);
  const busy =
    Math.exp(0.5 * normal(one.seed, minute >>> 0, 9) - 0.125) * (0.6 + (300 * (candle.h - candle.l)) / candle.o / Math.sqrt(step / 1000));
  candle.v = Math.max(1, Math.round(one.lotsPerSecond * ((open * step) / 1000) * Math.min(4, busy)));
  candle.q = Math.round((candle.v * (candle.o + candle.h + candle.l + candle.c)) / 4);
  return candle;
}

function member(
  walks: ReadonlyMap<string, Walk>,
  instrument: InstrumentInfo,
  seed: number,
  anchor: number,
  timeOf: (hours: Sessions | null) => MarketTime,
): Member {
  const { walk, hours, halfSpread, turnoverShare } = instrument.simulated;
  const own = seedOf(seed, instrument.symbol);
  const terms = walks.get(walk);
  const priceOf = (code: string) => new SimulatedPrice(walks, code, seed, anchor, timeOf(hours));
  const reader = () => {
    if (terms && 'inverseOf' in terms) {
      const price = priceOf(terms.inverseOf);
      return { at: (time: number, finest = 0) => 1 / price.at(time, finest), price, unit: 1 };
    }
    if (terms && 'of' in terms) {
      const [price, divisor] = [priceOf(terms.of), priceOf(terms.over)];
      return { at: (time: number, finest = 0) => price.at(time, finest) / divisor.at(time, finest), price, unit: divisor.at(anchor) };
    }
    const price = priceOf(walk);
    if (instrument.kind !== 2) return { at: (time: number, finest = 0) => price.at(time, finest), price, unit: 1 };
    // A perpetual differs from its underlying by a few hundredths of a percent, drifting over hours.
    return { at: (time: number, finest = 0) => price.at(time, finest) * (1 + basis(own, time)), price, unit: 1 };
  };
  const live = reader();
  const tick = Number(instrument.tick);
  const sessions = instrument.hours;
  const turnover = (live.price.turnover * turnoverShare) / live.unit;
  const lotQuote = live.at(anchor) * Number(instrument.lot);
  return {
    instrument,
    seed: own,
    live: live.at,
    past: reader().at,
    sessions,
    buckets: new Buckets(sessions && instrument.kind === 3 ? sessions : null),
    periodMs: live.price.periodMs,
    halfSpread,
    tick,
    lotsPerSecond: turnover / lotQuote / 86_400 / openShare(sessions),
    nextSlot: 0,
  };
}

/** The part of an ordinary day in which a market is open. */
function openShare(sessions: Sessions | null): number {
  const day = sessions?.lastDay(Date.UTC(2024, 0, 12))?.segments ?? [];
  return day.reduce((sum, { open, close }) => sum + close - open, 0) / dayMs || 1;
}

const basisPeriodMs = 1_800_000;
/** Smooth noise between half-hourly draws, 0.02 % at one standard deviation. */
function basis(seed: number, time: number): number {
  const cell = Math.floor(time / basisPeriodMs);
  const share = time / basisPeriodMs - cell;
  const eased = share * share * (3 - 2 * share);
  return 0.0002 * (normal(seed, cell >>> 0, 11) * (1 - eased) + normal(seed, (cell + 1) >>> 0, 11) * eased);
}
