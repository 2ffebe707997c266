import fc from 'fast-check';
import type { EngineReader } from '../api.ts';
import type { Command } from '../commands.ts';
import { payoutDigest } from '../payments/digest.ts';

/** Random commands of payments and standings, for a venue with rails 1 (asset 1) and 2 (asset 2). */

const digests = ['A', 'B', 'C'].map((letter) => `${letter.repeat(42)}A`);
const digest = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...digests) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(43)) },
);
const evidence = fc.constantFrom(...digests);
const rail = fc.constantFrom(1, 2, 2, 2, 9);
const payout = fc.integer({ min: 1, max: 12 });
const deposit = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(2 ** 40));
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 1n << 90n }));
const step = { payout, attempt: fc.constantFrom(1, 1, 2), evidence };
const decided = { payout, digest, reason: fc.constantFrom('none', 'other'), evidence };

/** Rules under which most of what is asked for passes at once. */
export const easyRules = {
  levelLimits: [0, 2_000_000_000, 20_000_000_000],
  factorsPpm: [1_000_000, 2_000_000],
  destinationWaitMs: 400,
  credentialWaitMs: 400,
  reviewAbove: 1_000_000_000,
  secondAbove: 5_000_000_000,
  youngMs: 400,
  burstCount: 5,
  burstMs: 1000,
} as const;

export const openRail = (number: number) => ({
  ...({ kind: 'defineRail', rail: number, asset: number, channel: 1, minIn: 10n, autoInMax: 10n ** 9n, holdMs: 0, minOut: 10n } as const),
  ...{ feeFixed: 3, feePpm: 1000, hourlyUnreviewed: 10 ** 12, open: 3 },
});

/** Rails, levels, money, and a payout of the first person in each open state. */
export function openPayments(people: readonly number[]): Command[] {
  const [evidence] = digests as [string];
  const deposited = people.map(
    (account, at): Command => ({
      ...{ kind: 'creditDeposit', account, rail: 2, deposit: at + 1, amount: 10n ** 9n, fee: 0n, source: 1, evidence },
    }),
  );
  const payout = (destination: number): Command => ({
    ...{ kind: 'requestPayout', account: people[0]!, rail: 2, destination, amount: 1_000_000, flags: 256, factor: 'totp', evidence },
  });
  const steps = (number: number, ...kinds: readonly ('passPayout' | 'sendPayout' | 'doubtPayout' | 'finishPayout')[]): Command[] =>
    kinds.map((kind) =>
      kind === 'passPayout'
        ? { kind, payout: number, digest: evidence, reason: 'none' as const, evidence }
        : ({ kind, payout: number, attempt: 1, evidence } as Command),
    );
  return [
    openRail(1),
    openRail(2),
    { kind: 'definePayoutRules', ...easyRules, destinationWaitMs: 0 },
    ...people.map((account): Command => ({ kind: 'setLevel', account, level: 2, evidence })),
    ...deposited,
    ...people.map((account): Command => ({ kind: 'addDestination', account, rail: 2, digest: evidence })),
    ...Array.from({ length: 5 }, () => payout(1)),
    ...steps(2, 'passPayout'),
    ...steps(3, 'passPayout', 'sendPayout'),
    ...steps(4, 'passPayout', 'sendPayout', 'doubtPayout'),
    ...steps(5, 'passPayout', 'sendPayout', 'finishPayout'),
  ];
}

/** The same decision about the payout as it is, where it is to be one about what was seen. */
export function asSeen(engine: EngineReader, given: Command): Command {
  if (given.kind !== 'passPayout' && given.kind !== 'refusePayout' && given.kind !== 'resolvePayout') return given;
  const payout = engine.payments().payout(given.payout);
  return payout === undefined || given.digest !== digests[0] ? given : { ...given, digest: payoutDigest(engine.venue, payout) };
}

/** Rails, and the rules of payouts. */
const rules = {
  defineRail: {
    rail: fc.constantFrom(1, 2, 3),
    asset: fc.constantFrom(1, 2, 2, 3),
    channel: fc.constantFrom(1, 1, 6),
    minIn: fc.constantFrom(10n, 0n),
    autoInMax: amount,
    holdMs: fc.constantFrom(0, 0, 400),
    minOut: fc.constantFrom(10n, 0n),
    feeFixed: fc.constantFrom(3, 0),
    feePpm: fc.constantFrom(1000, 0, 1_000_000),
    hourlyUnreviewed: fc.constantFrom(10 ** 12, 0),
    open: fc.constantFrom(3, 3, 3, 1, 2),
  },
  stopRail: { rail: fc.constantFrom(1, 3), stopIn: fc.boolean(), stopOut: fc.boolean(), evidence },
  definePayoutRules: Object.fromEntries(Object.entries(easyRules).map(([name, value]) => [name, fc.constant(value)])),
};
const announcedKinds = ['defineRail', 'stopRail', 'definePayoutRules'] as const;
/** The same as bodies of announcements. */
export const anyRailChange = announcedKinds.map((kind) => fc.record({ kind: fc.constant(kind), ...rules[kind] }));

export const anyPayment = (who: fc.Arbitrary<number>, anyone: fc.Arbitrary<number>) =>
  ({
    ...rules,
    creditDeposit: {
      account: anyone,
      rail,
      deposit,
      amount,
      fee: fc.constantFrom(0n, 0n, 3n),
      source: fc.constantFrom(1, 2, 3, 4),
      evidence,
    },
    bookNetworkCost: { asset: fc.constantFrom(1, 2, 9), amount, evidence },
    reverseDeposit: { deposit, amount, evidence },
    addDestination: { account: who, rail, digest },
    dropDestination: { account: who, destination: fc.integer({ min: 1, max: 9 }) },
    requestPayout: {
      account: who,
      rail,
      destination: fc.integer({ min: 1, max: 6 }),
      amount: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.constant(2 ** 50)),
      flags: fc.constantFrom(0, 0, 256, 1),
      factor: fc.constantFrom('totp', 'passkey'),
      evidence,
    },
    cancelPayout: { account: who, payout },
    passPayout: decided,
    refusePayout: decided,
    resolvePayout: { ...decided, sent: fc.boolean() },
    sendPayout: step,
    doubtPayout: step,
    finishPayout: step,
    failPayout: step,
    returnPayout: { payout, amount: fc.integer({ min: 0, max: 1_000_000 }), evidence },
    holdAccount: {
      account: anyone,
      mode: fc.constantFrom('keep', 'normal', 'normal', 'closeOnly', 'locked'),
      payouts: fc.constantFrom('keep', 'until', 'afterCredential'),
      payoutsUntil: fc.constantFrom(0, 0, 1_700_000_000_500),
      evidence,
    },
    setLevel: { account: anyone, level: fc.constantFrom(1, 2, 2, 0), evidence },
    adjust: { account: anyone, house: anyone, asset: fc.constantFrom(1, 2, 3), amount, add: fc.boolean(), evidence },
  }) satisfies Partial<Record<Command['kind'], Record<string, fc.Arbitrary<unknown>>>>;
