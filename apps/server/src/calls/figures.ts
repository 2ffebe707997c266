import { divFloor, formatUnits, parseUnits } from '@bourse/money';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import { stepAt } from '../market/catalogue/ladder.ts';
import type { AssetInfo, InstrumentInfo } from '../market/port.ts';

/**
 * Converts customers' decimal strings to the engine's ticks, lots and minor units, and back. Both ways are exact: a value that does not fit is
 * refused, never rounded.
 */

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** Base minor units of one lot. */
export const lotInBase = (instrument: InstrumentInfo) =>
  instrument.lotUnits * 10n ** BigInt(instrument.base.scale - instrument.quantityScale);

/** A customer's price. It is on the instrument's ladder. */
export function toTicks(instrument: InstrumentInfo, text: string): number {
  const ticks = exactTicks(instrument, text);
  const step = stepAt(instrument, ticks);
  if (ticks % step !== 0) throw new Refusal('priceOffTick', { tick: priceText(instrument, step) });
  return ticks;
}

export function exactTicks(instrument: InstrumentInfo, text: string): number {
  const offTick = () => new Refusal('priceOffTick', { tick: instrument.tick });
  const units = read(text, instrument.priceScale, 'priceInvalid', offTick);
  if (units % instrument.tickUnits !== 0n) throw offTick();
  const ticks = units / instrument.tickUnits;
  if (ticks > maxSafe) throw new Refusal('priceInvalid');
  return Number(ticks);
}

export function toLots(instrument: InstrumentInfo, text: string): number {
  const offLot = () => new Refusal('quantityOffLot', { lot: instrument.lot });
  const units = read(text, instrument.quantityScale, 'quantityInvalid', offLot);
  if (units % instrument.lotUnits !== 0n) throw offLot();
  const lots = units / instrument.lotUnits;
  if (lots > maxSafe) throw new Refusal('quantityTooLarge', { max: lotsText(instrument, instrument.maxLots) });
  return Number(lots);
}

/** A quote amount to spend or raise, in the quote's minor units. */
export function toQuoteUnits(instrument: InstrumentInfo, text: string): number {
  const units = toAmount(instrument.quote, text);
  if (units > maxSafe) throw new Refusal('notionalTooLarge', { max: amountText(instrument.quote, maxSafe) });
  return Number(units);
}

/** An amount of an asset in minor units, above zero. */
export function toAmount(asset: AssetInfo, text: string): bigint {
  return read(text, asset.scale, 'amountInvalid', () => new Refusal('amountScale', { asset: asset.code, scale: asset.scale }));
}

function read(text: string, scale: number, invalid: ErrorName, beyondScale: () => Refusal): bigint {
  const parsed = parseUnits(text, scale);
  if (!parsed.ok) throw parsed.problem === 'scale' ? beyondScale() : new Refusal(invalid);
  if (parsed.units === 0n) throw new Refusal(invalid);
  return parsed.units;
}

export const priceText = (instrument: InstrumentInfo, ticks: number): string =>
  formatUnits(BigInt(ticks) * instrument.tickUnits, instrument.priceScale);
export const lotsText = (instrument: InstrumentInfo, lots: number): string =>
  formatUnits(BigInt(lots) * instrument.lotUnits, instrument.quantityScale);
export const amountText = (asset: AssetInfo, units: bigint): string => formatUnits(units, asset.scale);
export const quoteText = (instrument: InstrumentInfo, units: number): string => formatUnits(BigInt(units), instrument.quote.scale);

/** Parts per million as percent. */
export const percentOfPpm = (ppm: number): string => formatUnits(BigInt(ppm), 4);

/** Decimals of an average price in addition to those of a price. Further digits are cut, not rounded. */
const averageExtraDecimals = 2;

/** Average price of one base unit, or null before the first fill. */
export function averageText(instrument: InstrumentInfo, filledLots: number, filledQuote: number): string | null {
  if (filledLots === 0) return null;
  const scale = instrument.priceScale + averageExtraDecimals;
  const numerator = BigInt(filledQuote) * 10n ** BigInt(instrument.base.scale + scale);
  const denominator = BigInt(filledLots) * lotInBase(instrument) * 10n ** BigInt(instrument.quote.scale);
  return formatUnits(divFloor(numerator, denominator), scale);
}
