/**
 * Every bound of the engine and what happens at it. Limits decide outcomes, so they are part of the journal: `setRules` is its first command and
 * comes again at each change. The defaults of this file are what a new venue is given; a journal replays under its own.
 */
export interface Limits {
  /** Trading accounts. Beyond: `overloaded`. */
  accounts: number;
  /** Assets. Beyond: `overloaded`. */
  assets: number;
  /** Instruments. Beyond: `overloaded`. */
  instruments: number;
  /** Resting and untriggered orders of one account. Beyond: `tooManyOpenOrders`. */
  openOrdersPerAccount: number;
  /** Resting orders of one book. Beyond: `bookFull`. */
  ordersPerBook: number;
  /** Untriggered and held orders of one instrument. Beyond: `bookFull`. */
  triggersPerBook: number;
  /** Fills of one incoming order. Beyond: the remainder is cancelled (`immediateRemainder`); fill-or-kill answers `cannotFillWhole`. */
  fillsPerOrder: number;
  /** Open positions of one account. Beyond: `positionsTooMany`. */
  positionsPerAccount: number;
  /** Pairs of take-profit and stop-loss for parts of one position. Beyond: `stopsTooMany`. */
  partStopsPerPosition: number;
  /** Session calendars. Beyond: `overloaded`. */
  calendars: number;
  /** Positions looked at for interest and borrow fees by one command after a close. The rest follow with the commands after it. */
  chargesPerCommand: number;
  /** Orders and positions of stocks that one command cancels, expires or changes for corporate actions, closes and opens. The rest follow with the commands after it. */
  stockStepsPerCommand: number;
  /** Items of one batch. Beyond: `batchTooLarge`. */
  batchItems: number;
  /** Items of one `feedTicks`. Beyond: `badRequest`. */
  ticksPerCommand: number;
  /** Stop and take-profit orders woken by one command. The rest stay due and wake with the commands that follow. */
  wakesPerCommand: number;
  /** Held protections looked at by one command. The rest follow with the commands after it. */
  heldLooksPerCommand: number;
  /** Timers fired before one command. The rest stay due and fire before the commands that follow. */
  timersPerCommand: number;
  /** Longest dead-man's switch, milliseconds. Beyond: `badRequest`. */
  cancelAfterMs: number;
  /** References of corporate actions. Beyond: `overloaded`. */
  references: number;
  /** Distinct feed names. Beyond: `overloaded`. */
  sources: number;
  /** Premium samples of one funding interval. Beyond: later ones are left out of the average. */
  premiumSamples: number;
  /** Positions that one command lets pay or receive in funding rounds. The rest follow with the commands after it. */
  fundingPerCommand: number;
  /** Positions or full-margin accounts whose margin one command looks at. The rest stay due and are looked at with the commands that follow. */
  marginChecksPerCommand: number;
  /** Steps of liquidations in one command, a ranking counting as more (`rankedPerStep`). The rest stay due and follow with the next commands. */
  liquidationStepsPerCommand: number;
  /** Positions that one step of a liquidation may deleverage. Beyond: what is left over is taken by the next step. */
  deleveragesPerStep: number;
  /** Timed contracts of one instrument that are not over: a tick settles all that are due. Beyond: `overloaded`. */
  timedPerInstrument: number;
  /** Timed contracts of one account that are not over. Beyond: `positionsTooMany`. */
  timedPerAccount: number;
  /**
   * Longest time after its instant, by the venue's clock, that a timed contract waits for the word of its feed. Beyond: it is void. Before that, only the
   * feed's own times make it void.
   */
  timedWaitMs: number;
  /**
   * Longest time after its instant, by the venue's clock, that a funding round without a fresh index waits for the word of its feed; at most until the next
   * round. 1: it does not wait.
   */
  fundingWaitMs: number;
  /** How far a tick may be ahead of the venue's clock; it counts as of now. Beyond: it is skipped. */
  tickAheadMs: number;
  /** Between the announcement of a change for the worse and its effect: at least 24 hours, and never lowered. 0: changes act at once, as before there was notice. */
  noticeMs: number;
  /**
   * The same of changes of rails and of the rules of payouts: at least 24 hours, and never lowered. 0: they change at once and without an announcement, as before
   * there was notice of them.
   */
  railNoticeMs: number;
  /** Changes that wait for their time. Beyond: `overloaded`. */
  pendingChanges: number;
  /** Proposals that wait for approval. Beyond: `overloaded`. */
  openProposals: number;
  /** How long a proposal waits for approval; then it has expired. */
  proposalLifeMs: number;
  /** Ways of assets from and to the world outside. Beyond: `overloaded`. */
  rails: number;
  /** Places where one account lets itself be paid. Beyond: `destinationsTooMany`. */
  destinationsPerAccount: number;
  /** Payouts that one account asks for in 24 hours, without released ones. Beyond: `payoutsTooMany`. */
  payoutsPerDay: number;
  /** Ended payouts kept so that a bank may give one back; older ones are `payoutUnknown`. Those of the last 24 hours are kept in any case. */
  payoutsKept: number;
  /** Credited deposits kept so that one may be reversed; older ones are `depositUnknown`. */
  depositsKept: number;
  /** How long the quote of a swap may be carried out. Beyond: `quoteExpired`. */
  swapQuoteMs: number;
  /** Payouts of rebates by one command. The rest follow with the commands after it. */
  rebatesPerCommand: number;
  /** Finished orders remembered so that a late cancel hears `orderFinished`; older ones are `orderUnknown`. */
  finishedOrders: number;
  /**
   * Which corrections of the engine's own rules hold; a journal of before them replays as it was written.
   * 1: a taker's fee is capped by what its order reserved, an amended order reserves the fee of its day, the insurance fund pays for no price far from the
   * mark, a round that is due when its interval changes is held, and released payouts leave the hourly cap of their rail.
   * 2: Earn knows the day though the timer of a product or a term waits for later commands, and a restricted account's term does not start again; a correction
   * out of the house's fees leaves what is owed as rebates; a day of rebates that is being paid is not finished by one command, nor are the days of a venue
   * that stood still begun by one; a closing order stops where the fees of its fills have taken the margin of what is left.
   */
  corrections: number;
  /** Events (in numbers of the raw log) not yet taken. Beyond: `apply` throws before it changes anything, because the host forgot to take them. */
  untakenEventNumbers: number;
}

export const defaultLimits: Readonly<Limits> = Object.freeze({
  accounts: 4_000_000,
  assets: 4096,
  instruments: 4096,
  openOrdersPerAccount: 5000,
  ordersPerBook: 2_000_000,
  triggersPerBook: 200_000,
  fillsPerOrder: 10_000,
  positionsPerAccount: 400,
  partStopsPerPosition: 20,
  calendars: 64,
  chargesPerCommand: 5000,
  stockStepsPerCommand: 1000,
  batchItems: 64,
  ticksPerCommand: 4096,
  wakesPerCommand: 1000,
  heldLooksPerCommand: 1000,
  timersPerCommand: 100,
  cancelAfterMs: 86_400_000,
  references: 1_000_000,
  sources: 256,
  premiumSamples: 5_000_000,
  fundingPerCommand: 1000,
  marginChecksPerCommand: 20_000,
  liquidationStepsPerCommand: 200,
  deleveragesPerStep: 100,
  timedPerInstrument: 5_000,
  timedPerAccount: 100,
  timedWaitMs: 86_400_000,
  fundingWaitMs: 86_400_000,
  tickAheadMs: 5_000,
  noticeMs: 86_400_000,
  railNoticeMs: 86_400_000,
  pendingChanges: 100_000,
  openProposals: 10_000,
  proposalLifeMs: 86_400_000,
  rails: 256,
  destinationsPerAccount: 50,
  payoutsPerDay: 100,
  payoutsKept: 100_000,
  depositsKept: 200_000,
  swapQuoteMs: 6_000,
  rebatesPerCommand: 500,
  finishedOrders: 65_536,
  corrections: 2,
  untakenEventNumbers: 64 * 1024 * 1024,
});

/** Numbers of the limits in the journal. Never reused; a new limit is appended with a new number. */
export const limitNumbers: Readonly<Record<keyof Limits, number>> = Object.freeze({
  accounts: 1,
  assets: 2,
  instruments: 3,
  openOrdersPerAccount: 4,
  ordersPerBook: 5,
  triggersPerBook: 6,
  fillsPerOrder: 7,
  positionsPerAccount: 8,
  partStopsPerPosition: 9,
  calendars: 10,
  chargesPerCommand: 11,
  batchItems: 12,
  ticksPerCommand: 13,
  wakesPerCommand: 14,
  heldLooksPerCommand: 15,
  timersPerCommand: 16,
  cancelAfterMs: 17,
  sources: 18,
  premiumSamples: 19,
  fundingPerCommand: 20,
  marginChecksPerCommand: 21,
  liquidationStepsPerCommand: 22,
  deleveragesPerStep: 23,
  timedPerInstrument: 24,
  timedPerAccount: 25,
  finishedOrders: 26,
  untakenEventNumbers: 27,
  references: 28,
  stockStepsPerCommand: 29,
  timedWaitMs: 30,
  tickAheadMs: 31,
  noticeMs: 32,
  pendingChanges: 33,
  fundingWaitMs: 34,
  openProposals: 36,
  proposalLifeMs: 37,
  rails: 38,
  destinationsPerAccount: 39,
  payoutsPerDay: 40,
  payoutsKept: 41,
  depositsKept: 42,
  railNoticeMs: 43,
  corrections: 44,
  swapQuoteMs: 45,
  rebatesPerCommand: 48,
});

/** A price is fresh while its tick is no older than this by the command's time. */
export const staleAfterMs = 5000;

/**
 * The limits of an engine that no `setRules` has reached yet. A limit that came later has the value that says what the engine did before it, so that a
 * journal or a snapshot that does not name it replays as it was written.
 */
const laterLimits = {
  ...{ timedWaitMs: staleAfterMs, tickAheadMs: Number.MAX_SAFE_INTEGER, fundingWaitMs: 1 },
  ...{ noticeMs: 0, railNoticeMs: 0, pendingChanges: defaultLimits.pendingChanges },
  ...{ openProposals: defaultLimits.openProposals, proposalLifeMs: defaultLimits.proposalLifeMs },
  ...{ rails: defaultLimits.rails, destinationsPerAccount: defaultLimits.destinationsPerAccount },
  corrections: 0,
  swapQuoteMs: defaultLimits.swapQuoteMs,
  rebatesPerCommand: defaultLimits.rebatesPerCommand,
  ...{ payoutsPerDay: defaultLimits.payoutsPerDay, payoutsKept: defaultLimits.payoutsKept, depositsKept: defaultLimits.depositsKept },
} satisfies Partial<Limits>;
export const earliestLimits: Readonly<Limits> = Object.freeze({ ...defaultLimits, ...laterLimits });

export const limitNames = Object.keys(limitNumbers) as readonly (keyof Limits)[];

/** Limits as a snapshot and the state hash hold them: a later limit that no `setRules` has changed is not named, as in the releases before it. */
export const keptLimits = (limits: Readonly<Limits>): { limit: number; value: number }[] =>
  listLimits(limits).filter(
    ({ limit, value }) =>
      !Object.entries(laterLimits).some(([name, first]) => limitNumbers[name as keyof Limits] === limit && first === value),
  );

/** Limits as `setRules` carries them. */
export const listLimits = (limits: Readonly<Limits>): { limit: number; value: number }[] =>
  limitNames.map((name) => ({ limit: limitNumbers[name], value: limits[name] }));

/** Limits that customers meet: which way is worse for them. The others bound the engine's work and its memory. */
export const customerLimits: Partial<Readonly<Record<keyof Limits, 'lower' | 'changed'>>> = {
  openOrdersPerAccount: 'lower',
  positionsPerAccount: 'lower',
  partStopsPerPosition: 'lower',
  timedPerAccount: 'lower',
  timedPerInstrument: 'lower',
  batchItems: 'lower',
  fillsPerOrder: 'lower',
  cancelAfterMs: 'lower',
  timedWaitMs: 'changed',
  noticeMs: 'lower',
  railNoticeMs: 'lower',
  destinationsPerAccount: 'lower',
  payoutsPerDay: 'lower',
  swapQuoteMs: 'lower',
};

interface LimitValue {
  readonly limit: number;
  readonly value: number;
}

/** Whether a list of limits takes anything from customers, compared with the values that the same limits have. */
export const limitsWorse = (before: readonly LimitValue[], after: readonly LimitValue[]): boolean =>
  limitNames.some((name) => {
    const of = (list: readonly LimitValue[]) => list.find(({ limit }) => limit === limitNumbers[name])?.value;
    const [old, next] = [of(before), of(after)];
    if (old === undefined || next === undefined) return false;
    return customerLimits[name] === 'changed' ? next !== old : customerLimits[name] === 'lower' && next < old;
  });

/** Positions ranked for automatic deleveraging: so many count as a further step, because looking at them takes as long. */
export const rankedPerStep = 500;
/** What a demo account is topped up to, in whole units of the demo asset. */
export const demoGrantWhole = 100_000n;
export const demoAssetCode = 'USDT';
export const dayMs = 86_400_000;
