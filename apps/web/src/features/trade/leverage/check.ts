import { decimalCompare, decimalMultiply, formatAmount } from '@bourse/money';
import type { Preview } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';
import { bandOf } from '../spot/validate.ts';
import { isMultiple, isPositive } from '../ticket/arithmetic.ts';
import { buys, hasLimitPrice, isLong, isOpening, mayPostOnly, type PositionDraft } from './draft.ts';

export type PositionField = 'price' | 'trigger' | 'quantity' | 'takeProfit' | 'stopLoss';
/** A refusal known before sending, under the name the engine would use. */
export interface PositionProblem {
  field: PositionField;
  name: ErrorName;
  detail: Record<string, string>;
}

export interface PositionRules {
  tick: string;
  lot: string;
  minQuantity: string;
  maxQuantity: string;
  minNotional: string;
  bandBps: number;
  quote: string;
  /** What triggers and stops compare with: a contract's mark, a stock's last price. */
  reference: string | null;
  bid: string | null;
  ask: string | null;
  /** Quantity that can be closed; null when opening. */
  open: string | null;
}

/** What the engine would refuse, one problem a field at most, in the order of the ticket. The market may move in between: then its answer stands. */
export function positionProblems(draft: PositionDraft, rules: PositionRules, locale = 'en'): PositionProblem[] {
  const found: PositionProblem[] = [];
  const shown = (value: string) => formatAmount(value, { locale });
  const add = (field: PositionField, name: ErrorName, detail: Record<string, string> = {}) => {
    if (!found.some((known) => known.field === field)) found.push({ field, name, detail });
  };
  const price = (field: PositionField, text: string) => {
    if (!isPositive(text)) add(field, 'priceInvalid');
    else if (!isMultiple(text, rules.tick)) add(field, 'priceOffTick', { tick: rules.tick });
  };
  const fine = (field: PositionField) => !found.some((known) => known.field === field);
  const { reference } = rules;

  if (draft.form === 'stop') {
    price('trigger', draft.trigger);
    // A stop lies ahead of the price in the order's own direction, a take-profit behind it.
    const above = buys(draft) === (draft.purpose === 'stop');
    if (fine('trigger') && reference !== null && decimalCompare(draft.trigger, reference) !== (above ? 1 : -1))
      add('trigger', 'triggerWrongSide', { price: shown(reference) });
  }
  if (hasLimitPrice(draft)) {
    price('price', draft.price);
    const around = draft.form === 'stop' ? draft.trigger : reference;
    if (fine('price') && around !== null && isPositive(around)) {
      const { low, high } = bandOf(around, rules.bandBps, rules.tick);
      if (decimalCompare(draft.price, low) < 0 || decimalCompare(draft.price, high) > 0)
        add('price', 'priceOutsideBand', { low: shown(low), high: shown(high) });
      else if (mayPostOnly(draft) && draft.postOnly && crosses(draft, rules)) add('price', 'wouldTake');
    }
  }
  checkQuantity(draft, rules, shown, add);
  if (isOpening(draft) && draft.stops) {
    const entry = hasLimitPrice(draft) && isPositive(draft.price) ? draft.price : draft.form === 'stop' ? draft.trigger : reference;
    checkStops(draft, rules.tick, entry, isLong(draft), shown, add);
  }
  return found;
}

type Add = (field: PositionField, name: ErrorName, detail?: Record<string, string>) => void;

function checkQuantity(draft: PositionDraft, rules: PositionRules, shown: (value: string) => string, add: Add): void {
  const { quantity } = draft;
  const at = hasLimitPrice(draft) ? draft.price : draft.form === 'stop' ? draft.trigger : rules.reference;
  if (!isPositive(quantity)) add('quantity', 'quantityInvalid');
  else if (!isMultiple(quantity, rules.lot)) add('quantity', 'quantityOffLot', { lot: rules.lot });
  else if (rules.open !== null) {
    if (decimalCompare(quantity, rules.open) > 0) add('quantity', 'closeTooLarge', { open: shown(rules.open) });
  } else if (decimalCompare(quantity, rules.minQuantity) < 0) add('quantity', 'quantityTooSmall', { min: shown(rules.minQuantity) });
  else if (decimalCompare(quantity, rules.maxQuantity) > 0) add('quantity', 'quantityTooLarge', { max: shown(rules.maxQuantity) });
  else if (at !== null && isPositive(at) && decimalCompare(decimalMultiply(at, quantity), rules.minNotional) < 0)
    add('quantity', 'notionalTooSmall', { min: `${shown(rules.minNotional)} ${rules.quote}` });
}

/** Take-profit and stop-loss on the grid and on their own side of a price. Empty ones are not set. */
export function checkStops(
  stops: { takeProfit: string; stopLoss: string },
  tick: string,
  price: string | null,
  long: boolean,
  shown: (value: string) => string,
  add: Add,
): void {
  for (const [field, name, above] of [
    ['takeProfit', 'takeProfitWrongSide', long],
    ['stopLoss', 'stopLossWrongSide', !long],
  ] as const) {
    const text = stops[field];
    if (text === '') continue;
    if (!isPositive(text)) add(field, 'priceInvalid');
    else if (!isMultiple(text, tick)) add(field, 'priceOffTick', { tick });
    else if (price !== null && isPositive(price) && decimalCompare(text, price) !== (above ? 1 : -1))
      add(field, name, { price: shown(price) });
  }
}

function crosses(draft: PositionDraft, { bid, ask }: PositionRules): boolean {
  const best = buys(draft) ? ask : bid;
  if (best === null || !isPositive(best)) return false;
  return buys(draft) ? decimalCompare(draft.price, best) >= 0 : decimalCompare(draft.price, best) <= 0;
}

const fieldByName: Partial<Record<ErrorName, PositionField>> = {
  priceInvalid: 'price',
  priceOffTick: 'price',
  priceOutsideBand: 'price',
  priceOutsideDayLimits: 'price',
  priceBeyondMargin: 'price',
  wouldTake: 'price',
  triggerWrongSide: 'trigger',
  quantityInvalid: 'quantity',
  quantityOffLot: 'quantity',
  quantityTooSmall: 'quantity',
  quantityTooLarge: 'quantity',
  notionalTooSmall: 'quantity',
  notionalTooLarge: 'quantity',
  notionalBeyondTiers: 'quantity',
  closeTooLarge: 'quantity',
  cannotFillWhole: 'quantity',
  noLiquidity: 'quantity',
  takeProfitWrongSide: 'takeProfit',
  stopLossWrongSide: 'stopLoss',
};
/** The field at which a refusal of the engine is shown; undefined: above the button. */
export const positionFieldOf = (name: ErrorName | undefined): PositionField | undefined =>
  name === undefined ? undefined : fieldByName[name];
/** A refusal of the moment, over as soon as the exchange foresees none: somebody quotes again, and the order may be sent as it stands. */
export const hasPassed = (refused: ErrorName | undefined, foreseen: Pick<Preview, 'refusal'> | undefined): boolean =>
  refused === 'noLiquidity' && foreseen?.refusal === null;
