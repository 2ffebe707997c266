import { depositReasons, identityReasons, type Permission, payoutReasonCodes } from '@bourse/protocol';

const hourMs = 3_600_000;

/** What a kind of case declares. A new kind is one entry here, with its sentences in the words and its effect where it is opened. */
export interface CaseKind {
  /** What an operator holds to take and decide it. */
  power: Permission;
  /** How many different people decide it. 0: nothing is decided, somebody answers. */
  persons: 0 | 1 | 2;
  /** How soon the customer is promised an answer, ms. */
  promiseMs: number;
  /** Published reasons of a yes and of a no. */
  reasons: { pass: readonly string[]; refuse: readonly string[] };
  /** Tables of the customer that its screen shows beside it. */
  panels: readonly string[];
  opens: 'customer' | 'operator' | 'machine';
  /** How long it waits before anybody may pass it, ms, so that the owner of the account can cancel it. */
  notBeforeMs?: number;
}

export const caseKinds = {
  dayTrade: {
    power: 'rules',
    persons: 1,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['experienceShown'], refuse: ['experienceMissing', 'meansNotShown', 'other'] },
    panels: ['positions', 'orders', 'balances'],
    opens: 'customer',
  },
  /** A level that the customer holds elsewhere. */
  levelMatch: {
    power: 'rules',
    persons: 1,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['levelShown'], refuse: ['levelNotShown', 'other'] },
    panels: ['balances', 'orders'],
    opens: 'customer',
  },
  /** PLUS was asked for, and its price is frozen. */
  plus: {
    power: 'money',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['plusInOrder'], refuse: ['plusNotInOrder', 'other'] },
    panels: ['balances', 'cases'],
    opens: 'machine',
  },
  /** A large loan, whose collateral is frozen. After 24 hours it lapses. */
  loan: {
    power: 'money',
    persons: 2,
    promiseMs: 12 * hourMs,
    reasons: { pass: ['loanInOrder'], refuse: ['loanNotInOrder', 'other'] },
    panels: ['balances', 'cases'],
    opens: 'machine',
  },
  feedback: {
    power: 'support',
    persons: 0,
    promiseMs: 48 * hourMs,
    reasons: { pass: ['answered'], refuse: ['notUnderstood', 'other'] },
    panels: ['cases', 'sessions'],
    opens: 'customer',
  },
  identity: {
    power: 'compliance',
    persons: 1,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['documentsAgree'], refuse: identityReasons },
    panels: ['cases', 'restrictions'],
    opens: 'customer',
  },
  /** An application of somebody who may be on a list, or whose document is on another account. */
  screening: {
    power: 'compliance',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['anotherPerson'], refuse: identityReasons },
    panels: ['cases', 'restrictions'],
    opens: 'customer',
  },
  /** A customer who lost every factor starts again with the password. */
  factorReset: {
    power: 'compliance',
    persons: 2,
    promiseMs: 96 * hourMs,
    notBeforeMs: 72 * hourMs,
    reasons: { pass: ['ownerProved'], refuse: ['ownerNotProved', 'other'] },
    panels: ['sessions', 'restrictions', 'cases'],
    opens: 'customer',
  },
  /** Money that has come in and that no machine credits alone. */
  deposit: {
    power: 'money',
    persons: 1,
    promiseMs: 4 * hourMs,
    reasons: { pass: ['arrived'], refuse: depositReasons },
    panels: ['balances', 'cases'],
    opens: 'machine',
  },
  /** A deposit that was credited and then left its chain. */
  reversal: {
    power: 'money',
    persons: 2,
    promiseMs: hourMs,
    reasons: { pass: ['neverCame'], refuse: ['cameAgain', 'other'] },
    panels: ['balances', 'lines'],
    opens: 'machine',
  },
  /** Money that came in and that nobody announced: a line of a bank, or coins to an address that is nobody's. */
  unmatched: {
    power: 'money',
    persons: 1,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['ownerFound'], refuse: ['noCustomers', 'other'] },
    panels: ['balances', 'cases'],
    opens: 'machine',
  },
  /** A payout that somebody looks at before it is sent. */
  payout: {
    power: 'money',
    persons: 1,
    promiseMs: 4 * hourMs,
    reasons: { pass: ['payoutInOrder'], refuse: payoutReasonCodes },
    panels: ['balances', 'cases', 'lines'],
    opens: 'machine',
  },
  /** A payout of so much that two people decide. */
  payoutLarge: {
    power: 'money',
    persons: 2,
    promiseMs: 4 * hourMs,
    reasons: { pass: ['payoutInOrder'], refuse: payoutReasonCodes },
    panels: ['balances', 'cases', 'lines'],
    opens: 'machine',
  },
  /** A payout of which nobody knows whether it was sent. */
  doubt: {
    power: 'money',
    persons: 2,
    promiseMs: hourMs,
    reasons: { pass: ['provedSent'], refuse: ['provedNotSent'] },
    panels: ['balances', 'lines'],
    opens: 'machine',
  },
  /** A bank gave a payout back. */
  payoutReturn: {
    power: 'money',
    persons: 2,
    promiseMs: 4 * hourMs,
    reasons: { pass: ['cameBack'], refuse: ['notThisPayout', 'other'] },
    panels: ['balances', 'lines'],
    opens: 'machine',
  },
  /** What is held outside differs from what is owed. */
  difference: {
    power: 'money',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['explained', 'corrected'], refuse: ['notADifference', 'other'] },
    panels: [],
    opens: 'machine',
  },
  /** A list of people who must not be served enters into force; everybody is screened again. */
  screeningList: {
    power: 'compliance',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['listGenuine'], refuse: ['listDoubtful', 'other'] },
    panels: [],
    opens: 'machine',
  },
  /** Many customers are told something. */
  broadcast: {
    power: 'content',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['textInOrder'], refuse: ['textUnclear', 'other'] },
    panels: [],
    opens: 'machine',
  },
  /** A risky product is opened in a venue. */
  product: {
    power: 'rules',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['riskAccepted'], refuse: ['riskTooHigh', 'other'] },
    panels: [],
    opens: 'machine',
  },
  /** Payouts may begin again. */
  payoutsOn: {
    power: 'rules',
    persons: 2,
    promiseMs: 4 * hourMs,
    reasons: { pass: ['causeGone'], refuse: ['causeRemains', 'other'] },
    panels: [],
    opens: 'machine',
  },
  /** A customer who was held is let in again. */
  lift: {
    power: 'compliance',
    persons: 2,
    promiseMs: 24 * hourMs,
    reasons: { pass: ['causeGone', 'heldByMistake'], refuse: ['causeRemains', 'other'] },
    panels: ['restrictions', 'sessions', 'lines'],
    opens: 'operator',
  },
} as const satisfies Record<string, CaseKind>;
export type CaseKindName = keyof typeof caseKinds;

export const kindOf = (kind: string): CaseKind | undefined =>
  Object.hasOwn(caseKinds, kind) ? caseKinds[kind as CaseKindName] : undefined;
export const kindNames = Object.keys(caseKinds) as CaseKindName[];
