import { draftStore } from '../ticket/draft-store.ts';
import { emptyDraft } from './draft.ts';

/** The spot order being written for each instrument: the ticket, the book and the chart share it. */
const drafts = draftStore('trade.draft', emptyDraft);
export const setDraft = drafts.set;
export const useDraft = drafts.use;
/** An accepted order empties the size, so that it is not sent twice by accident. */
export const clearSize = (symbol: string): void => setDraft(symbol, { quantity: emptyDraft.quantity, amount: emptyDraft.amount });
