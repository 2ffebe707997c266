import { TimedStatus } from '@bourse/protocol/enums';
import { describe, expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { earliestLimits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { ana, begin, bob, TimedFloor, whole } from '../testing/timed-floor.ts';

const errorOf = (outcome: Outcome) => (outcome.ok ? outcome.result.kind : outcome.error);
const last = (floor: TimedFloor) => floor.timed.at(-1)!;

describe('a timed contract', () => {
  test('won: the first ticks at or after both instants decide, and the house pays a share of the stake on top', () => {
    const floor = new TimedFloor();
    expect(floor.buy(ana, 'up', 10)).toEqual({ ok: true, result: { kind: 'timed', timed: 1, payout: 8.5 * whole } });
    expect(floor.fast(ana)).toEqual([490, 10]);
    expect(floor.house).toEqual([991.5, 8.5]);
    expect(floor.engine.timedBook(1)).toMatchObject({ owedUp: 8.5 * whole, owedDown: 0 });
    expect(floor.engine.timed(ana)).toMatchObject([{ timed: 1, status: TimedStatus.waiting, startTicks: 0 }]);
    floor.time += 400;
    floor.tick(101);
    expect(floor.engine.timed(ana)).toMatchObject([{ status: TimedStatus.running, startTicks: 101, startTickTime: begin + 400 }]);
    floor.time += 29_500;
    floor.tick(90);
    expect(last(floor).status).toBe(TimedStatus.running);
    floor.time += 200;
    floor.tick(102);
    expect(last(floor)).toMatchObject({
      status: TimedStatus.won,
      startTicks: 101,
      startTickTime: begin + 400,
      endTicks: 102,
      endTickTime: begin + 30_100,
      source: 'index',
      voidReason: '',
    });
    expect(floor.fast(ana)).toEqual([508.5, 0]);
    expect(floor.house).toEqual([991.5, 0]);
    expect(floor.engine.timed(ana)).toEqual([]);
    expect(floor.engine.timedBook(1)).toMatchObject({ owedUp: 0, owedDown: 0 });
  });

  test('lost: the stake goes to the house', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'down', 10);
    floor.tick(101);
    floor.time += 30_000;
    floor.tick(102);
    expect(last(floor).status).toBe(TimedStatus.lost);
    expect(floor.fast(ana)).toEqual([490, 0]);
    expect(floor.house).toEqual([1010, 0]);
  });

  test('equal: the stake is returned', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'down', 10);
    floor.tick(101);
    floor.time += 30_000;
    floor.tick(101);
    expect(last(floor)).toMatchObject({ status: TimedStatus.equal, endTicks: 101 });
    expect([floor.fast(ana), floor.house]).toEqual([
      [500, 0],
      [1000, 0],
    ]);
  });

  test('does not start with a tick that was known when it was bought, or with an older one', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.time += 100;
    floor.tick(90, 101);
    floor.tick(91, 100);
    floor.tick(95);
    expect(floor.engine.timed(ana)).toMatchObject([{ startTicks: 91, startTickTime: begin }]);
  });

  test('names both feeds when the ticks came from two', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.tick(100, 0, 'first');
    floor.time += 30_000;
    floor.tick(101, 0, 'second');
    expect(last(floor).source).toBe('first, second');
  });

  test('is void when its feed says that it had no tick for more than 5 s after its start', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.wait(5000);
    floor.quiet();
    expect(last(floor).status).toBe(TimedStatus.waiting);
    floor.wait(1);
    expect(last(floor).status).toBe(TimedStatus.waiting);
    floor.quiet();
    expect(last(floor)).toMatchObject({ status: TimedStatus.void, voidReason: 'stale', startTicks: 0, endTicks: 0 });
    expect([floor.fast(ana), floor.house]).toEqual([
      [500, 0],
      [1000, 0],
    ]);
  });

  test.each([4_000, 5_001, 20_000, 3_600_000])('does not mind a host that hears its ticks %i ms late: their own times decide', (lateMs) => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.wait(30_100 + lateMs);
    floor.tick(101, 30_000 + lateMs);
    expect(last(floor)).toMatchObject({ status: TimedStatus.running, startTickTime: begin + 100 });
    floor.tick(90, 200 + lateMs);
    expect(last(floor).status).toBe(TimedStatus.running);
    floor.tick(102, 100 + lateMs);
    expect(last(floor)).toMatchObject({ status: TimedStatus.won, endTicks: 102, endTickTime: begin + 30_000 });
    floor.tick(80);
    expect(floor.fast(ana)).toEqual([508.5, 0]);
  });

  test('starts with a tick of the last millisecond', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.time += 5000;
    floor.tick(101);
    expect(last(floor).status).toBe(TimedStatus.running);
  });

  test('is void when the first tick after its end is more than 5 s later by its own time, though one came just before', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.tick(101);
    floor.time += 29_999;
    floor.tick(110);
    floor.wait(5002);
    expect(last(floor).status).toBe(TimedStatus.running);
    floor.tick(110);
    expect(last(floor)).toMatchObject({ status: TimedStatus.void, voidReason: 'stale', startTicks: 101, endTicks: 0 });
    expect(floor.fast(ana)).toEqual([500, 0]);
  });

  test('is void a day after its instant when nothing was heard of its feed, even if its deadline is still in the queue', () => {
    const floor = new TimedFloor({ timersPerCommand: 1 });
    for (let n = 0; n < 3; n++) floor.buy(ana, 'up', 10);
    expect(floor.engine.nextTimer()).toBe(begin + 86_400_001);
    floor.time += 86_400_001;
    floor.tick(101, 86_400_000);
    expect(floor.timed.slice(-3).map(({ voidReason, startTicks }) => [voidReason, startTicks])).toEqual(Array(3).fill(['stale', 0]));
    expect(floor.fast(ana)).toEqual([500, 0]);
  });

  test('has its old deadline, by the clock of the venue, until new rules are set; they move it', () => {
    const floor = new TimedFloor(earliestLimits);
    floor.buy(ana, 'up', 10);
    floor.wait(5000);
    expect(floor.engine.nextTimer()).toBe(begin + 5001);
    floor.buy(bob, 'up', 10);
    floor.wait(1);
    expect(last(floor)).toMatchObject({ account: ana, status: TimedStatus.void, voidReason: 'stale' });
    floor.must({ kind: 'setRules', version: 1, limits: [{ limit: 30, value: 60_000 }] });
    expect(floor.engine.nextTimer()).toBe(begin + 65_001);
    floor.wait(20_000);
    floor.tick(101, 19_000);
    expect(last(floor)).toMatchObject({ account: bob, status: TimedStatus.running });
    expect(floor.replayedHash()).toBe(floor.engine.stateHash());
  });

  test('is void when the instrument is halted at its start or at its end', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.tick(101);
    floor.time += 10_000;
    floor.tick(101);
    floor.buy(bob, 'up', 10);
    floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: 3 });
    floor.tick(103);
    expect(last(floor)).toMatchObject({ timed: 2, status: TimedStatus.void, voidReason: 'halted', startTicks: 103, endTicks: 0 });
    floor.time += 20_000;
    floor.tick(104);
    expect(last(floor)).toMatchObject({ timed: 1, status: TimedStatus.void, voidReason: 'halted', startTicks: 101, endTicks: 104 });
    expect([floor.fast(ana), floor.fast(bob), floor.house]).toEqual([
      [500, 0],
      [500, 0],
      [1000, 0],
    ]);
  });

  test('is settled while the venue is read-only', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    floor.tick(101);
    floor.must({ kind: 'setTradingMode', mode: 'readOnly' });
    floor.time += 30_000;
    floor.tick(102);
    expect(last(floor).status).toBe(TimedStatus.won);
  });
});

describe('the house does not sell', () => {
  test('beyond its exposure limit for a direction; the refusal names the largest stake still possible', () => {
    const floor = new TimedFloor();
    for (const [who, stake] of [
      [ana, 100],
      [bob, 100],
    ] as const)
      expect(floor.buy(who, 'up', stake).ok).toBe(true);
    expect(floor.engine.timedBook(1)?.owedUp).toBe(170 * whole);
    expect(floor.buy(ana, 'up', 40)).toMatchObject({ error: 'timedExposureReached', detail: { max: '35.294117 USDT' } });
    expect(floor.buy(ana, 'down', 40).ok).toBe(true);
    floor.tick(100);
    floor.time += 30_000;
    floor.tick(90);
    expect(floor.buy(ana, 'up', 40).ok).toBe(true);
  });

  test('what it could not pay', () => {
    const floor = new TimedFloor({}, 0);
    expect(errorOf(floor.buy(ana, 'up', 1))).toBe('timedExposureReached');
    floor.fund(10);
    expect(floor.buy(ana, 'up', 20)).toMatchObject({ error: 'timedExposureReached', detail: { max: '11.764705 USDT' } });
    expect(errorOf(floor.buy(ana, 'up', 11))).toBe('timed');
    expect(floor.house).toEqual([0.65, 9.35]);
    expect(errorOf(floor.buy(bob, 'down', 1))).toBe('timedExposureReached');
  });

  test.each([
    ['a duration it does not offer', { durationMs: 45_000 }, 'timedDurationUnknown'],
    ['below the smallest stake', { stake: whole - 1 }, 'timedStakeTooSmall'],
    ['above the largest stake', { stake: 100 * whole + 1 }, 'timedStakeTooLarge'],
    ['for nothing', { stake: 0 }, 'amountInvalid'],
    ['for half a unit', { stake: whole + 0.5 }, 'amountInvalid'],
    ['for a negative stake', { stake: -whole }, 'amountInvalid'],
    ['in no direction', { direction: 3 as 1 }, 'badRequest'],
    ['on an unknown instrument', { instrument: 9 }, 'instrumentUnknown'],
    ['to an unknown account', { account: 123_456 }, 'accountUnknown'],
    ['to itself', { account: House.timed }, 'accountUnknown'],
  ])('%s', (_, change, error) => {
    const floor = new TimedFloor();
    const good = { kind: 'placeTimed', account: ana, instrument: 1, direction: 1, durationMs: 30_000, stake: whole } as const;
    expect(errorOf(floor.apply({ ...good, ...change }))).toBe(error);
    expect([floor.fast(ana), floor.house, floor.timed]).toEqual([[500, 0], [1000, 0], []]);
    expect(errorOf(floor.apply(good))).toBe('timed');
  });

  test('more than the customer has', () => {
    const floor = new TimedFloor();
    floor.must({ kind: 'transfer', account: ana, from: 4, to: 1, asset: 2, amount: BigInt(495 * whole) });
    expect(floor.buy(ana, 'up', 6)).toMatchObject({ error: 'insufficientBalance', detail: { available: '5', needed: '6', asset: 'USDT' } });
  });

  test('on a stale index, a halted or closed instrument, or while the venue does not trade', () => {
    const floor = new TimedFloor();
    floor.wait(5001);
    expect(errorOf(floor.buy(ana, 'up', 1))).toBe('priceStale');
    floor.tick(100);
    for (const [status, error] of [
      [3, 'instrumentHalted'],
      [2, 'instrumentClosed'],
      [4, 'instrumentClosed'],
    ] as const) {
      floor.must({ kind: 'setInstrumentStatus', instrument: 1, status });
      expect(errorOf(floor.buy(ana, 'up', 1))).toBe(error);
    }
    floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: 1 });
    for (const [mode, error] of [
      ['cancelOnly', 'venueCancelOnly'],
      ['readOnly', 'readOnly'],
    ] as const) {
      floor.must({ kind: 'setTradingMode', mode });
      expect(errorOf(floor.buy(ana, 'up', 1))).toBe(error);
    }
  });

  test('more contracts at once than the limits allow', () => {
    const floor = new TimedFloor({ timedPerAccount: 2, timedPerInstrument: 3 });
    for (let n = 0; n < 2; n++) expect(floor.buy(ana, 'up', 1).ok).toBe(true);
    expect(floor.buy(ana, 'up', 1)).toMatchObject({ error: 'positionsTooMany', detail: { limit: 2 } });
    expect(floor.buy(bob, 'up', 1).ok).toBe(true);
    expect(errorOf(floor.buy(bob, 'up', 1))).toBe('overloaded');
  });

  test('anything once its offers are closed; what was sold is still settled', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 10);
    expect(floor.offer({ offers: [] }).ok).toBe(true);
    expect(errorOf(floor.buy(ana, 'up', 10))).toBe('timedDurationUnknown');
    floor.tick(100);
    floor.time += 30_000;
    floor.tick(101);
    expect(last(floor).status).toBe(TimedStatus.won);
  });
});

describe('what is offered', () => {
  test.each([
    ['a duration within the 5 s a tick may be late', { offers: [{ durationMs: 5000, payoutPpm: 850_000 }] }, 'badRequest'],
    ['a duration of more than a day', { offers: [{ durationMs: 86_400_001, payoutPpm: 850_000 }] }, 'badRequest'],
    ['two offers of one duration', { offers: Array(2).fill({ durationMs: 30_000, payoutPpm: 850_000 }) }, 'badRequest'],
    ['a payout of nothing', { offers: [{ durationMs: 30_000, payoutPpm: 0 }] }, 'badRequest'],
    ['a payout that rounds to nothing', { minStake: 1 }, 'badRequest'],
    ['a largest stake below the smallest', { maxStake: whole - 1 }, 'badRequest'],
    ['a limit of half a unit', { exposureLimit: 0.5 }, 'badRequest'],
    ['an unknown instrument', { instrument: 7 }, 'instrumentUnknown'],
    ['an unknown asset', { asset: 7 }, 'assetUnknown'],
    ['a coin, which the fast wallet does not hold', { asset: 1 }, 'transferNotAllowed'],
    ['no list of offers', { offers: 5 as never }, 'badRequest'],
    ['an empty offer', { offers: [null] as never }, 'badRequest'],
  ])('cannot be %s', (_, change, error) => {
    expect(errorOf(new TimedFloor().offer(change))).toBe(error);
  });

  test('cannot fall below what the house owes now, and its asset never changes', () => {
    const floor = new TimedFloor();
    floor.buy(ana, 'up', 100);
    expect(errorOf(floor.offer({ exposureLimit: 85 * whole - 1 }))).toBe('badRequest');
    expect(errorOf(floor.offer({ exposureLimit: 85 * whole }))).toBe('done');
    floor.must({ kind: 'defineAsset', asset: 3, code: 'USD', scale: 2, assetKind: 1 });
    expect(errorOf(floor.offer({ asset: 3 }))).toBe('badRequest');
  });

  test('is paid by a house account that does not trade', () => {
    const floor = new TimedFloor({}, 0);
    expect(errorOf(floor.fund(1000))).toBe('done');
    expect(floor.house).toEqual([1000, 0]);
    expect(errorOf(floor.apply({ kind: 'placeTimed', account: 4, instrument: 1, direction: 1, durationMs: 30_000, stake: whole }))).toBe(
      'accountUnknown',
    );
  });
});

test('a field that is not a number of its kind is refused, and nothing moves', () => {
  const floor = new TimedFloor();
  const good = { kind: 'placeTimed', account: ana, instrument: 1, direction: 1, durationMs: 30_000, stake: whole } as const;
  const wrong = [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, '5', null, undefined, {}, 5n] as unknown as number[];
  for (const value of wrong) {
    for (const field of ['account', 'instrument', 'direction', 'durationMs', 'stake'])
      expect(floor.apply({ ...good, [field]: value }).ok, `${field} ${String(value)}`).toBe(false);
    for (const field of ['instrument', 'asset', 'minStake', 'maxStake', 'exposureLimit'])
      expect(floor.offer({ [field]: value }).ok, `${field} ${String(value)}`).toBe(false);
    for (const field of ['durationMs', 'payoutPpm'])
      expect(floor.offer({ offers: [{ durationMs: 30_000, payoutPpm: 850_000, [field]: value }] }).ok, `${field} ${String(value)}`).toBe(
        false,
      );
  }
  expect([floor.fast(ana), floor.house, floor.timed]).toEqual([[500, 0], [1000, 0], []]);
  expect(floor.buy(ana, 'up', 1).ok).toBe(true);
});

test('contracts survive a restart and settle as they would have', () => {
  const floor = new TimedFloor();
  floor.buy(ana, 'up', 10);
  floor.buy(bob, 'down', 20, 60);
  floor.tick(100);
  floor.time += 1000;
  floor.tick(100);
  floor.buy(bob, 'down', 5);
  floor.restart();
  expect(floor.engine.statistics()).toMatchObject({ timedOpen: 3, timedSold: 3 });
  floor.time += 29_000;
  floor.tick(99);
  expect(floor.timed.find(({ timed, status }) => timed === 3 && status !== 0)).toMatchObject({ status: 5, voidReason: 'stale' });
  expect(floor.timed.find(({ timed, status }) => timed === 1 && status > TimedStatus.running)).toMatchObject({
    timed: 1,
    status: TimedStatus.lost,
  });
  floor.restart();
  floor.time += 30_000;
  floor.tick(99);
  expect(floor.fast(ana)).toEqual([490, 0]);
  expect(floor.fast(bob)).toEqual([518, 0]);
  expect(floor.replayedHash()).toBe(floor.engine.stateHash());
});
