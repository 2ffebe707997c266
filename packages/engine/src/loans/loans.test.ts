import { describe, expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import { ana, bob, btc, coin, dollars, hour, Lender, market, paid, usdt } from '../testing/lender.ts';

describe('a loan', () => {
  test('freezes the collateral where it is and pays out of the pool; each hour that has begun costs interest', () => {
    const bank = new Lender().withCoins();
    const [before] = bank.has(ana, usdt);
    expect(bank.borrow()).toEqual({ ok: true, result: { kind: 'loan', loan: 1, paid: 50_000 * dollars } });
    expect(bank.has(ana, btc)).toEqual([coin, coin]);
    expect(bank.has(ana, usdt)[0]).toBe(before + 50_000 * dollars);
    expect(bank.has(House.loanPool, usdt)[0]).toBe(950_000 * dollars);
    // 50,000 × 8.76 % ÷ 8,760 is half a dollar.
    expect(bank.loan(1)).toMatchObject({ debt: 50_000.5 * dollars, ltvPpm: 500_005, called: false });
    bank.wait(29 * 60_000);
    expect(bank.loan(1)).toMatchObject({ debt: 50_000.5 * dollars });
    bank.wait(60_000);
    expect(bank.loan(1)).toMatchObject({ debt: 50_001 * dollars });
  });

  test('is repaid interest first, and never more than is owed is taken', () => {
    const bank = new Lender().withCoins();
    bank.borrow();
    bank.wait(3 * hour);
    expect(bank.repay(1, 10_002 * dollars)).toMatchObject(paid(10_002 * dollars));
    expect(bank.loan(1)).toMatchObject({ principal: 40_000 * dollars, debt: 40_000 * dollars, interestPaid: 2 * dollars });
    bank.wait(hour);
    expect(bank.repay(1, 1_000_000 * dollars)).toMatchObject(paid(40_000.4 * dollars));
    expect(bank.has(ana, btc)).toEqual([2 * coin, 0]);
    expect(bank.has(House.loanPool, usdt)[0]).toBe(1_000_002.4 * dollars);
    expect(bank.last(1)).toMatchObject({ loanState: 'repaid', principal: 0, collateral: 0, interestPaid: 2.4 * dollars });
    expect(bank.repay(1, dollars)).toMatchObject({ error: 'loanUnknown' });
    expect(bank.totalOwed).toBe(0);
  });

  test('keeps the terms of its first day', () => {
    const bank = new Lender().withCoins();
    bank.borrow();
    bank.offer({ yearlyPpm: 876_000, sellPpm: 800_000 });
    expect(bank.borrow()).toMatchObject({ error: 'termsChanged' });
    bank.wait(hour);
    expect(bank.loan(1)).toMatchObject({ debt: 50_001 * dollars, sellPpm: 830_000, version: 1 });
  });

  test('gives collateral back as far as it could be opened with the rest', () => {
    const bank = new Lender().withCoins();
    bank.borrow({ amount: 32_500 * dollars });
    // 32,500.325 ÷ 65 % are 50,000.5 dollars: 0.500005 bitcoins.
    expect(bank.collateral(1, -50_000_000)).toMatchObject({ error: 'collateralNeeded', detail: { max: '0.499995 BTC' } });
    expect(bank.collateral(1, -coin)).toMatchObject({ error: 'collateralNeeded' });
    expect(bank.loan(1)).toMatchObject({ free: 49_999_500 });
    expect(bank.collateral(1, -49_999_500)).toMatchObject({ ok: true });
    expect(bank.loan(1)).toMatchObject({ ltvPpm: 650_000, free: 0 });
    expect(bank.collateral(1, 149_999_501)).toMatchObject({ error: 'insufficientBalance' });
    expect(bank.collateral(1, 49_999_500)).toMatchObject({ ok: true });
    expect(bank.has(ana, btc)).toEqual([coin, coin]);
  });
});

describe('a large loan', () => {
  const large = { amount: 120_000 * dollars, collateral: 2 * coin };
  const decide = (bank: Lender, accept: boolean, of: object = {}) =>
    bank.apply({
      kind: 'decideLoan',
      ...{ loan: 1, account: ana, instrument: market, amount: large.amount, accept, reason: 'Known customer' },
      ...of,
    });

  test('waits with its collateral frozen, and is paid out when the house agrees', () => {
    const bank = new Lender().withCoins();
    expect(bank.borrow(large)).toEqual({ ok: true, result: { kind: 'loan', loan: 1, paid: 0 } });
    expect(bank.has(ana, btc)).toEqual([0, 2 * coin]);
    expect(bank.totalOwed).toBe(0);
    expect(bank.repay(1, dollars)).toMatchObject({ error: 'loanState' });
    expect(bank.engine.waitingLoans()).toMatchObject([{ loan: 1, lent: large.amount, openedAt: 0 }]);
    bank.wait(5 * hour);
    expect(decide(bank, true), 'the price is old').toMatchObject({ error: 'priceStale' });
    bank.tick(9_000_000);
    expect(decide(bank, true)).toMatchObject({ error: 'ltvTooHigh' });
    bank.tick(10_000_000);
    for (const wrong of [{ account: bob }, { amount: 1 }]) expect(decide(bank, true, wrong)).toMatchObject({ error: 'loanDiffers' });
    expect(decide(bank, true)).toMatchObject({ ok: true });
    expect(bank.loan(1)).toMatchObject({ debt: large.amount + 1_200_000, openedAt: bank.time });
    expect(decide(bank, false)).toMatchObject({ error: 'loanState' });
  });

  test('of a customer who may open nothing is not paid out', () => {
    const bank = new Lender().withCoins();
    bank.borrow(large);
    const hold = { mode: 'closeOnly', payouts: 'keep', payoutsUntil: 0, evidence: 'A'.repeat(43) } as const;
    bank.must({ kind: 'holdAccount', account: ana, ...hold });
    expect(decide(bank, true)).toMatchObject({ error: 'accountRestricted' });
    expect(decide(bank, false)).toMatchObject({ ok: true });
  });

  test.each([
    ['the house declines', 'declined', (bank: Lender) => decide(bank, false)],
    ['the customer takes it back', 'cancelled', (bank: Lender) => bank.apply({ kind: 'cancelLoan', account: ana, loan: 1 })],
    ['nobody decides in a day', 'lapsed', (bank: Lender) => bank.wait(dayMs)],
  ])('is given up and its collateral free when %s', (_, loanState, act) => {
    const bank = new Lender().withCoins();
    bank.borrow(large);
    bank.restart();
    act(bank);
    expect(bank.has(ana, btc)).toEqual([2 * coin, 0]);
    expect(bank.last(1)).toMatchObject({ loanState, openedAt: 0, principal: 0 });
    expect(bank.loan(1)).toBeUndefined();
  });
});

describe('a refusal changes nothing', () => {
  test.each<[string, (bank: Lender) => unknown, string]>([
    ['no product', (bank) => bank.borrow({ product: 9 }), 'loanProductUnknown'],
    ['too little', (bank) => bank.borrow({ amount: 1 }), 'loanTooSmall'],
    ['too much', (bank) => bank.borrow({ amount: 200_000 * dollars + 1 }), 'loanTooLarge'],
    ['nothing', (bank) => bank.borrow({ amount: 0 }), 'amountInvalid'],
    ['a part of a unit', (bank) => bank.borrow({ collateral: 0.5 }), 'amountInvalid'],
    ['more collateral than there is', (bank) => bank.borrow({ collateral: 2 * coin }), 'insufficientBalance'],
    ['more than the collateral allows', (bank) => bank.borrow({ amount: 65_000 * dollars }), 'ltvTooHigh'],
    ['no fresh price', (bank) => bank.later(6_000).borrow(), 'priceStale'],
    ['somebody else’s loan', (bank) => bank.repay(1, dollars, bob), 'loanUnknown'],
    ['somebody else’s collateral', (bank) => bank.collateral(1, 1, bob), 'loanUnknown'],
    ['a running loan taken back', (bank) => bank.apply({ kind: 'cancelLoan', account: ana, loan: 1 }), 'loanState'],
    ['a warning below the opening', (bank) => bank.offer({ callPpm: 650_000 }), 'badRequest'],
    ['a sale below the warning', (bank) => bank.offer({ sellPpm: 750_000 }), 'badRequest'],
    [
      'a fee that no sale can bear',
      (bank) => bank.offer({ openPpm: 900_000, callPpm: 910_000, sellPpm: 920_000, saleFeePpm: 100_000 }),
      'badRequest',
    ],
    ['another market under the same number', (bank) => bank.offer({ instrument: 7 }), 'instrumentUnknown'],
  ])('%s', (_, act, error) => {
    const bank = new Lender().withCoins();
    bank.borrow({ collateral: coin / 2, amount: 30_000 * dollars });
    const kept = () => [bank.engine.balances(ana), bank.engine.loans(ana).map(({ principal, collateral }) => [principal, collateral])];
    const before = kept();
    expect(act(bank)).toMatchObject({ ok: false, error });
    expect(kept()).toEqual(before);
  });

  test('more than the pool has, or than is offered', () => {
    const bank = new Lender({ pool: 70_000 }).withCoins();
    bank.borrow();
    expect(bank.borrow()).toMatchObject({ error: 'loanPoolShort', detail: { left: '20000 USDT' } });
    bank.offer({ capacity: 0 });
    expect(bank.borrow({ version: 2, amount: 10 * dollars })).toMatchObject({ error: 'loanPoolShort', detail: { left: '0 USDT' } });
  });
});

test('sixty loans against a tenth of the coins: ten are given', () => {
  const bank = new Lender().withCoins();
  const results = Array.from({ length: 60 }, () => bank.borrow({ collateral: coin / 5, amount: 10 * dollars }));
  expect(results.filter(({ ok }) => ok)).toHaveLength(10);
});
