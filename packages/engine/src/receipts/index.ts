/**
 * Receipts: documents that show what a settlement was computed from and that anyone can recompute, even in a browser. The text is canonical JSON (keys
 * sorted, no spaces, amounts as decimal strings of minor units), and its SHA-256 is the receipt's hash. A receipt shows one side of a settlement and never
 * names the other side's account.
 */
export { canonicalJson, receiptHash } from './canonical.ts';
export type { FigureForm, ReceiptView } from './declare.ts';
export type { InstrumentFacts, Receipt, SettlementFacts } from './facts.ts';
export { type FillReceiptFacts, fillReceipt, fillRules, receiptVersion, recomputeFillReceipt } from './fill.ts';
export { settlementRules } from './rules.ts';
export {
  recompute,
  rulesOf,
  type SettlementDocument,
  type SettlementEvent,
  type SettlementKind,
  settlementKinds,
  settlementReceipt,
  viewOf,
} from './settlement.ts';
export type { ReceiptStep, Recomputed } from './sheet.ts';
export { type DefinedFacts, type StatedTerms, statedTerms } from './terms.ts';
export { parseTold, type ToldEvent, type ToldFill, toldFill, toldKinds, toldTexts } from './told.ts';
