import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { dayMs, limitNumbers } from '../core/limits.ts';
import { ana, Bank, bob, dollars, flexible, week } from '../testing/bank.ts';
import { checkReceipts } from '../testing/receipts.ts';

const year = 365n * 1_000_000n;
const paid = (interest: number) => ({ ok: true, result: { kind: 'holding', interest } });

describe('a flexible holding', () => {
  test('earns from the next day, up to the day before it is taken out', () => {
    const bank = new Bank();
    expect(bank.subscribe()).toEqual({ ok: true, result: { kind: 'holding', holding: 1, interest: 0 } });
    expect(bank.wealth(ana)).toEqual([40_000 * dollars, 10_000 * dollars]);
    expect(bank.extract(1)).toMatchObject({ error: 'nothingEarned' });
    bank.until(1);
    expect(bank.extract(1)).toMatchObject({ error: 'nothingEarned' });
    bank.until(4);
    expect(bank.engine.earnHoldings(ana)).toMatchObject([{ holding: 1, earned: 3 * dollars, principal: 10_000 * dollars }]);
    expect(bank.redeem(1)).toMatchObject(paid(3 * dollars));
    expect(bank.wealth(ana)).toEqual([50_003 * dollars, 0]);
    expect(bank.engine.earnHoldings(ana)).toEqual([]);
    expect(bank.wealth(House.yield)).toEqual([997 * dollars, 0]);
  });

  test('taken out on its first day earns nothing, and a part taken out earns no more', () => {
    const bank = new Bank();
    bank.subscribe();
    expect(bank.redeem(1, 4_000 * dollars)).toMatchObject(paid(0));
    bank.until(3);
    expect(bank.redeem(1, 1_000 * dollars)).toMatchObject(paid(0));
    bank.until(5);
    // Two days with 6,000 and two with 5,000.
    expect(bank.extract(1)).toMatchObject(paid(2.2 * dollars));
    expect(bank.wealth(ana)).toEqual([45_002.2 * dollars, 5_000 * dollars]);
    const events = bank.events.filter((one) => one.kind === 'earnHolding');
    expect(events.at(-1)).toMatchObject({ deposited: 10_000 * dollars, principal: 5_000 * dollars, paid: 2.2 * dollars });
  });

  test('takes a new rate for the day after tomorrow, and tomorrow’s stands', () => {
    const bank = new Bank();
    bank.subscribe();
    bank.until(1);
    expect(bank.offer({ yearlyPpm: 73_000 })).toMatchObject({ ok: true });
    expect(bank.product(flexible)).toMatchObject({ todayPpm: 36_500, nextPpm: 36_500, version: 2 });
    bank.until(4);
    // Days 1 and 2 at the old rate, day 3 at the new one.
    expect(bank.extract(1)).toMatchObject(paid(4 * dollars));
    const days = bank.events.filter((one) => one.kind === 'earnDay');
    expect(days.map(({ todayPpm, nextPpm }) => [todayPpm, nextPpm])).toEqual([
      [36_500, 36_500],
      [36_500, 73_000],
      [73_000, 73_000],
      [73_000, 73_000],
    ]);
  });

  test('earns only what the house has set aside: the day after it ran short the rate is 0, and what was earned is paid', () => {
    const bank = new Bank(4 * dollars);
    expect(bank.subscribe({ amount: 40_001 * dollars })).toMatchObject({ error: 'earnTooLarge' });
    expect(bank.subscribe({ amount: 40_000 * dollars })).toMatchObject({ ok: true });
    expect(bank.subscribe({ account: bob })).toMatchObject({ error: 'yieldShort', detail: { asset: 'USDT' } });
    expect(bank.product(flexible)).toMatchObject({ open: false });
    bank.until(1);
    // Today's four dollars are set aside; tomorrow's are not there.
    expect(bank.product(flexible)).toMatchObject({ todayPpm: 36_500, nextPpm: 0 });
    bank.until(3);
    expect(bank.product(flexible)).toMatchObject({ todayPpm: 0, nextPpm: 0 });
    bank.fund(100 * dollars);
    bank.until(5);
    expect(bank.product(flexible)).toMatchObject({ todayPpm: 36_500, open: true });
    bank.until(6);
    expect(bank.redeem(1, 40_000 * dollars)).toMatchObject(paid(8 * dollars));
  });

  test('is owed the days in which the venue stood still', () => {
    const bank = new Bank();
    bank.subscribe();
    bank.until(40);
    expect(bank.events.filter((one) => one.kind === 'earnDay')).toHaveLength(40);
    expect(bank.redeem(1)).toMatchObject(paid(39 * dollars));
  });
});

describe('a fixed term', () => {
  test('has all its interest set aside at the sale, and pays it at the end', () => {
    const bank = new Bank();
    expect(bank.subscribe({ product: week })).toMatchObject({ ok: true });
    expect(bank.wealth(House.yield)).toEqual([986 * dollars, 14 * dollars]);
    expect(bank.extract(1)).toMatchObject({ error: 'nothingEarned' });
    bank.until(7);
    expect(bank.engine.earnHoldings(ana)).toMatchObject([{ earned: 12 * dollars }]);
    bank.until(8);
    expect(bank.wealth(ana)).toEqual([50_014 * dollars, 0]);
    expect(bank.events.filter((one) => one.kind === 'earnHolding').at(-1)).toMatchObject({
      holdingState: 'matured',
      paid: 14 * dollars,
      renewedBy: 0,
    });
  });

  test('taken out early brings the stated part of the days so far, and only as a whole', () => {
    const bank = new Bank();
    bank.offer({ product: week, days: 7, yearlyPpm: 73_000, earlyPpm: 250_000 });
    bank.subscribe({ product: week, version: 2 });
    bank.until(4);
    expect(bank.redeem(1, 9_999 * dollars)).toMatchObject({ error: 'redeemWhole' });
    expect(bank.redeem(1)).toMatchObject(paid(1.5 * dollars));
    expect(bank.wealth(ana)).toEqual([50_001.5 * dollars, 0]);
    expect(bank.wealth(House.yield)).toEqual([998.5 * dollars, 0]);
    bank.until(20);
    expect(bank.wealth(ana)).toEqual([50_001.5 * dollars, 0]);
  });

  test('starts again on the terms of that day if its owner wants it, otherwise the money is free', () => {
    const bank = new Bank();
    bank.subscribe({ product: week, renew: true });
    bank.offer({ product: week, days: 7, yearlyPpm: 36_500 });
    bank.until(8);
    expect(bank.wealth(ana)).toEqual([40_014 * dollars, 10_000 * dollars]);
    expect(bank.engine.earnHoldings(ana)).toMatchObject([{ holding: 2, yearlyPpm: 36_500, version: 2, renew: true, firstDay: 19_708 }]);
    expect(bank.events.filter((one) => one.kind === 'earnHolding').at(-2)).toMatchObject({ holding: 1, renewedBy: 2 });
    bank.must({ kind: 'renewEarn', account: ana, holding: 2, renew: false });
    bank.until(30);
    expect(bank.wealth(ana)).toEqual([50_021 * dollars, 0]);
  });

  test('does not start again where it is sold no more, or where the house lacks the interest', () => {
    for (const [capital, change] of [
      [1_000, { capacity: 0 }],
      [15, {}],
    ] as const) {
      const bank = new Bank(capital * dollars);
      bank.subscribe({ product: week, renew: true });
      bank.offer({ product: week, days: 7, yearlyPpm: 73_000, ...change });
      bank.until(9);
      expect(bank.wealth(ana)).toEqual([50_014 * dollars, 0]);
    }
  });
});

describe('is refused, and changes nothing:', () => {
  test.each<[string, (bank: Bank) => unknown, string]>([
    ['an unknown product', (bank) => bank.subscribe({ product: 9 }), 'earnProductUnknown'],
    ['other terms', (bank) => bank.subscribe({ version: 2 }), 'termsChanged'],
    ['too little', (bank) => bank.subscribe({ amount: 10 * dollars - 1 }), 'earnTooSmall'],
    ['more than there is', (bank) => bank.subscribe({ amount: 40_000 * dollars }), 'insufficientBalance'],
    ['nothing', (bank) => bank.subscribe({ amount: 0 }), 'amountInvalid'],
    ['less than nothing', (bank) => bank.subscribe({ amount: -1 }), 'amountInvalid'],
    ['parts of a unit', (bank) => bank.subscribe({ amount: 10_000_000.5 }), 'amountInvalid'],
    ['somebody else’s holding', (bank) => bank.redeem(1, 1, bob), 'holdingUnknown'],
    ['interest of somebody else', (bank) => bank.extract(1, bob), 'holdingUnknown'],
    ['more than is in it', (bank) => bank.redeem(1, 10_000 * dollars + 1), 'redeemTooLarge'],
    ['a term that is none', (bank) => bank.apply({ kind: 'renewEarn', account: ana, holding: 1, renew: true }), 'holdingUnknown'],
    ['another asset under the same number', (bank) => bank.offer({ asset: 5 }), 'transferNotAllowed'],
    ['other days under the same number', (bank) => bank.offer({ days: 3 }), 'badRequest'],
    ['a largest below the smallest', (bank) => bank.offer({ maxPrincipal: 1 }), 'badRequest'],
  ])('%s', (_, act, error) => {
    const bank = new Bank();
    bank.subscribe();
    bank.subscribe({ product: week });
    const [before, products] = [bank.engine.balances(ana), bank.engine.earnProducts()];
    expect(act(bank)).toMatchObject({ ok: false, error });
    expect([bank.engine.balances(ana), bank.engine.earnProducts()]).toEqual([before, products]);
    bank.engine.checkInvariants();
  });

  test('more than the capacity, by all together', () => {
    const bank = new Bank();
    bank.offer({ capacity: 15_000 * dollars });
    bank.subscribe({ version: 2 });
    expect(bank.subscribe({ account: bob, version: 2 })).toMatchObject({
      error: 'earnCapacityReached',
      detail: { left: '5000 USDT' },
    });
    bank.offer({ capacity: 0 });
    expect(bank.subscribe({ account: bob, version: 3 })).toMatchObject({ error: 'earnCapacityReached' });
    expect(bank.redeem(1)).toMatchObject({ ok: true });
  });
});

test('changes of two products for the worse wait at the same time, each under its own number', () => {
  const bank = new Bank();
  bank.must({ kind: 'setRules', version: 1, limits: [{ limit: limitNumbers.noticeMs, value: dayMs }] });
  for (const { rules } of bank.engine.earnProducts())
    bank.must({ kind: 'announceChange', body: { ...rules, yearlyPpm: 10_000 }, origin: 'file', reason: 'x', from: 0 });
  const waiting = bank.engine.pendingChanges();
  expect(waiting.map(({ differences }) => differences.map(({ field, at }) => [field, at]))).toEqual([
    [['yearlyPpm', flexible]],
    [['yearlyPpm', week]],
  ]);
  for (let minute = 0; minute <= 24 * 60; minute += 1) bank.wait(60_000);
  expect(bank.engine.earnProducts().map(({ rules, version }) => [rules.yearlyPpm, version])).toEqual([
    [10_000, 2],
    [10_000, 2],
  ]);
});

test('sixty subscriptions of a tenth of what there is: ten are taken', () => {
  const bank = new Bank();
  const results = Array.from({ length: 60 }, () => bank.subscribe({ amount: 5_000 * dollars }));
  expect(results.filter(({ ok }) => ok).length).toBe(10);
});

test('a year of any subscriptions and any taking out: the interest is the same however often it is taken, and everything replays', () => {
  const seen = new Map<string, number>();
  const step = fc.record({
    days: fc.integer({ min: 0, max: 9 }),
    account: fc.constantFrom(ana, bob),
    what: fc.constantFrom('subscribe', 'subscribe', 'term', 'redeem', 'extract', 'rate'),
    part: fc.integer({ min: 1, max: 9_999_999 }),
    holding: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 40 }), fc.constantFrom(30 * dollars, 10_000 * dollars), (steps, capital) => {
      const bank = new Bank(capital);
      let day = 0;
      for (const { days, account, what, part, holding } of steps) {
        day += days;
        if (days > 0) bank.until(day);
        const own = bank.engine.earnHoldings(account);
        const one = own[holding % Math.max(1, own.length)];
        const amount = 10 * dollars + part * 500;
        const rules = bank.product(flexible);
        const outcome =
          what === 'rate'
            ? bank.offer({ yearlyPpm: part % 100_000 })
            : what === 'subscribe' || what === 'term'
              ? bank.subscribe({
                  account,
                  amount,
                  ...(what === 'term' ? { product: week, renew: part % 2 === 0 } : { version: rules.version }),
                })
              : one === undefined
                ? undefined
                : what === 'extract'
                  ? bank.extract(one.holding, account)
                  : bank.redeem(one.holding, one.days > 0 || part % 2 === 0 ? one.principal : Math.min(part, one.principal), account);
        const word = outcome === undefined ? 'none' : outcome.ok ? what : outcome.error;
        seen.set(word, (seen.get(word) ?? 0) + 1);
      }
      checkReceipts(bank, seen);
      compareWithDays(bank);
      const hash = bank.engine.stateHash();
      bank.restart();
      expect([bank.engine.stateHash(), bank.replayedHash()]).toEqual([hash, hash]);
    }),
    { numRuns: 40, seed: 31 },
  );
  for (const word of ['subscribe', 'term', 'redeem', 'extract', 'rate', 'yieldShort', 'receipt earnInterest'])
    expect(seen.get(word), word).toBeGreaterThan(20);
});

/** Goes through the days one by one: what each flexible holding was paid is what its principal of each day brought, less under a unit. */
function compareWithDays(bank: Bank): void {
  const rates = new Map<number, number>();
  for (const event of bank.events) if (event.kind === 'earnDay' && event.product === flexible) rates.set(event.day, event.todayPpm);
  const list = new Map<number, { day: number; principal: number; paid: number; over: boolean; first: number }[]>();
  for (const event of bank.events) {
    if (event.kind !== 'earnHolding' || event.days > 0) continue;
    const own = list.get(event.holding) ?? [];
    own.push({
      day: Math.floor(event.time / dayMs),
      principal: event.principal,
      paid: event.paid,
      over: event.holdingState !== 'earning',
      first: event.firstDay,
    });
    list.set(event.holding, own);
  }
  for (const own of list.values()) {
    const last = own.at(-1)!;
    if (!last.over) continue;
    let owed = 0n;
    for (let day = own[0]!.first; day < last.day; day++) {
      const principal = own.findLast((one) => one.day <= day)!.principal;
      owed += BigInt(principal) * BigInt(rates.get(day)!);
    }
    expect(BigInt(last.paid)).toBe(owed / year);
  }
}
