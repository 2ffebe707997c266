import { draftStore } from '../ticket/draft-store.ts';
import { emptyDraft } from './draft.ts';

/** The spot order being written for each instrument: the ticket, the book and the chart share it. */
const drafts = draftStore('trade.draft', emptyDraft);
export const setDraft = drafts.set;
export const useDraft = drafts.use;
/** The first price a limit ticket shows; whatever was typed meanwhile stays. */
export function offerPrice(symbol: string, price: string): void {
  if (drafts.read(symbol).price === '') setDraft(symbol, { price });
}
/** After an order was placed: what it bought is not what the next one buys. */
export const clearSize = (symbol: string): void => setDraft(symbol, { quantity: emptyDraft.quantity, amount: emptyDraft.amount });
