import { decimalCompare, decimalMultiply, formatAmount } from '@bourse/money';
import type { Preview } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';
import { isPositive } from '../ticket/arithmetic.ts';
import {
  type AddProblem,
  checkPrice,
  checkPrices,
  checkQuantity,
  fieldsOfOrder,
  type OrderRules,
  type Problem,
  problemList,
} from '../ticket/checks.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { buys, isLong, isOpening, type PositionDraft } from './draft.ts';

export type PositionField = 'price' | 'trigger' | 'quantity' | 'takeProfit' | 'stopLoss';

export interface PositionRules extends OrderRules {
  quote: string;
  /** The price that triggers and stops compare with: a contract's mark, a stock's last price. */
  reference: string | null;
  bid: string | null;
  ask: string | null;
  /** The quantity that can be closed; null when opening. */
  open: string | null;
}

/** Finds what the engine would refuse. If the market moves in between, the engine's answer is final. */
export function positionProblems(draft: PositionDraft, rules: PositionRules, locale = 'en'): Problem<PositionField>[] {
  const list = problemList<PositionField>();
  const shown = (value: string) => formatAmount(value, { locale });
  const { reference } = rules;
  const entry = hasLimitPrice(draft) ? draft.price : draft.form === 'stop' ? draft.trigger : reference;
  checkPrices(draft, buys(draft), rules, locale, list);
  checkQuantity(draft.quantity, rules, locale, list.add);
  if (list.fine('quantity') && rules.open === null && entry !== null && isPositive(entry)) {
    if (decimalCompare(decimalMultiply(entry, draft.quantity), rules.minNotional) < 0)
      list.add('quantity', 'notionalTooSmall', { min: `${shown(rules.minNotional)} ${rules.quote}` });
  }
  if (isOpening(draft) && draft.stops) {
    const opensAt = hasLimitPrice(draft) && isPositive(draft.price) ? draft.price : draft.form === 'stop' ? draft.trigger : reference;
    checkStops(draft, rules.tick, opensAt, isLong(draft), shown, list.add);
  }
  return list.found;
}

/** Checks take-profit and stop-loss: on the price grid, each on its own side of a price. Empty ones are not set. */
export function checkStops(
  stops: { takeProfit: string; stopLoss: string },
  tick: string,
  price: string | null,
  long: boolean,
  shown: (value: string) => string,
  add: AddProblem<'takeProfit' | 'stopLoss'>,
): void {
  for (const [field, name, above] of [
    ['takeProfit', 'takeProfitWrongSide', long],
    ['stopLoss', 'stopLossWrongSide', !long],
  ] as const) {
    const text = stops[field];
    if (text === '') continue;
    checkPrice(field, text, tick, add);
    // `add` keeps a field's first problem: a price off the grid is reported as that.
    if (isPositive(text) && price !== null && isPositive(price) && decimalCompare(text, price) !== (above ? 1 : -1))
      add(field, name, { price: shown(price) });
  }
}

const fieldByName: Partial<Record<ErrorName, PositionField>> = {
  ...fieldsOfOrder,
  insufficientBalance: 'quantity',
  priceOutsideDayLimits: 'price',
  priceBeyondMargin: 'price',
  notionalBeyondTiers: 'quantity',
  closeTooLarge: 'quantity',
  takeProfitWrongSide: 'takeProfit',
  stopLossWrongSide: 'stopLoss',
};
/** The field under which to show the engine's refusal; undefined: above the button. */
export const positionFieldOf = (name: ErrorName | undefined): PositionField | undefined =>
  name === undefined ? undefined : fieldByName[name];
/**
 * A refusal that market conditions caused ends when the exchange no longer foresees one: somebody quotes again, and the same order can be
 * sent.
 */
export const hasPassed = (refused: ErrorName | undefined, foreseen: Pick<Preview, 'refusal'> | undefined): boolean =>
  refused === 'noLiquidity' && foreseen?.refusal === null;
