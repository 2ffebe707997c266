import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnnouncedCommand, Command } from '../commands.ts';
import { limitNumbers } from '../core/limits.ts';
import { restoreEngine } from '../engine.ts';
import { ana, day, hour, margin, NoticeVenue, payouts, rail, spot, timed } from '../testing/notice-venue.ts';

/** Terms as an account has them, each as a figure that is worse when it is higher. Written without the declarations that it tests. */
function termsOf(rules: Rules): Record<string, number> {
  const rate = (list: readonly number[]) => list[Math.min(rules.feeClass, list.length - 1)]!;
  const tier = (notional: number) => rules.margin.tiers.find(({ maxNotional }) => notional <= maxNotional);
  const payout = (durationMs: number) => rules.timed.offers.find((one) => one.durationMs === durationMs)?.payoutPpm ?? 0;
  return {
    taker: rate(rules.spot.takerFeePpm),
    maker: rate(rules.spot.makerFeePpm),
    smallest: rules.spot.minLots,
    largest: -rules.spot.maxLots,
    keeps: rules.spot.keepsProtection ? 0 : 1,
    liquidation: rules.margin.liquidationFeePpm,
    ...Object.fromEntries(
      sizes.flatMap((size) => [
        [`leverage at ${size}`, -(tier(size)?.maxLeverage ?? 0)],
        [`maintenance at ${size}`, tier(size)?.maintenancePpm ?? 1_000_000],
      ]),
    ),
    'payout 30': -payout(30_000),
    'payout 60': -payout(60_000),
    stake: -rules.timed.maxStake,
    orders: -rules.openOrders,
    'rail fee of a small payout': rules.rail.feeFixed + rules.rail.feePpm / 1000,
    'rail fee of a large payout': rules.rail.feeFixed + rules.rail.feePpm,
    'smallest payout': Number(rules.rail.minOut),
    'hold of a deposit': rules.rail.holdMs,
    'payouts without a review': -rules.rail.hourlyUnreviewed,
    'limit of level 1': -(rules.payouts.levelLimits[1]! * rules.payouts.factorsPpm[0]!),
    'limit of level 2': -(rules.payouts.levelLimits[2]! * rules.payouts.factorsPpm.at(-1)!),
    'wait of a destination': rules.payouts.destinationWaitMs,
    'review from': -rules.payouts.reviewAbove,
  };
}
const sizes = [1, 500_000, 1_000_000, 1_500_000, 5_000_000, 6_000_000];

interface Rules {
  spot: Extract<AnnouncedCommand, { kind: 'defineInstrument' }>;
  margin: Extract<AnnouncedCommand, { kind: 'defineContract' }>;
  timed: Extract<AnnouncedCommand, { kind: 'defineTimed' }>;
  feeClass: number;
  openOrders: number;
  rail: Extract<AnnouncedCommand, { kind: 'defineRail' }>;
  payouts: Extract<AnnouncedCommand, { kind: 'definePayoutRules' }>;
}
/** Everything that somebody who looked at this moment could know: what is in force, and what has been announced to come. */
interface Known {
  time: number;
  spot: Rules['spot'][];
  margin: Rules['margin'][];
  timed: Rules['timed'][];
  feeClass: number[];
  openOrders: number[];
  rail: Rules['rail'][];
  payouts: Rules['payouts'][];
}

const inForce = ({ engine }: NoticeVenue): Rules => ({
  spot: engine.terms(1)!.instrument,
  margin: engine.terms(2)!.contract!,
  timed: engine.terms(1)!.timed!,
  feeClass: engine.feeClass(ana),
  openOrders: engine.rules().limits.openOrdersPerAccount,
  rail: { kind: 'defineRail', ...engine.payments().rails()[0]! },
  payouts: { kind: 'definePayoutRules', ...engine.payments().rules()! },
});

function knownIn(venue: NoticeVenue): Known {
  const now = inForce(venue);
  const coming = venue.engine.pendingChanges().map(({ body }) => body);
  const of = <K extends AnnouncedCommand['kind']>(kind: K) =>
    coming.filter((body): body is Extract<AnnouncedCommand, { kind: K }> => body.kind === kind);
  return {
    time: venue.now,
    spot: [now.spot, ...of('defineInstrument')],
    margin: [now.margin, ...of('defineContract')],
    timed: [now.timed, ...of('defineTimed')],
    feeClass: [now.feeClass, ...of('setFeeClass').map(({ feeClass }) => feeClass)],
    openOrders: [now.openOrders, ...of('setRules').map(({ limits }) => limits[0]!.value)],
    rail: [now.rail, ...of('defineRail')],
    payouts: [now.payouts, ...of('definePayoutRules')],
  };
}

/** The worst that each of these terms could become, for all that was known. */
function worstOf(known: Known): Record<string, number> {
  const names = ['spot', 'margin', 'timed', 'feeClass', 'openOrders', 'rail', 'payouts'] as const;
  const each = names.reduce<Partial<Rules>[]>(
    (some, name) => some.flatMap((one) => known[name].map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  const worst: Record<string, number> = {};
  for (const rules of each)
    for (const [name, value] of Object.entries(termsOf(rules as Rules)))
      worst[name] = Math.max(worst[name] ?? Number.NEGATIVE_INFINITY, value);
  return worst;
}

const fee = fc.constantFrom(500, 800, 1000, 1200, 2000);
const fees = fc.array(fee, { minLength: 1, maxLength: 4 });
const leverage = fc.constantFrom(10, 20, 50);
const maintenance = fc.constantFrom(5000, 10_000, 15_000);
const body: fc.Arbitrary<AnnouncedCommand> = fc.oneof(
  fc
    .record({
      takerFeePpm: fees,
      makerFeePpm: fees,
      minLots: fc.integer({ min: 1, max: 3 }),
      maxLots: fc.constantFrom(900, 1000, 1100),
      keepsProtection: fc.boolean(),
    })
    .map((some) => ({ ...spot, ...some })),
  fc.constantFrom<AnnouncedCommand>(spot, margin, timed),
  fc
    .record({
      first: fc.constantFrom(500_000, 1_000_000, 2_000_000),
      high: leverage,
      low: leverage,
      ease: maintenance,
      strict: maintenance,
      fee: fc.constantFrom(2000, 2500, 3000),
      one: fc.boolean(),
    })
    .map(({ first, high, low, ease, strict, fee: liquidationFeePpm, one }) => ({
      ...{ ...margin, liquidationFeePpm },
      tiers: [
        { maxNotional: first, maxLeverage: Math.max(high, low), maintenancePpm: Math.min(ease, strict) },
        { maxNotional: 5_000_000, maxLeverage: Math.min(high, low), maintenancePpm: Math.max(ease, strict) },
      ].slice(0, one ? 1 : 2),
    })),
  fc
    .record({
      offers: fc.subarray([...timed.offers]),
      payoutPpm: fc.constantFrom(780_000, 820_000, 900_000),
      maxStake: fc.constantFrom(900, 1000, 2000),
    })
    .map(({ offers, payoutPpm, maxStake }) => ({
      ...timed,
      maxStake,
      offers: offers.map((one, at) => (at === 0 ? { ...one, payoutPpm } : one)),
    })),
  fc.nat(4).map((feeClass) => ({ kind: 'setFeeClass' as const, account: ana, feeClass })),
  fc.constantFrom(4000, 5000, 6000).map((value) => ({
    ...{ kind: 'setRules' as const, version: 2 },
    limits: [{ limit: limitNumbers.openOrdersPerAccount, value }],
  })),
  fc
    .record({
      feeFixed: fc.constantFrom(40, 50, 60),
      feePpm: fc.constantFrom(900, 1000, 1100),
      minOut: fc.constantFrom(900n, 1000n, 1100n),
      holdMs: fc.constantFrom(0, hour, 2 * hour),
      hourlyUnreviewed: fc.constantFrom(400_000, 500_000, 600_000),
      open: fc.nat(3),
    })
    .map((some) => ({ ...rail, ...some })),
  fc.nat(3).map((open) => ({ ...rail, open })),
  fc
    .record({
      one: fc.constantFrom(100_000, 200_000, 300_000),
      two: fc.constantFrom(1_000_000, 2_000_000, 3_000_000),
      factorsPpm: fc.constantFrom([1_000_000], [1_000_000, 1_500_000], [900_000, 2_000_000]),
      destinationWaitMs: fc.constantFrom(hour, day, 2 * day),
      reviewAbove: fc.constantFrom(50_000, 100_000, 150_000),
    })
    .map(({ one, two, ...some }) => ({ ...payouts, ...some, levelLimits: [0, one, two] })),
  fc
    .record({ stopIn: fc.boolean(), stopOut: fc.boolean() })
    .map((some) => ({ kind: 'stopRail' as const, rail: rail.rail, evidence: `${'A'.repeat(42)}A`, ...some })),
);

type Step =
  | { do: 'announce'; body: AnnouncedCommand; inMs: number }
  | { do: 'bare'; body: AnnouncedCommand }
  | { do: 'withdraw'; change: number }
  | { do: 'pass' | 'jump'; ms: number }
  | { do: 'restart' };
const some = fc.constantFrom(1, hour, 12 * hour, 23 * hour, day - 1, day, day + 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('announce' as const),
      body,
      inMs: fc.constantFrom(-1, -1, -1, 0, 1, hour, day - 1, day, 2 * day),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bare' as const), body }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), change: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pass' as const, 'pass' as const, 'jump' as const), ms: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

test('no sequence of commands, starts and clocks makes anything worse that was not known for 24 hours', () => {
  let worsened = 0;
  let improved = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), (steps) => {
      const venue = new NoticeVenue();
      const history: Known[] = [knownIn(venue)];
      let before = termsOf(inForce(venue));
      const look = () => {
        const terms = termsOf(inForce(venue));
        const then = history.findLast(({ time }) => time <= venue.now - day) ?? history[0]!;
        const worst = worstOf(then);
        for (const [name, value] of Object.entries(terms)) {
          expect(value, `${name} at ${venue.now}, known at ${then.time}`).toBeLessThanOrEqual(worst[name]!);
          if (value > before[name]!) worsened += 1;
          if (value < before[name]!) improved += 1;
        }
        before = terms;
        history.push(knownIn(venue));
      };
      const send = (command: Command) => {
        venue.send(command);
        look();
      };
      for (const one of steps) {
        if (one.do === 'announce')
          send({ kind: 'announceChange', body: one.body, origin: 'file', reason: '', from: one.inMs < 0 ? 0 : venue.now + one.inMs });
        else if (one.do === 'bare') send(one.body);
        else if (one.do === 'withdraw') send({ kind: 'withdrawChange', change: one.change, origin: 'server', reason: 'x' });
        else if (one.do === 'restart') venue.engine = restoreEngine(venue.engine.snapshot());
        else {
          const until = venue.now + one.ms;
          while (venue.now < until) {
            venue.now = one.do === 'jump' ? until : Math.min(until, venue.now + hour);
            send({ kind: 'advanceTime' });
          }
        }
      }
    }),
    { numRuns: 120, seed: 20_261_123 },
  );
  // It would prove nothing if nothing ever changed.
  expect(worsened).toBeGreaterThan(100);
  expect(improved).toBeGreaterThan(100);
}, 300_000);
