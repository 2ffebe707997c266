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

export const statusWord = (status: OrderStatus) => Object.entries(OrderStatus).find(([, value]) => value === status)?.[0] ?? '';

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
