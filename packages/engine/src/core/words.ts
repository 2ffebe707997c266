import { formatUnits } from '@bourse/money';
import { OrderStatus } from '@bourse/protocol/enums';
import type { Asset } from '../catalogue/assets.ts';

/** Figures for refusals, as a customer reads them. Only refusals pay for making them. */

interface Priced {
  base: Asset;
  quote: Asset;
  lotUnits: number;
  unit: number;
}

/** A price in ticks as a decimal: ticks × quote units per tick and lot ÷ base units per lot, in whole units of both; at most 18 decimals. */
export function priceWords(instrument: Priced, ticks: number): string {
  const scaled = (BigInt(ticks) * BigInt(instrument.unit) * 10n ** BigInt(instrument.base.scale + 18)) / BigInt(instrument.lotUnits);
  return trim(formatUnits(scaled, instrument.quote.scale + 18));
}

export const lotsWords = (instrument: Priced, lots: number) =>
  trim(formatUnits(BigInt(lots) * BigInt(instrument.lotUnits), instrument.base.scale));

export const amountWords = (asset: Asset, units: bigint) => trim(formatUnits(units, asset.scale));

/** A time as text, to the minute, rounded up: `2026-11-23 14:05 UTC`. */
export function timeWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const [year, month, day] = dateOf(Math.floor(minutes / 1440));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)} UTC`;
}

/** The date of a day counted from 1970-01-01, in the Gregorian calendar: the engine has no clock and no calendar of the host. Eras of 400 years begin on 1 March. */
function dateOf(days: number): readonly [year: number, month: number, day: number] {
  const since = days + 719_468;
  const era = Math.floor(since / 146_097);
  const ofEra = since - era * 146_097;
  const years = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365);
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return [years + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * march + 2) / 5) + 1];
}

export const statusWord = (status: OrderStatus) => Object.entries(OrderStatus).find(([, value]) => value === status)?.[0] ?? '';

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
