import { decimalCompare, decimalDivide, decimalMultiply, formatAmount } from '@bourse/money';
import type { ErrorName } from '@bourse/protocol/errors';
import { ceilToStep, floorToStep, isMultiple, isPositive } from './arithmetic.ts';
import { hasLimitPrice, mayPostOnly, type OrderForm } from './order-form.ts';

/** A refusal known before sending, under the engine's name for it. */
export interface Problem<Field extends string> {
  field: Field;
  name: ErrorName;
  detail: Record<string, string>;
}
export type AddProblem<Field extends string> = (field: Field, name: ErrorName, detail?: Record<string, string>) => void;

/** Collects one problem per field at most, in the order of the ticket's fields. */
export function problemList<Field extends string>() {
  const found: Problem<Field>[] = [];
  const add: AddProblem<Field> = (field, name, detail = {}) => {
    if (!found.some((known) => known.field === field)) found.push({ field, name, detail });
  };
  return { found, add, fine: (field: Field) => !found.some((known) => known.field === field) };
}

/** The accepted price band around a reference, rounded to the price grid. */
export function bandOf(reference: string, bandBps: number, tick: string): { low: string; high: string } {
  const edge = (bps: number) => decimalDivide(decimalMultiply(reference, String(bps)), '10000', 18);
  return { low: ceilToStep(edge(10_000 - bandBps), tick), high: floorToStep(edge(10_000 + bandBps), tick) };
}

export function checkPrice<Field extends string>(field: Field, text: string, tick: string, add: AddProblem<Field>): void {
  if (!isPositive(text)) add(field, 'priceInvalid');
  else if (!isMultiple(text, tick)) add(field, 'priceOffTick', { tick });
}

/** An instrument's rules for one order. */
export interface OrderRules {
  tick: string;
  lot: string;
  minQuantity: string;
  maxQuantity: string;
  minNotional: string;
  bandBps: number;
}
interface PriceRules {
  tick: string;
  bandBps: number;
  /** The reference price for the band and for triggers; null while unknown. */
  reference: string | null;
  bid: string | null;
  ask: string | null;
}

/** Checks trigger and price: on the grid, on the correct side, inside the band, and not taking if the order is post-only. */
export function checkPrices(
  draft: OrderForm,
  buying: boolean,
  { tick, bandBps, reference, bid, ask }: PriceRules,
  locale: string,
  { add, fine }: { add: AddProblem<'price' | 'trigger'>; fine: (field: 'price' | 'trigger') => boolean },
): void {
  const shown = (value: string) => formatAmount(value, { locale });
  if (draft.form === 'stop') {
    checkPrice('trigger', draft.trigger, tick, add);
    // A stop lies beyond the price in the order's direction, a take-profit on the other side.
    const above = buying === (draft.purpose === 'stop');
    if (fine('trigger') && reference !== null && decimalCompare(draft.trigger, reference) !== (above ? 1 : -1))
      add('trigger', 'triggerWrongSide', { price: shown(reference) });
  }
  if (!hasLimitPrice(draft)) return;
  checkPrice('price', draft.price, tick, add);
  const around = draft.form === 'stop' ? draft.trigger : reference;
  if (!fine('price') || around === null || !isPositive(around)) return;
  const { low, high } = bandOf(around, bandBps, tick);
  if (decimalCompare(draft.price, low) < 0 || decimalCompare(draft.price, high) > 0)
    add('price', 'priceOutsideBand', { low: shown(low), high: shown(high) });
  const best = buying ? ask : bid;
  const crosses = best !== null && isPositive(best) && decimalCompare(draft.price, best) !== (buying ? -1 : 1);
  if (crosses && mayPostOnly(draft) && draft.postOnly) add('price', 'wouldTake');
}

interface LotRules {
  lot: string;
  minQuantity: string;
  maxQuantity: string;
  /** The quantity that can be closed; null when the order opens something. */
  open: string | null;
}

/** A quantity in whole lots within the instrument's limits; a close is limited by the open quantity instead. */
export function checkQuantity(
  text: string,
  { lot, minQuantity, maxQuantity, open }: LotRules,
  locale: string,
  add: AddProblem<'quantity'>,
): void {
  const shown = (value: string) => formatAmount(value, { locale });
  if (!isPositive(text)) add('quantity', 'quantityInvalid');
  else if (!isMultiple(text, lot)) add('quantity', 'quantityOffLot', { lot });
  else if (open !== null) {
    if (decimalCompare(text, open) > 0) add('quantity', 'closeTooLarge', { open: shown(open) });
  } else if (decimalCompare(text, minQuantity) < 0) add('quantity', 'quantityTooSmall', { min: shown(minQuantity) });
  else if (decimalCompare(text, maxQuantity) > 0) add('quantity', 'quantityTooLarge', { max: shown(maxQuantity) });
}

/** The fields at which every ticket shows these refusals of the engine. */
export const fieldsOfOrder = {
  priceInvalid: 'price',
  priceOffTick: 'price',
  priceOutsideBand: 'price',
  wouldTake: 'price',
  triggerWrongSide: 'trigger',
  quantityInvalid: 'quantity',
  quantityOffLot: 'quantity',
  quantityTooSmall: 'quantity',
  quantityTooLarge: 'quantity',
  notionalTooSmall: 'quantity',
  notionalTooLarge: 'quantity',
  cannotFillWhole: 'quantity',
  noLiquidity: 'quantity',
} as const satisfies Partial<Record<ErrorName, 'price' | 'trigger' | 'quantity'>>;
