import { formatUnits } from '@bourse/money';
import type { InstrumentInfo } from './port.ts';

/** Converts integers of the market data to the decimal strings that travel. All are exact: digits are placed, nothing is divided. */

const pad = '000000000000000000';

/** A non-negative safe integer with the decimal point put before its last `scale` digits. */
export function placePoint(units: number, scale: number): string {
  const digits = String(units);
  if (scale === 0) return digits;
  const whole = digits.length > scale ? digits : pad.slice(0, scale + 1 - digits.length) + digits;
  return `${whole.slice(0, -scale)}.${whole.slice(-scale)}`;
}

const tickUnits = new WeakMap<InstrumentInfo, number>();
const lotUnits = new WeakMap<InstrumentInfo, number>();
const numberOf = (cache: WeakMap<InstrumentInfo, number>, instrument: InstrumentInfo, units: bigint) => {
  let found = cache.get(instrument);
  if (found === undefined) {
    found = Number(units);
    cache.set(instrument, found);
  }
  return found;
};

export const priceText = (instrument: InstrumentInfo, ticks: number): string =>
  placePoint(ticks * numberOf(tickUnits, instrument, instrument.tickUnits), instrument.priceScale);

/** A day's volume may exceed 2^53. Then the exact path is used. */
export function quantityText(instrument: InstrumentInfo, lots: number): string {
  const units = lots * numberOf(lotUnits, instrument, instrument.lotUnits);
  if (Number.isSafeInteger(units)) return placePoint(units, instrument.quantityScale);
  return formatUnits(BigInt(Math.round(lots)) * instrument.lotUnits, instrument.quantityScale);
}

/** Turnover in the quote asset from tick·lots, cut to two decimals. It is a statistic, not an amount that moves. */
export function turnoverText(instrument: InstrumentInfo, tickLots: number): string {
  const units = BigInt(Math.round(tickLots)) * BigInt(instrument.quoteUnitsPerTickLot);
  const { scale } = instrument.quote;
  return scale <= 2 ? formatUnits(units, scale) : formatUnits(units / 10n ** BigInt(scale - 2), 2);
}

/** Change from one price to another in percent, two decimals, half away from zero. */
export function changeText(from: number, to: number): string {
  if (from <= 0) return '0.00';
  const hundredths = Math.round((Math.abs(to - from) * 10_000) / from);
  return `${to < from && hundredths > 0 ? '-' : ''}${placePoint(hundredths, 2)}`;
}

export const changeNumber = (from: number, to: number): number => (from > 0 ? (to - from) / from : 0);
