import { decimalCompare, decimalDivide, decimalMultiply, decimalSign, formatAmount } from '@bourse/money';
import type { ErrorName } from '@bourse/protocol/errors';
import { ceilToStep, floorToStep, isMultiple, isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import { byAmount, type Draft, hasLimitPrice, mayPostOnly } from './draft.ts';
import { availableFor, isBuy, preview, type TicketFacts } from './preview.ts';

export type TicketField = 'price' | 'trigger' | 'quantity';
/** A refusal known before sending, under the name the engine would use. */
export interface Problem {
  field: TicketField;
  name: ErrorName;
  detail: Record<string, string>;
}

/** The band around a reference: what the engine accepts, landing on the price grid. */
export function bandOf(reference: string, bandBps: number, tick: string): { low: string; high: string } {
  const edge = (bps: number) => decimalDivide(decimalMultiply(reference, String(bps)), '10000', 18);
  return { low: ceilToStep(edge(10_000 - bandBps), tick), high: floorToStep(edge(10_000 + bandBps), tick) };
}

const problem = (field: TicketField, name: ErrorName, detail: Record<string, string> = {}): Problem => ({ field, name, detail });

function priceProblem(field: 'price' | 'trigger', text: string, tick: string): Problem | undefined {
  if (!isPositive(text)) return problem(field, 'priceInvalid');
  if (!isMultiple(text, tick)) return problem(field, 'priceOffTick', { tick });
  return undefined;
}

/** A trigger must lie ahead of the price: a stop on the losing side, a take-profit on the winning one. */
function triggerAhead(draft: Draft, last: string): boolean {
  const above = isBuy(draft) === (draft.purpose === 'stop');
  const side = decimalCompare(draft.trigger, last);
  return above ? side > 0 : side < 0;
}

/**
 * What the engine would refuse, one problem per field at most, in the order in which a person reads the ticket. It uses the instrument's own rules,
 * so it agrees with the engine except where the market moves in between: then the engine's answer stands.
 */
export function problems(draft: Draft, facts: TicketFacts, locale = 'en'): Problem[] {
  const found: Problem[] = [];
  const add = (next: Problem | undefined) => {
    if (next && !found.some((known) => known.field === next.field)) found.push(next);
  };
  if (draft.form === 'stop') {
    add(priceProblem('trigger', draft.trigger, facts.tick));
    if (found.length === 0 && facts.last !== null && !triggerAhead(draft, facts.last))
      add(problem('trigger', 'triggerWrongSide', { price: formatAmount(facts.last, { locale }) }));
  }
  if (hasLimitPrice(draft)) {
    add(priceProblem('price', draft.price, facts.tick));
    const around = draft.form === 'stop' ? draft.trigger : facts.last;
    if (!found.some((known) => known.field === 'price') && around !== null && isPositive(around)) {
      const { low, high } = bandOf(around, facts.bandBps, facts.tick);
      if (decimalCompare(draft.price, low) < 0 || decimalCompare(draft.price, high) > 0)
        add(problem('price', 'priceOutsideBand', { low: formatAmount(low, { locale }), high: formatAmount(high, { locale }) }));
      else if (mayPostOnly(draft) && draft.postOnly && crosses(draft, facts)) add(problem('price', 'wouldTake'));
    }
  }
  add(sizeProblem(draft, facts, locale));
  return found;
}

function crosses(draft: Draft, facts: TicketFacts): boolean {
  const best = isBuy(draft) ? facts.ask : facts.bid;
  if (best === null || decimalSign(best) <= 0) return false;
  return isBuy(draft) ? decimalCompare(draft.price, best) >= 0 : decimalCompare(draft.price, best) <= 0;
}

function sizeProblem(draft: Draft, facts: TicketFacts, locale: string): Problem | undefined {
  const shown = (value: string) => formatAmount(value, { locale });
  const value = byAmount(draft);
  const given = value ? draft.amount : draft.quantity;
  if (!isPositive(given)) return problem('quantity', value ? 'amountInvalid' : 'quantityInvalid');
  if (value) {
    if (stepDecimals(given) > facts.quoteScale)
      return problem('quantity', 'amountScale', { asset: facts.quote, scale: String(facts.quoteScale) });
    if (decimalCompare(given, facts.minNotional) < 0)
      return problem('quantity', 'notionalTooSmall', { min: `${shown(facts.minNotional)} ${facts.quote}` });
  } else {
    if (!isMultiple(given, facts.lot)) return problem('quantity', 'quantityOffLot', { lot: facts.lot });
    if (decimalCompare(given, facts.minQuantity) < 0) return problem('quantity', 'quantityTooSmall', { min: shown(facts.minQuantity) });
    if (decimalCompare(given, facts.maxQuantity) > 0) return problem('quantity', 'quantityTooLarge', { max: shown(facts.maxQuantity) });
  }
  const order = preview(draft, facts);
  if (!order) return undefined;
  if (decimalCompare(order.amount, facts.minNotional) < 0)
    return problem('quantity', 'notionalTooSmall', { min: `${shown(facts.minNotional)} ${facts.quote}` });
  const available = availableFor(draft, facts);
  const needed = value && isBuy(draft) ? draft.amount : order.pays;
  if (available !== null && decimalCompare(needed, available) > 0)
    return problem('quantity', 'insufficientBalance', { asset: order.paysAsset, available: shown(available), needed: shown(needed) });
  if (draft.form === 'market' && (isBuy(draft) ? facts.ask : facts.bid) === null) return problem('quantity', 'noLiquidity');
  return undefined;
}

const fieldByName: Partial<Record<ErrorName, TicketField>> = {
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
  insufficientBalance: 'quantity',
  cannotFillWhole: 'quantity',
  noLiquidity: 'quantity',
  amountInvalid: 'quantity',
  amountScale: 'quantity',
};
/** The field at which a refusal of the engine is shown; undefined: above the button. */
export const fieldOf = (name: ErrorName | undefined): TicketField | undefined => (name === undefined ? undefined : fieldByName[name]);
