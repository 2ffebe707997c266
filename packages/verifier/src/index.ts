/** Checks receipts, commands and heads of the transparency log without asking the exchange anything. */
export { type Head, keysOf, readHead, venueOf } from './head.ts';
export { type CheckedOwed, checkOwed, type OwedStepName, type OwedVerdict, type OwnLeaves, type PublishedOwed } from './owed.ts';
export { definedFigures, type Rebuilt } from './rebuild.ts';
export { type CheckedReceipt, checkProof, checkReceipt, type GivenReceipt } from './receipt.ts';
export { type Step, type StepName, type Verdict, verdictOf, type Why } from './steps.ts';
