/** The four steps of every receipt, in reading order. */
export const stepKeys = ['inputs', 'rule', 'arithmetic', 'hash'] as const;
export type StepKey = (typeof stepKeys)[number];
export type Verdicts = Readonly<Record<StepKey, boolean>>;
