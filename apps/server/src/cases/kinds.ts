import { identityReasons, type Permission } from '@bourse/protocol';

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
