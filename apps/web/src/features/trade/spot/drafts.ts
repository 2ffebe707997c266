import { draftStore } from '../ticket/draft-store.ts';
import { emptyDraft } from './draft.ts';

/** The draft of each instrument's spot order: the ticket, the book and the chart share it. */
export const coinDrafts = draftStore('trade.draft', emptyDraft);
/** Orders written as a sentence. */
export const coinSlips = draftStore(null, emptyDraft);
export const setDraft = coinDrafts.set;
export const useDraft = coinDrafts.use;
/** Cleared with an accepted order, so that it is not sent twice by accident. */
export const noSize = { quantity: emptyDraft.quantity, amount: emptyDraft.amount };
