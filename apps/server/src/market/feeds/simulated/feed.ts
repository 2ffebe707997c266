import type { Clock } from '../../../platform/clock.ts';
import { Buckets, daily, intervalCount, spanOf } from '../../candles/intervals.ts';
import type { Catalogue, InstrumentInfo } from '../../port.ts';
import { dayMs, minuteMs, type Sessions } from '../../sessions/index.ts';
import { LoopingFeed } from '../loop.ts';
import type { BaseCandle, Feed, FeedSink } from '../port.ts';
import { type SimulatedPrice, World, type WorldOptions } from './prices.ts';
import { dayOf } from './secrets.ts';
import { type Stream, unit } from './streams.ts';

/** Increases when the walk of a secret changes. Charts of an older walk start anew. */
export const walkVersion = 4;

/** After a longer silence (a sleeping machine) the feed continues with the current minute and does not replay the gap. */
const catchUpMs = 300_000;
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs;

/** Chance beside the price: each purpose has a stream of its own, so that what can be seen of one says nothing about another. */
const purposes = ['silence', 'rounding', 'side', 'size', 'volume', 'bustle'] as const;
/** Draws that are made at once. */
const drawsPerPage = 64;
/** Busy and quiet times last: each span has a mood of its own, and the moods of all spans multiply. `from` numbers their draws. */
const bustles = [
  { spanMs: dayMs, spread: 0.3, from: 0 },
  { spanMs: dayMs / 6, spread: 0.35, from: 1 },
  { spanMs: dayMs / 48, spread: 0.4, from: 7 },
  { spanMs: dayMs / 288, spread: 0.3, from: 55 },
] as const;

interface Member {
  instrument: InstrumentInfo;
  chance: Record<(typeof purposes)[number], Stream>;
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
  /** The moods that were drawn last, one of each span of `bustles`. */
  moods: { span: number; factor: number }[];
  nextSlot: number;
}

export interface SimulatedOptions extends WorldOptions {
  clock: Clock;
  /** Instruments that another feed prices. */
  except?: ReadonlySet<number>;
}

/** The default source. Its prices are a pure function of the days' secrets, the anchor and time, and are labelled simulated wherever they show. */
export class SimulatedFeed extends LoopingFeed implements Feed {
  readonly kind = 'simulated';
  readonly world: World;
  private readonly members = new Map<number, Member>();

  constructor({ clock, except, ...options }: SimulatedOptions) {
    super(clock);
    this.world = new World(options);
    for (const instrument of options.catalogue.instruments) {
      if (except?.has(instrument.id)) continue;
      this.members.set(instrument.id, member(options.catalogue, instrument, this.world));
    }
  }

  covers(instrument: number): string | undefined {
    return this.members.has(instrument) ? 'simulated' : undefined;
  }
  played() {
    return undefined;
  }
  crossings(): readonly number[] {
    return [];
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
    const time = slot * one.periodMs;
    const day = dayOf(time);
    const draw = Math.floor((time - day * dayMs) / one.periodMs);
    if (!this.world.streams.has(day)) return;
    // One slot in eight is silent, so that ticks are not perfectly regular.
    if (one.chance.silence.word(day, draw) % 8 === 0) return;
    if (one.sessions && !one.sessions.isOpen(time)) return;
    // Rounded up as often as the price is above the tick: on average the shown price is the price, whatever was shown before.
    const last = Math.max(1, Math.floor(one.live(time) / one.tick + one.chance.rounding.uniform(day, draw)));
    const half = Math.max(1, Math.round(last * one.halfSpread));
    const side = one.chance.side.word(day, draw) & 1 ? 1 : 0;
    sink.tick({
      instrument: one.instrument.id,
      time,
      // A buyer lifts the ask, a seller hits the bid, so the last price is one of them.
      bid: Math.max(1, side === 0 ? last - half : last),
      ask: side === 0 ? last : last + half,
      last,
      lots: this.printLots(one, day, draw),
      side,
    });
  }

  /** Log-normal sizes: many small, a few large. Their mean preserves the day's turnover. */
  private printLots(one: Member, day: number, draw: number): number {
    const mean = (one.lotsPerSecond * one.periodMs * bustle(one, day * dayMs + draw * one.periodMs)) / 1000 / 0.875;
    const lots = mean * Math.exp(1.1 * one.chance.size.normal(day, draw) - 0.6);
    const whole = Math.floor(lots);
    return whole + (unit(one.chance.size.word(day, draw, 2)) < lots - whole ? 1 : 0);
  }

  history(instrument: number, from: number, to: number, spanMs: number): BaseCandle[] {
    const one = this.members.get(instrument);
    if (!one || !this.world.streams.has(dayOf(to - 1))) return [];
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

/**
 * How busy a market is at a time, beside the usual. On average 1, so that the turnover of many days stays. Spans shorter than `finest` milliseconds are left
 * out: a reader of days need not draw minutes.
 */
function bustle(one: Member, time: number, finest = 0): number {
  let busy = 1;
  for (const [index, { spanMs, spread, from }] of bustles.entries()) {
    if (spanMs < finest) break;
    const mood = one.moods[index]!;
    const span = Math.floor(time / spanMs);
    if (mood.span !== span) {
      const day = dayOf(time);
      mood.span = span;
      mood.factor = Math.exp(spread * one.chance.bustle.normal(day, from + Math.floor((time - day * dayMs) / spanMs)) - spread ** 2 / 2);
    }
    busy *= mood.factor;
  }
  return busy;
}

/** A candle from evenly spaced prices. Undefined when the market was shut all the time. */
function sampled(one: Member, start: number, end: number, samples: number): BaseCandle | undefined {
  const step = (end - start) / samples;
  const finest = step / 2_000;
  let candle: BaseCandle | undefined;
  let traded = 0;
  for (let index = 0; index < samples; index += 1) {
    const time = start + step * (index + 0.5);
    if (one.sessions && !one.sessions.isOpen(time)) continue;
    traded += bustle(one, time, step);
    const price = Math.max(1, Math.round(one.past(time, finest) / one.tick));
    if (!candle) candle = { t: start, end, o: price, h: price, l: price, c: price, v: 0, q: 0 };
    candle.h = Math.max(candle.h, price);
    candle.l = Math.min(candle.l, price);
    candle.c = price;
  }
  if (!candle) return undefined;
  const day = dayOf(start);
  const mood = one.chance.volume.normal(day, Math.floor((start - day * dayMs) / minuteMs));
  const busy = Math.exp(0.5 * mood - 0.125) * (0.6 + (300 * (candle.h - candle.l)) / candle.o / Math.sqrt(step / 1000));
  candle.v = Math.max(1, Math.round(one.lotsPerSecond * ((traded * step) / 1000) * Math.min(4, busy)));
  candle.q = Math.round((candle.v * (candle.o + candle.h + candle.l + candle.c)) / 4);
  return candle;
}

function member({ walks }: Catalogue, instrument: InstrumentInfo, world: World): Member {
  const { walk, halfSpread, turnoverShare } = instrument.simulated;
  const terms = walks.get(walk);
  const reader = (lane: 'live' | 'past'): { at: (time: number, finest?: number) => number; price: SimulatedPrice; unit: number } => {
    if (terms && 'inverseOf' in terms) {
      const price = world.price(terms.inverseOf, lane);
      return { at: (time, finest) => 1 / price.at(time, finest), price, unit: 1 };
    }
    if (terms && 'of' in terms) {
      const [price, divisor] = [world.price(terms.of, lane), world.price(terms.over, lane)];
      return { at: (time, finest) => price.at(time, finest) / divisor.at(time, finest), price, unit: divisor.at(world.anchor) };
    }
    const price = world.price(walk, lane);
    return { at: (time, finest) => price.at(time, finest), price, unit: 1 };
  };
  const live = reader('live');
  const sessions = instrument.hours;
  const turnover = (live.price.turnover * turnoverShare) / live.unit;
  const lotQuote = live.at(world.anchor) * Number(instrument.lot);
  const streamOf = (purpose: string) => world.streams.stream(`${purpose} of ${instrument.symbol}`, drawsPerPage);
  return {
    instrument,
    chance: Object.fromEntries(purposes.map((purpose) => [purpose, streamOf(purpose)])) as Member['chance'],
    live: live.at,
    past: reader('past').at,
    sessions,
    buckets: new Buckets(sessions && instrument.kind === 3 ? sessions : null),
    periodMs: live.price.periodMs,
    halfSpread,
    tick: Number(instrument.tick),
    lotsPerSecond: turnover / lotQuote / 86_400 / openShare(sessions),
    moods: bustles.map(() => ({ span: Number.NaN, factor: 1 })),
    nextSlot: 0,
  };
}

/** The part of an ordinary day in which a market is open. */
function openShare(sessions: Sessions | null): number {
  const day = sessions?.lastDay(Date.UTC(2024, 0, 12))?.segments ?? [];
  return day.reduce((sum, { open, close }) => sum + close - open, 0) / dayMs || 1;
}
