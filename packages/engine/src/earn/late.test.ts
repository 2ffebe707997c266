import { describe, expect, test } from 'vitest';
import { ana, Bank, bob, dollars, flexible, week } from '../testing/bank.ts';

/** A command does one timer, and others are due before: the last product and the last term hear of the day late. */
const late = (corrections?: number) =>
  new Bank(1_000 * dollars, { timersPerCommand: 1, ...(corrections !== undefined && { corrections }) });
const last = 9;
const withMore = (bank: Bank) => {
  for (const product of [5, 6, last]) bank.offer({ product });
  return bank;
};

describe('a flexible product that has not heard of the days since', () => {
  test('sells nobody days that are over', () => {
    const bank = withMore(late());
    bank.until(30);
    expect(bank.subscribe({ product: last })).toMatchObject({ ok: true });
    expect(bank.engine.earnHoldings(ana)).toMatchObject([{ firstDay: 19_731, earned: 0 }]);
    for (let n = 0; n < 9; n += 1) bank.wait(1);
    expect(bank.redeem(1)).toMatchObject({ result: { interest: 0 } });
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });

  test('pays whoever takes out for all of them', () => {
    for (const [act, interest] of [
      [(bank: Bank) => bank.redeem(1), 3 * dollars],
      [(bank: Bank) => bank.extract(1), 3 * dollars],
    ] as const) {
      const bank = withMore(late());
      bank.subscribe({ product: last });
      bank.until(4);
      expect(act(bank)).toMatchObject({ ok: true, result: { interest } });
    }
  });

  test('earned its old rate until its terms changed', () => {
    const bank = withMore(late());
    bank.subscribe({ product: last });
    bank.until(4);
    bank.offer({ product: last, yearlyPpm: 0 });
    for (let n = 0; n < 9; n += 1) bank.wait(1);
    expect(bank.extract(1)).toMatchObject({ result: { interest: 3 * dollars } });
  });

  test('did otherwise before, and such a journal replays', () => {
    const bank = withMore(late(1));
    bank.until(30);
    bank.subscribe({ product: last });
    expect(bank.engine.earnHoldings(ana)).toMatchObject([{ firstDay: 19_701 }]);
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });
});

describe('a fixed term that is over', () => {
  const whole = { ok: true, result: { kind: 'holding', interest: 14 * dollars } };

  test('pays all its interest to whoever takes it out before its time was called', () => {
    const bank = late();
    for (let n = 0; n < 4; n += 1) bank.subscribe({ product: week, renew: true });
    bank.until(8);
    expect(bank.redeem(4)).toMatchObject(whole);
    expect(bank.redeem(4)).toMatchObject({ error: 'holdingUnknown' });
    expect(bank.events.filter((one) => one.kind === 'earnHolding' && one.holding === 4).at(-1)).toMatchObject({
      holdingState: 'matured',
      endDay: 19_708,
      renewedBy: 0,
    });
    for (let n = 0; n < 9; n += 1) bank.wait(1);
    expect(bank.events.filter((one) => one.kind === 'earnInterest' && one.holding === 4)).toHaveLength(1);
  });

  test('pays no more than that, however late it is and whatever an early end would bring', () => {
    const bank = late();
    bank.offer({ product: week, days: 7, yearlyPpm: 73_000, earlyPpm: 1_000_000 });
    for (let n = 0; n < 4; n += 1) bank.subscribe({ product: week, version: 2 });
    bank.until(300);
    expect(bank.redeem(4)).toMatchObject(whole);
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });
});

describe('a house that runs short', () => {
  const short = (bank: Bank, account: number) =>
    bank.events.flatMap((one) => (one.kind === 'earnShort' && one.account === account ? [one.product] : []));

  test('tells each holder of a flexible product once that its rate falls to 0, and again when it falls again', () => {
    const bank = new Bank(11 * dollars);
    for (let n = 0; n < 3; n += 1) bank.subscribe();
    bank.subscribe({ account: bob });
    bank.until(1);
    expect(bank.product(flexible)).toMatchObject({ nextPpm: 36_500 });
    bank.until(2);
    expect(bank.product(flexible)).toMatchObject({ todayPpm: 36_500, nextPpm: 0 });
    expect([short(bank, ana), short(bank, bob)]).toEqual([[flexible], [flexible]]);
    bank.until(9);
    bank.redeem(4, undefined, bob);
    expect(short(bank, ana)).toHaveLength(1);
    bank.fund(6 * dollars);
    bank.until(20);
    expect(short(bank, ana)).toHaveLength(2);
    expect(short(bank, bob)).toHaveLength(1);
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });

  test('tells so many by each command, whatever restarts in between', () => {
    const bank = new Bank(45 * dollars, { positionsPerAccount: 9999 });
    for (let n = 0; n < 1_500; n += 1) bank.subscribe({ amount: 10 * dollars, account: n < 1_499 ? ana : bob });
    bank.until(40);
    expect([short(bank, ana), short(bank, bob)]).toEqual([[flexible], []]);
    expect(bank.engine.nextTimer()).toBe(bank.time);
    bank.restart();
    bank.wait(1);
    expect([short(bank, ana), short(bank, bob)]).toEqual([[flexible], [flexible]]);
    expect(bank.engine.nextTimer()).toBeGreaterThan(bank.time);
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });

  test('tells nobody where the terms say 0, and told nobody before', () => {
    const bank = new Bank();
    bank.subscribe();
    bank.offer({ yearlyPpm: 0 });
    bank.until(5);
    const before = new Bank(1 * dollars, { corrections: 1 });
    before.subscribe();
    before.until(5);
    expect(before.product(flexible)).toMatchObject({ nextPpm: 0 });
    expect([short(bank, ana), short(before, ana)]).toEqual([[], []]);
  });
});

test('a venue that stood still for years begins so many days by each command', () => {
  const bank = new Bank(10_000 * dollars, { timersPerCommand: 2 });
  bank.subscribe();
  bank.until(1_000);
  const days = () => bank.events.filter((one) => one.kind === 'earnDay').length;
  expect(days()).toBeLessThan(100);
  for (let n = 0; n < 20; n += 1) bank.wait(1);
  expect(days()).toBe(1_000);
  expect(bank.redeem(1)).toMatchObject({ result: { interest: 999 * dollars } });
});

test('a term of an account that may only close, or is locked, does not start again', () => {
  for (const mode of ['closeOnly', 'locked'] as const) {
    const bank = new Bank();
    for (const account of [ana, bob]) bank.subscribe({ account, product: week, renew: true });
    bank.must({ kind: 'holdAccount', account: ana, mode, payouts: 'keep', payoutsUntil: 0, evidence: 'A'.repeat(43) });
    bank.until(8);
    expect(bank.engine.earnHoldings(ana)).toEqual([]);
    expect(bank.wealth(ana)).toEqual([50_014 * dollars, 0]);
    expect(bank.engine.earnHoldings(bob)).toHaveLength(1);
  }
});

test('interest beyond what can be counted is not sold', () => {
  const bank = new Bank();
  // 90 million in units of 10 decimals, at 100 % for ten years: ten times as much, which no balance line can hold.
  const rich = 9 * 10 ** 15;
  bank.fund(rich);
  bank.fund(rich);
  bank.must({ kind: 'fundHouse', account: 4, wallet: 1, asset: 2, amount: BigInt(rich), number: 900 });
  bank.must({ kind: 'adjust', account: bob, house: 4, asset: 2, amount: BigInt(rich), add: true, evidence: 'A'.repeat(43) });
  bank.must({ kind: 'transfer', account: bob, from: 1, to: 5, asset: 2, amount: BigInt(rich) });
  const terms = { product: 8, days: 3650, yearlyPpm: 1_000_000, maxPrincipal: rich, capacity: rich };
  bank.offer(terms);
  expect(bank.subscribe({ account: bob, product: 8, amount: rich })).toMatchObject({ error: 'yieldShort' });
  bank.restart();
});
