import { TimedStatus } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Limits, staleAfterMs } from '../core/limits.ts';
import { TimedOracle } from '../oracle/timed.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { ana, bob, TimedFloor, whole } from '../testing/timed-floor.ts';

type Deed =
  | { what: 'wait'; ms: number }
  | { what: 'buy'; who: number; way: 'up' | 'down'; stake: number; seconds: number }
  | { what: 'tick'; price: number; age: number; source: string }
  | { what: 'quiet'; age: number }
  | { what: 'status'; status: 1 | 2 | 3 }
  | { what: 'offers'; open: boolean }
  | { what: 'mode'; mode: 'normal' | 'readOnly' }
  | { what: 'restart' };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 300, 1000, 2500, 5000, 5001, 7000, 10_000, 20_000, 25_000),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      who: fc.constantFrom(ana, bob),
      way: fc.constantFrom('up' as const, 'down' as const),
      stake: fc.integer({ min: 1, max: 110 }),
      seconds: fc.constantFrom(30, 30, 60, 45),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      what: fc.constant('tick' as const),
      price: fc.integer({ min: 98, max: 102 }),
      age: fc.constantFrom(0, 0, 0, 0, 1, 900, 4000, 7000, 21_000, -2000, -6000),
      source: fc.constantFrom('index', 'index', 'other'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('quiet' as const), age: fc.constantFrom(0, 1, 4000, 7000, -6000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('status' as const), status: fc.constantFrom(1 as const, 2 as const, 3 as const) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('offers' as const), open: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('mode' as const), mode: fc.constantFrom('normal' as const, 'readOnly' as const) }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'restart' as const }) },
);

const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** Halts, closed offers and mode switches last only a few steps. While waiting, the venue usually gets one tick a second, as from a real feed. */
function play(deeds: readonly Deed[], limits: Partial<Limits>): TimedFloor {
  const floor = new TimedFloor(limits);
  let disturbed = 0;
  for (const step of deeds) {
    if (disturbed > 0 && --disturbed === 0) {
      floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: 1 });
      floor.must({ kind: 'setTradingMode', mode: 'normal' });
      floor.offer();
    }
    if (step.what === 'wait') floor.wait(step.ms);
    else if (step.what === 'tick') floor.tick(step.price, step.age, step.source);
    else if (step.what === 'quiet') floor.quiet(step.age);
    else if (step.what === 'restart') floor.restart();
    else if (step.what === 'buy') {
      const outcome = floor.buy(step.who, step.way, step.stake, step.seconds);
      note(outcome.ok ? 'sold' : outcome.error);
    } else {
      disturbed = 4;
      if (step.what === 'status') floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: step.status });
      else if (step.what === 'mode') floor.must({ kind: 'setTradingMode', mode: step.mode });
      else floor.offer(step.open ? {} : { offers: [] });
    }
  }
  return floor;
}

for (const [name, limits] of [
  ['wide limits', {}],
  ['tight limits', { timersPerCommand: 1, timedPerAccount: 4, timedPerInstrument: 6, timedWaitMs: 20_000 }],
  ['the rules before a feed said its own time', { timedWaitMs: staleAfterMs, tickAheadMs: Number.MAX_SAFE_INTEGER }],
] as const) {
  test(`random timed contracts under ${name} end as the recorded ticks alone say; money adds up; replay and restart change nothing`, () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 150, maxLength: 150, size: 'max' }), (deeds) => {
        const floor = play(deeds, limits);
        // Deadlines that one command's limit left over.
        for (let n = 0; n < 200 && floor.engine.nextTimer() <= floor.time; n++) floor.wait(0);
        const oracle = new TimedOracle(floor.engine.rules().limits.timedWaitMs);
        for (const event of floor.events) oracle.hear(event);
        const worth = new Map([ana, bob].map((who) => [who, 500n * BigInt(whole)]));
        let house = 1000n * BigInt(whole);
        for (const [id, sold] of oracle.sold) {
          expect(oracle.difference(id, floor.time)).toBeUndefined();
          const { status, payout, reason } = oracle.verdict(id, floor.time);
          const gain = status === TimedStatus.won ? payout : status === TimedStatus.lost ? -BigInt(sold.stake) : 0n;
          worth.set(sold.account, worth.get(sold.account)! + gain);
          house -= gain;
          note(`${Object.keys(TimedStatus)[status]}${reason}`);
        }
        const units = ([available, frozen]: [number, number]) => BigInt(Math.round((available + frozen) * whole));
        for (const who of [ana, bob]) expect(units(floor.fast(who))).toBe(worth.get(who));
        expect(units(floor.house)).toBe(house);
        expect(floor.replayedHash()).toBe(floor.engine.stateHash());
        checkReceipts(floor, seen);
      }),
      { numRuns: 40, seed: 20_261_121 },
    );
  }, 120_000);
}

test('the random commands reach every way to end and the refusals that matter', () => {
  const wanted = ['sold', 'won', 'lost', 'equal', 'voidstale', 'voidhalted', 'timedExposureReached', 'timedDurationUnknown'];
  const alsoTight = ['timedStakeTooLarge', 'priceStale', 'instrumentHalted', 'positionsTooMany', 'overloaded', 'readOnly'];
  const receipts = ['receipt timed'];
  for (const what of [...receipts, ...wanted, ...alsoTight]) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});
