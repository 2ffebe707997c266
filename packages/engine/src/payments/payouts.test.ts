import { expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { ana, bob, btc, Cashier, cleo, day, digest, gem, hour, rails, rules, usdt, whole } from '../testing/cashier.ts';
import { reviewFlags } from './states.ts';

const flagsOf = (desk: Cashier, payout: number) => {
  const flags = desk.engine.payments().payout(payout)!.flags;
  return Object.entries(reviewFlags).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]));
};
const request = (account: number, rail: number, destination: number, amount: number) =>
  ({ kind: 'requestPayout', account, rail, destination, amount, flags: 0, factor: 'totp', evidence: digest('factor') }) as const;

/** A customer who was paid before, long ago. */
function regular(): { desk: Cashier; destination: number } {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 100_000n * BigInt(whole));
  const destination = desk.knows(ana, rails.usdt);
  desk.bring(desk.asked(ana, rails.usdt, destination, whole), 'completed');
  desk.wait(2 * day);
  return { desk, destination };
}

test('of 60 payouts of 10 from 100 exactly 10 are accepted, and nothing is available any more', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 100n * BigInt(whole));
  const destination = desk.knows(ana, rails.usdt);
  const outcomes = Array.from({ length: 60 }, () => desk.ask(ana, rails.usdt, destination, 10 * whole));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
  for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error).toBe('insufficientBalance');
  expect(desk.coins(ana, usdt)).toEqual([0n, 100n * BigInt(whole)]);
});

test('a payout costs its fixed fee and its share, rounded up, inside the amount; a coin is worth its last price, rounded down', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.btc, 10n ** 8n);
  const destination = desk.knows(ana, rails.btc);
  const payout = desk.asked(ana, rails.btc, destination, 3_000_001);
  // 0.03000001 BTC at 50,000 USDT: 1,500.0005; the price is three days old.
  expect(desk.engine.payments().payout(payout)).toMatchObject({ amount: 3_000_001, fee: 1000 + 1501, value: 1_500_000_500, priced: true });
  desk.bring(payout, 'completed');
  const net = 3_000_001n - 2501n;
  expect(desk.lines(payout, 2000)).toEqual([
    [ana, 2000, -3_000_001n, 3_000_001n],
    [ana, 2003, 0n, -net],
    [House.external, 2003, net, 0n],
    [ana, 2004, 0n, -2501n],
    [House.fees, 2004, 2501n, 0n],
  ]);
  expect(desk.coins(ana, btc)).toEqual([10n ** 8n - 3_000_001n, 0n]);
});

test('a fee that would eat the payout, or less than the rail pays, is refused with the smallest amount', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.btc, 10n ** 8n);
  const destination = desk.knows(ana, rails.btc);
  for (const amount of [1, 999, 1000, 1001]) expect(desk.refused(request(ana, rails.btc, destination, amount))).toBe('payoutTooSmall');
  expect(desk.ask(ana, rails.btc, destination, 1002).ok).toBe(true);
  for (const amount of [0, -1, 1.5, Number.NaN, 2 ** 53])
    expect(desk.refused(request(ana, rails.btc, destination, amount))).toBe('amountInvalid');
});

test('a new destination is refused for 24 hours, dropped and added again for another 24', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 10n ** 9n);
  const destination = desk.adds(ana, rails.usdt);
  desk.wait(day - 60_000);
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('destinationCooling');
  desk.wait(59_999);
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('destinationCooling');
  desk.wait(1);
  expect(desk.ask(ana, rails.usdt, destination, whole).ok).toBe(true);
  desk.must({ kind: 'dropDestination', account: ana, destination });
  const again = desk.adds(ana, rails.usdt);
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('destinationUnknown');
  expect(desk.refused(request(ana, rails.usdt, again, whole))).toBe('destinationCooling');
});

test('a changed credential stops payouts for 24 hours, and a shorter wait never shortens a longer one', () => {
  const { desk, destination } = regular();
  const hold = (payouts: 'afterCredential' | 'until', payoutsUntil: number) =>
    desk.must({ kind: 'holdAccount', account: ana, mode: 'keep', payouts, payoutsUntil, evidence: digest('hold') });
  hold('afterCredential', 0);
  desk.wait(day - 60_000);
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('payoutsHeld');
  desk.wait(60_000);
  expect(desk.ask(ana, rails.usdt, destination, whole).ok).toBe(true);
  hold('until', desk.time + 3 * day);
  hold('afterCredential', 0);
  expect(desk.engine.standing(ana).payoutsUntil).toBe(desk.time + 3 * day);
});

test('a deposit of a provider holds the account’s payouts for its time', () => {
  const { desk, destination } = regular();
  desk.pay(ana, rails.held, 10n ** 9n);
  desk.wait(7 * day - 1);
  const outcome = desk.ask(ana, rails.usdt, destination, whole);
  expect(outcome).toMatchObject({
    ok: false,
    error: 'payoutsHeld',
    detail: { until: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC$/) },
  });
  desk.wait(1);
  expect(desk.ask(ana, rails.usdt, destination, whole).ok).toBe(true);
});

test('24 hours are a window, not a date: released payouts leave it, all others stay until their time has passed', () => {
  const { desk, destination } = regular();
  const ask = (amount: number) => desk.ask(ana, rails.usdt, destination, amount * whole);
  expect(ask(2001)).toMatchObject({ ok: false, error: 'payoutLimit', detail: { left24h: '2000 USDT' } });
  const first = desk.asked(ana, rails.usdt, destination, 900 * whole);
  desk.wait(hour);
  const second = desk.asked(ana, rails.usdt, destination, 900 * whole, reviewFlags.screening);
  expect(desk.state(second)).toBe('waiting');
  expect(ask(201)).toMatchObject({ ok: false, error: 'payoutLimit', detail: { left24h: '200 USDT' } });
  desk.bring(second, 'notPassed');
  expect(desk.engine.payments().limit(ana)).toEqual({ limit: 2000n * BigInt(whole), left: 1100n * BigInt(whole) });
  desk.bring(first, 'completed');
  expect(ask(1101)).toMatchObject({ ok: false, error: 'payoutLimit' });
  desk.wait(23 * hour - 1);
  expect(ask(1101)).toMatchObject({ ok: false, error: 'payoutLimit' });
  desk.wait(1);
  expect(ask(1101).ok).toBe(true);
});

test('the level and the fee class make the limit; level 0 is not paid at all', () => {
  const { desk, destination } = regular();
  const limit = () => desk.engine.payments().limit(ana).limit / BigInt(whole);
  const seen = [1, 2].flatMap((level) =>
    [0, 1, 2, 9].map((feeClass) => {
      desk.must({ kind: 'setLevel', account: ana, level, evidence: digest('level') });
      desk.must({ kind: 'setFeeClass', account: ana, feeClass });
      return limit();
    }),
  );
  expect(seen).toEqual([2000n, 3000n, 6000n, 6000n, 20_000n, 30_000n, 60_000n, 60_000n]);
  desk.must({ kind: 'setLevel', account: ana, level: 0, evidence: digest('level') });
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('identityNeeded');
});

test('each reason for a review is found, and a payout without one is approved at once', () => {
  const { desk, destination } = regular();
  desk.must({ kind: 'setLevel', account: ana, level: 2, evidence: digest('level') });
  const ask = (amount: number, flags = 0) => flagsOf(desk, desk.asked(ana, rails.usdt, destination, amount * whole, flags));
  expect(ask(1000)).toEqual([]);
  expect(ask(1001)).toEqual(['aboveReview']);
  expect(ask(1)).toEqual(['manyAtOnce']);
  desk.wait(hour - 1);
  expect(ask(1)).toEqual(['manyAtOnce']);
  desk.wait(2 * hour);
  expect(ask(10_001)).toEqual(['aboveReview', 'aboveSecond', 'railCap']);
  expect(ask(1, reviewFlags.device | reviewFlags.travelRule)).toEqual(['device', 'travelRule']);
  desk.wait(2 * day);
  desk.must({ kind: 'holdAccount', account: ana, mode: 'closeOnly', payouts: 'keep', payoutsUntil: 0, evidence: digest('hold') });
  expect(ask(1)).toEqual(['restricted']);
  const young = desk.adds(ana, rails.usdt, 'young');
  desk.wait(2 * day);
  expect(flagsOf(desk, desk.asked(ana, rails.usdt, young, whole))).toEqual(['youngDestination', 'restricted']);
  desk.pay(bob, rails.gem, 10n ** 6n);
  const gems = desk.knows(bob, rails.gem);
  expect(flagsOf(desk, desk.asked(bob, rails.gem, gems, 5000))).toEqual(['firstPayout', 'noPrice']);
  expect(desk.refused({ ...request(ana, rails.usdt, destination, whole), flags: reviewFlags.firstPayout })).toBe('badRequest');
  expect(desk.refused({ ...request(ana, rails.usdt, destination, whole), flags: 2 ** 40 })).toBe('badRequest');
});

test('what leaves a rail without a review in an hour has a cap of its own, whoever asks', () => {
  const desk = new Cashier();
  const known = [ana, bob, cleo].map((account) => {
    desk.pay(account, rails.usdt, 10_000n * BigInt(whole));
    desk.must({ kind: 'setLevel', account, level: 2, evidence: digest('level') });
    return { account, destination: desk.adds(account, rails.usdt) };
  });
  desk.wait(73 * hour);
  for (const { account, destination } of known) desk.bring(desk.asked(account, rails.usdt, destination, whole), 'completed');
  desk.wait(2 * day);
  const ask = ({ account, destination }: { account: number; destination: number }, amount: number) =>
    flagsOf(desk, desk.asked(account, rails.usdt, destination, amount * whole));
  for (const one of known) expect(ask(one, 1000)).toEqual([]);
  for (const one of known.slice(1)) expect(ask(one, 1000)).toEqual([]);
  expect(ask(known[0]!, 1)).toEqual(['railCap']);
  desk.wait(61 * 60_000);
  expect(ask(known[0]!, 1)).toEqual([]);
});

test('payouts that are taken back use nothing of the hourly cap up, so nobody sends those of others to a review for nothing', () => {
  const { desk, destination } = regular();
  desk.must({ kind: 'setLevel', account: ana, level: 2, evidence: digest('level') });
  for (let round = 0; round < 10; round++) {
    const payout = desk.asked(ana, rails.usdt, destination, 1000 * whole);
    expect(flagsOf(desk, payout)).toEqual([]);
    desk.must({ kind: 'cancelPayout', account: ana, payout });
  }
  desk.restart();
});

test('destinations belong to one account and one rail, once, and at most 50 of them', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 10n ** 9n);
  desk.pay(bob, rails.usdt, 10n ** 9n);
  const destination = desk.knows(ana, rails.usdt);
  const add = (account: number, rail: number, to: string) => ({ kind: 'addDestination', account, rail, digest: to }) as const;
  expect(desk.refused(add(ana, rails.usdt, digest(ana)))).toBe('destinationExists');
  expect(desk.refused(add(ana, 77, digest(ana)))).toBe('railOff');
  for (const wrong of ['', 'x', `${digest(1)}A`, digest(1).replace(/A$/, 'B'), digest(1).replace('0', '+')])
    expect(desk.refused(add(ana, rails.usdt, wrong))).toBe('digestInvalid');
  expect(desk.refused(request(bob, rails.usdt, destination, whole))).toBe('destinationUnknown');
  expect(desk.refused(request(ana, rails.btc, destination, whole))).toBe('destinationUnknown');
  expect(desk.refused({ kind: 'dropDestination', account: bob, destination })).toBe('destinationUnknown');
  for (let n = 1; n < 50; n++) desk.adds(ana, rails.usdt, `n${n}`);
  expect(desk.refused(add(ana, rails.usdt, digest('more')))).toBe('destinationsTooMany');
  desk.must({ kind: 'dropDestination', account: ana, destination });
  desk.adds(ana, rails.usdt, 'more');
});

test('a rail that one person stops takes nothing more, and what is under way goes on', () => {
  const { desk, destination } = regular();
  const open = desk.asked(ana, rails.usdt, destination, whole);
  const stop = (stopIn: boolean, stopOut: boolean) =>
    desk.must({ kind: 'stopRail', rail: rails.usdt, stopIn, stopOut, evidence: digest('stop') });
  stop(false, true);
  expect(desk.refused(request(ana, rails.usdt, destination, whole))).toBe('railOff');
  desk.pay(ana, rails.usdt, 1000n);
  stop(true, false);
  const credit = { kind: 'creditDeposit', account: ana, rail: rails.usdt, deposit: 77, amount: 1000n, fee: 0n, source: 4 } as const;
  expect(desk.refused({ ...credit, evidence: digest('x') })).toBe('railOff');
  desk.bring(open, 'completed');
  expect(
    desk.engine
      .payments()
      .rails()
      .find(({ rail }) => rail === rails.usdt)?.open,
  ).toBe(0);
});

test('more than a hundred payouts of one account in a day are refused, whatever they are worth', () => {
  const desk = new Cashier({ payoutsPerDay: 3 });
  desk.pay(ana, rails.gem, 10n ** 6n);
  const destination = desk.knows(ana, rails.gem);
  const payouts = [1, 2, 3].map(() => desk.asked(ana, rails.gem, destination, 1000));
  expect(desk.refused(request(ana, rails.gem, destination, 1000))).toBe('payoutsTooMany');
  desk.bring(payouts[1]!, 'cancelled');
  expect(desk.ask(ana, rails.gem, destination, 1000).ok).toBe(true);
});

test('rules and rails that make no sense are refused by name', () => {
  const desk = new Cashier();
  expect(desk.refused({ ...rules, levelLimits: [0, 1] })).toBe('badRequest');
  expect(desk.refused({ ...rules, levelLimits: [1, 2, 3] })).toBe('badRequest');
  expect(desk.refused({ ...rules, factorsPpm: [] })).toBe('badRequest');
  expect(desk.refused({ ...rules, secondAbove: rules.reviewAbove - 1 })).toBe('badRequest');
  expect(desk.refused({ ...rules, destinationWaitMs: 2 ** 50 })).toBe('badRequest');
  const { kind: _kind, ...known } = { kind: '', ...desk.engine.payments().rails()[0]! };
  expect(desk.refused({ kind: 'defineRail', ...known, asset: gem })).toBe('badRequest');
  expect(desk.refused({ kind: 'defineRail', ...known, channel: 6 })).toBe('badRequest');
  expect(desk.refused({ kind: 'defineRail', ...known, rail: 9, asset: 99 })).toBe('assetUnknown');
  expect(desk.refused({ kind: 'defineRail', ...known, open: 4 })).toBe('badRequest');
});
