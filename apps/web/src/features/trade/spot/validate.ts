import { decimalCompare, formatAmount, trimZeros } from '@bourse/money';
import type { ErrorName } from '@bourse/protocol/errors';
import { isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import { type AddProblem, checkPrices, checkQuantity, fieldsOfOrder, type Problem, problemList } from '../ticket/checks.ts';
import { byAmount, type Draft } from './draft.ts';
import { availableFor, isBuy, preview, type TicketFacts } from './preview.ts';

export type TicketField = 'price' | 'trigger' | 'quantity';

/**
 * Finds what the engine would refuse. It uses the instrument's own rules, so it agrees with the engine unless the market moves in between:
 * then the engine's answer is final.
 */
export function problems(draft: Draft, facts: TicketFacts, locale = 'en'): Problem<TicketField>[] {
  const list = problemList<TicketField>();
  checkPrices(draft, isBuy(draft), { ...facts, reference: facts.last }, locale, list);
  checkSize(draft, facts, locale, list.add);
  if (list.fine('quantity')) checkFunds(draft, facts, locale, list.add);
  return list.found;
}

function checkSize(draft: Draft, facts: TicketFacts, locale: string, add: AddProblem<'quantity'>): void {
  const { amount } = draft;
  if (!byAmount(draft)) checkQuantity(draft.quantity, { ...facts, open: null }, locale, add);
  else if (!isPositive(amount)) add('quantity', 'amountInvalid');
  else if (stepDecimals(amount) > facts.quoteScale) add('quantity', 'amountScale', { asset: facts.quote, scale: String(facts.quoteScale) });
  else if (decimalCompare(amount, facts.minNotional) < 0) add('quantity', 'notionalTooSmall', { min: minimumOf(facts, locale) });
}

function checkFunds(draft: Draft, facts: TicketFacts, locale: string, add: AddProblem<'quantity'>): void {
  const shown = (value: string) => formatAmount(value, { locale });
  const order = preview(draft, facts);
  if (!order) return;
  if (decimalCompare(order.amount, facts.minNotional) < 0) add('quantity', 'notionalTooSmall', { min: minimumOf(facts, locale) });
  const available = availableFor(draft, facts);
  const needed = byAmount(draft) && isBuy(draft) ? draft.amount : order.pays;
  if (available !== null && decimalCompare(needed, available) > 0)
    add('quantity', 'insufficientBalance', {
      asset: order.paysAsset,
      available: shown(trimZeros(available)),
      needed: shown(trimZeros(needed)),
    });
  if (draft.form === 'market' && (isBuy(draft) ? facts.ask : facts.bid) === null) add('quantity', 'noLiquidity');
}

const minimumOf = (facts: TicketFacts, locale: string): string => `${formatAmount(facts.minNotional, { locale })} ${facts.quote}`;

const fieldByName: Partial<Record<ErrorName, TicketField>> = {
  ...fieldsOfOrder,
  insufficientBalance: 'quantity',
  amountInvalid: 'quantity',
  amountScale: 'quantity',
};
/** The field under which to show the engine's refusal; undefined: above the button. */
export const fieldOf = (name: ErrorName | undefined): TicketField | undefined => (name === undefined ? undefined : fieldByName[name]);
