import { draftStore } from '../ticket/draft-store.ts';
import { emptyDraft } from './draft.ts';

/** The draft of each instrument's spot order: the ticket, the book and the chart share it. */
const drafts = draftStore('trade.draft', emptyDraft);
export const setDraft = drafts.set;
export const useDraft = drafts.use;
/** Clear the size of an accepted order, so that it is not sent twice by accident. */
export const clearSize = (symbol: string): void => setDraft(symbol, { quantity: emptyDraft.quantity, amount: emptyDraft.amount });
