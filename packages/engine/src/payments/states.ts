/** Where a payout is. The last five are its ends; `returned` follows only upon `completed`. Stored by place: append, never reorder. */
export const payoutStates = [
  'waiting',
  'approved',
  'sending',
  'errored',
  'completed',
  'notPassed',
  'cancelled',
  'notSent',
  'returned',
] as const;
export type PayoutState = (typeof payoutStates)[number];

/** What can be done to a payout: from which states, and to which. Nothing else is possible. */
export const payoutSteps = {
  cancelPayout: { from: ['waiting', 'approved'], to: 'cancelled' },
  passPayout: { from: ['waiting'], to: 'approved' },
  refusePayout: { from: ['waiting'], to: 'notPassed' },
  sendPayout: { from: ['approved'], to: 'sending' },
  doubtPayout: { from: ['sending'], to: 'errored' },
  finishPayout: { from: ['sending', 'errored'], to: 'completed' },
  failPayout: { from: ['sending', 'errored'], to: 'notSent' },
  /** What people found out about one that nobody knew: `sent` or not. */
  resolveSent: { from: ['errored'], to: 'completed' },
  resolveNotSent: { from: ['errored'], to: 'notSent' },
  returnPayout: { from: ['completed'], to: 'returned' },
} as const satisfies Record<string, { from: readonly PayoutState[]; to: PayoutState }>;
export type PayoutStep = keyof typeof payoutSteps;

export const allows = (step: PayoutStep, state: PayoutState): boolean => (payoutSteps[step].from as readonly PayoutState[]).includes(state);

const open: readonly PayoutState[] = ['waiting', 'approved', 'sending', 'errored'];
/** The amount of a payout is frozen until its end. */
export const isOpen = (state: PayoutState): boolean => open.includes(state);

const released: readonly PayoutState[] = ['notPassed', 'cancelled', 'notSent'];
/** The money never left: it is available again, and the day's sum forgets it. */
export const isReleased = (state: PayoutState): boolean => released.includes(state);

/** Why a person looks at a payout before it is sent, as bits. The engine sets the first ones itself. Never reused. */
export const reviewFlags = {
  firstPayout: 1,
  youngDestination: 2,
  manyAtOnce: 4,
  aboveReview: 8,
  aboveSecond: 16,
  noPrice: 32,
  railCap: 64,
  restricted: 128,
  screening: 256,
  device: 512,
  travelRule: 1024,
  other: 2048,
} as const;
/** The bits that the server may add. It can take none away. */
export const serverFlags = reviewFlags.screening | reviewFlags.device | reviewFlags.travelRule | reviewFlags.other;

/** Why people refused a payout, as customers are told. Tipping off about a suspicion is a crime; `lawForbidsDetail` says nothing. Stored by place. */
export const payoutReasons = [
  'none',
  'destinationUnclear',
  'holderDiffers',
  'sourceUnclear',
  'travelRuleOpen',
  'askedByCustomer',
  'lawForbidsDetail',
  'other',
] as const;

/** Who told of a deposit. The last two are read by people. */
export const depositSources = { chain: 1, gateway: 2, statement: 3, operator: 4 } as const;
export type DepositSource = (typeof depositSources)[keyof typeof depositSources];

/** The second factor with which the customer asked. */
export const payoutFactors = ['totp', 'passkey'] as const;

/** What a rail is open for, as bits. */
export const railOpen = { in: 1, out: 2 } as const;
