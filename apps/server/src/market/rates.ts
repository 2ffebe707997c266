import { decimalDivide, decimalMultiply } from '@bourse/money';
import type { FeedKind } from '@bourse/protocol';
import type { Clock } from '../platform/clock.ts';
import type { Board, Live } from './board.ts';
import type { CandleStore } from './candles/store.ts';
import type { SimulatedPrice, World } from './feeds/simulated/prices.ts';
import { dayOf } from './feeds/simulated/secrets.ts';
import { priceText } from './figures.ts';
import type { Catalogue, PricePoint } from './port.ts';

/** A price and its source. */
export interface Rate extends PricePoint {
  currency: string;
  source: string;
  /** Null: a rule, no price. */
  feed: FeedKind | null;
}

/** Digits of a divided rate. */
const rateScale = 10;

/** Rates are read every second. The walk is computed less often. */
const quantumMs = 1_000;

interface Options {
  catalogue: Catalogue;
  board: Board;
  store: CandleStore;
  clock: Clock;
  world: World;
}

/** The value of one unit of any asset in US dollars. By rule, USDT counts as one dollar, because balances are shown in it. */
export class Rates {
  private readonly options: Options;
  private readonly walks = new Map<string, SimulatedPrice>();

  constructor(options: Options) {
    this.options = options;
    for (const [code, rate] of options.catalogue.rates) if ('walk' in rate) this.walks.set(code, options.world.price(rate.walk, 'rates'));
  }

  /** Undefined: there is no rate. */
  usd(code: string): Rate | undefined {
    const currency = code.toUpperCase();
    const now = this.options.clock.now();
    if (currency === 'USD' || currency === 'USDT')
      return { currency, price: '1', time: now, stale: false, source: currency === 'USD' ? 'unit' : 'rule: 1 USDT = 1 USD', feed: null };
    const walk = this.walks.get(currency);
    if (walk) {
      const time = Math.floor(now / quantumMs) * quantumMs;
      const price = this.simulated(walk, time);
      return price === undefined ? undefined : { currency, price, time, stale: false, source: 'simulated', feed: 'simulated' };
    }
    const found = this.instrumentFor(currency);
    if (!found || found.live.last === 0) return undefined;
    const price = this.converted(found.live, found.inverse, priceText(found.live.instrument, found.live.last));
    if (price === undefined) return undefined;
    // The price of a shut market is its last price, not a stale one.
    const stale = this.options.board.isOpen(found.live) && this.options.board.isStale(found.live);
    return {
      currency,
      price,
      time: found.live.shownAt,
      stale,
      source: found.live.instrument.source.name,
      feed: found.live.instrument.source.feed,
    };
  }

  /** The rate at an earlier time: the close of the finest stored candle at or before it. */
  async usdAt(code: string, time: number): Promise<string | undefined> {
    const currency = code.toUpperCase();
    if (currency === 'USD' || currency === 'USDT') return '1';
    const walk = this.walks.get(currency);
    if (walk) return this.simulated(walk, Math.floor(time / quantumMs) * quantumMs);
    const found = this.instrumentFor(currency);
    if (!found) return undefined;
    const { instrument } = found.live;
    const price = await this.priceAt(instrument.id, time);
    if (price === undefined) return undefined;
    if (found.inverse) return decimalDivide('1', price, rateScale);
    const quote = await this.usdAt(instrument.quote.code, time);
    return quote === undefined ? undefined : decimalMultiply(price, quote);
  }

  /** An instrument's price at an earlier time: the close of the finest stored candle at or before it. */
  async priceAt(instrument: number, time: number): Promise<string | undefined> {
    const { catalogue, store } = this.options;
    const known = catalogue.instrumentById(instrument);
    let best: { end: number; c: number } | undefined;
    for (const interval of [0, 4, 7]) {
      // The newest candle may still have been forming at that time. Then use the one before it.
      const candles = await store.before(instrument, interval, time, 2);
      const candle = candles.filter(({ end }) => end <= time).at(-1);
      if (candle && (!best || candle.end > best.end)) best = candle;
      if (best && time - best.end < 120_000) break;
    }
    return known && best && priceText(known, best.c);
  }

  /** Every currency with a rate: money first, then coins. */
  all(): Rate[] {
    const codes = ['USD', 'USDT', ...this.options.catalogue.rates.keys()];
    const coins = this.options.catalogue.assets.filter(({ kind }) => kind === 3).map(({ code }) => code);
    return [...new Set([...codes, ...coins])].flatMap((code) => this.usd(code) ?? []);
  }

  /** USD for one unit of a currency whose walk is the price of a dollar, to ten digits. The future has no rate, and a day without a secret has none. */
  private simulated(walk: SimulatedPrice, time: number): string | undefined {
    const { clock, world } = this.options;
    if (time > clock.now() || !world.streams.has(dayOf(time))) return undefined;
    return decimalDivide('1', walk.at(time).toFixed(6), rateScale);
  }

  private instrumentFor(code: string): { live: Live; inverse: boolean } | undefined {
    const { catalogue, board } = this.options;
    const rate = catalogue.rates.get(code);
    const inverse = rate && 'inverse' in rate ? rate.inverse : undefined;
    const symbol = rate && 'symbol' in rate ? rate.symbol : inverse;
    const instrument = symbol
      ? catalogue.instrumentBySymbol(symbol)
      : (catalogue.instrumentBySymbol(`${code}/USDT`) ?? catalogue.instruments.find(({ kind, symbol: own }) => kind === 3 && own === code));
    const live = instrument && board.get(instrument.id);
    return live && { live, inverse: inverse !== undefined };
  }

  private converted(live: Live, inverted: boolean, price: string): string | undefined {
    if (inverted) return decimalDivide('1', price, rateScale);
    const { code } = live.instrument.quote;
    if (code === 'USDT' || code === 'USD') return price;
    const quote = this.usd(code);
    return quote && decimalMultiply(price, quote.price);
  }
}
