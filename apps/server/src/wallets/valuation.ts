import { divFloor, formatUnits } from '@bourse/money';
import type { AssetInfo, MarketData, PricePoint } from '../market/port.ts';

/**
 * Display money. Every value is in USD with eight decimals, cut per balance and then added, so that a total is exactly the sum of the rows above it.
 * A balance without a rate has no value and is named; it is never silently zero.
 */
export const valueScale = 8;

/** A plain decimal as an integer and its scale. */
function decimalParts(text: string): { units: bigint; scale: number } {
  const dot = text.indexOf('.');
  return dot < 0
    ? { units: BigInt(text), scale: 0 }
    : { units: BigInt(text.slice(0, dot) + text.slice(dot + 1)), scale: text.length - dot - 1 };
}

/** USD of `units` minor units at a rate for one whole unit, in units of `valueScale`; rounded down. */
export function usdOf(units: bigint, asset: Pick<AssetInfo, 'scale'>, rate: string): bigint {
  const { units: rateUnits, scale } = decimalParts(rate);
  return divFloor(units * rateUnits * 10n ** BigInt(valueScale), 10n ** BigInt(asset.scale + scale));
}

export const valueText = (value: bigint): string => formatUnits(value, valueScale);

/** part ÷ whole as percent with two decimals, rounded towards zero; 0 where there is no whole. */
export function percentText(part: bigint, whole: bigint): string {
  if (whole <= 0n) return '0.00';
  return formatUnits((part * 10_000n) / whole, 2);
}

/** Adds up values and records which could not be valued or use an old price. */
export class Sum {
  total = 0n;
  stale = false;
  private readonly without = new Set<string>();

  add(units: bigint, asset: AssetInfo, rate: PricePoint | undefined): bigint | undefined {
    if (units === 0n) return 0n;
    if (!rate) {
      this.without.add(asset.code);
      return undefined;
    }
    this.stale ||= rate.stale;
    const value = usdOf(units, asset, rate.price);
    this.total += value;
    return value;
  }

  get missing(): string[] {
    return [...this.without].sort();
  }

  view() {
    return { total: valueText(this.total), currency: 'USD' as const, stale: this.stale, missing: this.missing };
  }
}

const maxRates = 50_000;

/** Stored past rates never change, so each is read once. */
export class RateHistory {
  private readonly market: MarketData;
  private readonly known = new Map<string, string>();

  constructor(market: MarketData) {
    this.market = market;
  }

  at(code: string, time: number): Promise<string | undefined> {
    return this.remembered(`${code}@${time}`, () => this.market.usdRateAt(code, time));
  }

  /** The last price of an instrument at an earlier time. */
  priceOf(instrument: number, time: number): Promise<string | undefined> {
    return this.remembered(`#${instrument}@${time}`, () => this.market.priceAt(instrument, time));
  }

  private async remembered(key: string, ask: () => Promise<string | undefined>): Promise<string | undefined> {
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const rate = await ask();
    // A missing rate may still be filled in later, so only found rates are cached.
    if (rate !== undefined) {
      for (const oldest of this.known.keys()) {
        if (this.known.size < maxRates) break;
        this.known.delete(oldest);
      }
      this.known.set(key, rate);
    }
    return rate;
  }
}
