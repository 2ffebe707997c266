import { Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { TestVenue } from '../testing/venue.ts';
import type { Borrow, DefineLoan, LoanEvent } from './declare.ts';

const hour = 3_600_000;
/** Half past an hour. */
const begin = 19_700 * dayMs + 30 * 60_000;
const ana = 100_000;
const bob = 100_001;
const usdt = 2;
const btc = 3;
const market = 1;
const dollars = 1_000_000;
/** One bitcoin, which is worth 100,000 USDT at 10,000,000 ticks. */
const coin = 100_000_000;
const year = 8_760n * 1_000_000n;

interface Capital {
  desk?: number;
  pool?: number;
  insurance?: number;
  customers?: number;
}

/** Bitcoin at 100,000 USDT; loans at 8.76 % a year: a thousandth of a percent an hour. Everybody has two bitcoins. */
class Lender extends TestVenue {
  private number = 1;

  constructor({ desk = 1_000_000, pool = 1_000_000, insurance = 100_000, customers = 2 }: Capital = {}, limits = {}) {
    super({ noticeMs: 0, ...limits }, begin);
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: btc, code: 'BTC', scale: 8, assetKind: 3 });
    const rules = { minLots: 1, maxLots: 10 ** 9, minNotional: 1, bandBps: 1000, takerFeePpm: [0], makerFeePpm: [0] };
    const named = { instrument: market, symbol: 'BTC/USDT', instrumentKind: 1 as const, baseAsset: btc, quoteAsset: usdt };
    const sizes = { lotUnits: 10_000n, quoteUnitsPerTickLot: 1 };
    this.must({ kind: 'defineInstrument', ...named, ...sizes, ...rules, keepsProtection: false, status: 1 });
    this.offer({});
    this.fund(House.loanPool, Wallet.coin, pool);
    this.fund(House.insurance, Wallet.contract, insurance);
    this.fund(House.desk, Wallet.coin, desk);
    for (let account = ana; account < ana + customers; account++) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
    }
    this.tick(10_000_000);
  }

  fund(account: number, wallet: Wallet, whole: number) {
    if (whole === 0) return;
    this.must({ kind: 'fundHouse', account, wallet, asset: usdt, amount: BigInt(whole * dollars), number: this.number++ });
  }

  offer(of: Partial<DefineLoan>) {
    const levels = { openPpm: 650_000, callPpm: 750_000, sellPpm: 830_000, saleFeePpm: 20_000 };
    const amounts = {
      minLoan: 10 * dollars,
      maxLoan: 200_000 * dollars,
      decideAbove: 100_000 * dollars,
      capacity: 900_000 * dollars,
    };
    return this.apply({ kind: 'defineLoan', product: 1, instrument: market, yearlyPpm: 87_600, ...levels, ...amounts, ...of });
  }

  tick(ticks: number) {
    this.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: market, priceTicks: ticks, time: this.time }] });
  }

  borrow(of: Partial<Borrow> = {}) {
    return this.apply({
      kind: 'borrow',
      ...{ account: ana, product: 1, version: 1, collateral: coin, amount: 50_000 * dollars },
      ...of,
    });
  }

  repay(loan: number, amount: number, account = ana) {
    return this.apply({ kind: 'repayLoan', account, loan, amount });
  }

  collateral(loan: number, amount: number, account = ana) {
    return this.apply({ kind: 'changeCollateral', account, loan, add: amount > 0, amount: Math.abs(amount) });
  }

  later(ms: number): this {
    this.wait(ms);
    return this;
  }

  loan(id: number) {
    return this.engine.loan(id);
  }

  /** The last state of a loan. */
  last(id: number): LoanEvent {
    return this.events.filter((one) => one.kind === 'loan').findLast(({ loan }) => loan === id)!;
  }

  has(account: number, asset: number, wallet: Wallet = Wallet.coin): [number, number] {
    const found = this.engine.balances(account).find((one) => one.asset === asset && one.wallet === wallet);
    return [Number(found?.available ?? 0n), Number(found?.frozen ?? 0n)];
  }

  /** Gives everybody coins: the house's desk sells them for one tick. */
  withCoins(units = 2 * coin): this {
    this.must({ kind: 'defineSwap', instrument: market, spreadPpm: 0, deskFeePpm: 0, minValue: 1, maxValue: 10 ** 12 });
    const amount = BigInt(units) * 1_000n;
    this.must({ kind: 'fundHouse', account: House.desk, wallet: Wallet.coin, asset: btc, amount, number: this.number++ });
    this.tick(1);
    for (let account = ana; this.engine.hasAccount(account); account++) {
      const wish = { account, wallet: Wallet.coin, from: usdt, to: btc, amount: BigInt(units / 10_000), minReceive: 1n };
      this.must({ kind: 'swap', ...wish, quotedAt: this.time });
    }
    this.must({ kind: 'defineSwap', instrument: market, spreadPpm: 0, deskFeePpm: 0, minValue: 1, maxValue: 0 });
    this.tick(10_000_000);
    return this;
  }

  get totalOwed(): number {
    return this.engine.loanProducts().reduce((sum, { lent }) => sum + lent, 0);
  }
}

const paid = (amount: number) => ({ ok: true, result: { kind: 'loan', paid: amount } });

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

describe('collateral near the largest number', () => {
  const most = Number.MAX_SAFE_INTEGER;
  /** A coin with 18 decimals that is worth 1,000 USDT: its number holds 0.009 of it. */
  const wei = () => {
    const bank = new Lender().withCoins();
    bank.must({ kind: 'defineAsset', asset: 4, code: 'WEI', scale: 18, assetKind: 3 });
    const rules = { minLots: 1, maxLots: 10 ** 9, minNotional: 1, bandBps: 1000, takerFeePpm: [0], makerFeePpm: [0] };
    const named = { instrument: 2, symbol: 'WEI/USDT', instrumentKind: 1 as const, baseAsset: 4, quoteAsset: usdt };
    bank.must({
      kind: 'defineInstrument',
      ...named,
      lotUnits: 10n ** 12n,
      quoteUnitsPerTickLot: 1,
      ...rules,
      keepsProtection: false,
      status: 1,
    });
    bank.offer({ product: 2, instrument: 2, minLoan: 1 });
    bank.must({ kind: 'fundHouse', account: House.desk, wallet: Wallet.coin, asset: 4, amount: 10n ** 18n, number: 1_000 });
    const price = (priceTicks: number) =>
      bank.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 2, priceTicks, time: bank.time }] });
    price(1_000);
    bank.must({ kind: 'defineSwap', instrument: 2, spreadPpm: 0, deskFeePpm: 0, minValue: 1, maxValue: 10 ** 12 });
    const wish = { account: ana, wallet: Wallet.coin, from: usdt, to: 4, amount: 100n * BigInt(dollars), minReceive: 1n };
    bank.must({ kind: 'swap', ...wish, quotedAt: bank.time });
    return { bank, price };
  };

  test('is taken back, also when it is more than half of that', () => {
    const { bank } = wei();
    expect(bank.borrow({ product: 2, collateral: most, amount: 1_000 })).toMatchObject({ ok: true });
    expect(bank.collateral(1, 1)).toMatchObject({ error: 'amountInvalid' });
    expect(bank.collateral(1, -(most - 10 ** 13))).toMatchObject({ ok: true });
    expect(bank.loan(1)).toMatchObject({ collateral: 10 ** 13 });
  });

  test('is added after a sale as long as all of it has a number', () => {
    const { bank, price } = wei();
    expect(bank.borrow({ product: 2, collateral: most, amount: 5_800_000 })).toMatchObject({ ok: true });
    price(750);
    const { sold } = bank.loan(1)!;
    expect(sold).toBeGreaterThan(most / 2);
    expect(bank.collateral(1, sold)).toMatchObject({ error: 'amountInvalid' });
    expect(bank.repay(1, most)).toMatchObject({ ok: true });
  });
});

describe('a falling price', () => {
  test('warns once, again only after the loan has recovered, and then sells as little as brings it back', () => {
    const bank = new Lender().withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    const calls = () => bank.events.filter(({ kind }) => kind === 'loanCall').length;
    // The share is rounded up: 60,000.6 ÷ 74.9999 %.
    expect(bank.loan(1)!.callTicks).toBe(8_000_090);
    bank.tick(8_000_091);
    expect(calls()).toBe(0);
    bank.tick(8_000_090);
    expect(calls()).toBe(1);
    bank.tick(8_500_000);
    bank.tick(7_900_000);
    expect(calls()).toBe(1);
    // 60,000.6 ÷ 70 % are 85,715.15.
    bank.tick(8_571_515);
    expect(bank.loan(1)).toMatchObject({ called: false });
    bank.tick(8_000_000);
    expect(calls()).toBe(2);
    expect(bank.loan(1)!.sellTicks).toBe(7_228_996);
    bank.tick(7_228_997);
    expect(bank.loan(1)).toMatchObject({ collateral: coin });
    bank.tick(7_200_000);
    // v = (60,000.6 − 0.65 × 72,000) ÷ 0.33 = 40,001.818187, with a unit for each rounding; 2 % of it go to the insurance fund.
    const loan = bank.loan(1)!;
    expect(loan).toMatchObject({ sold: 55_558_081, collateral: coin - 55_558_081, called: false });
    expect(loan.ltvPpm).toBeLessThanOrEqual(650_000);
    expect(bank.has(House.insurance, usdt, Wallet.contract)[0]).toBe(100_000 * dollars + 800_036_367);
    expect(bank.has(House.desk, btc)[0]).toBe(196 * coin + 55_558_081 + 1_800 * coin);
    checkReceipts(bank, new Map());
  });

  test('of no fresh market sells nothing; the next price does', () => {
    const bank = new Lender().withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    bank.must({ kind: 'setInstrumentStatus', instrument: market, status: 3 });
    bank.tick(7_000_000);
    expect(bank.loan(1)).toMatchObject({ collateral: coin });
    bank.must({ kind: 'setInstrumentStatus', instrument: market, status: 1 });
    bank.wait(10_000);
    expect(bank.loan(1), 'the price is ten seconds old').toMatchObject({ collateral: coin });
    bank.tick(7_000_000);
    bank.wait(2_000);
    expect(bank.loan(1)!.collateral).toBeLessThan(coin);
  });

  test('sells only what the desk can pay for, and the rest when it has money', () => {
    const bank = new Lender({ desk: 20_000 }).withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    const [money] = bank.has(House.desk, usdt);
    bank.tick(7_000_000);
    expect(bank.loan(1)!.sold).toBe(Math.floor((money * 10_000) / 7_000_000));
    expect(bank.loan(1)!.ltvPpm).toBeGreaterThan(650_000);
    bank.fund(House.desk, Wallet.coin, 1_000_000);
    bank.tick(6_000_000);
    expect(bank.loan(1)!.ltvPpm).toBeLessThanOrEqual(650_000);
    checkReceipts(bank, new Map());
  });

  test('gives no collateral away where a unit of it is worth less than the last unit of money that the desk has', () => {
    const bank = new Lender({ desk: 0 }).withCoins();
    bank.tick(10_000);
    bank.borrow({ amount: 60 * dollars });
    bank.tick(7_000);
    const { sold } = bank.loan(1)!;
    expect([bank.has(House.desk, usdt)[0], sold]).toEqual([1, 57_142]);
    for (let looks = 0; looks < 5; looks++) {
      bank.wait(2_000);
      bank.tick(7_000);
    }
    expect(bank.loan(1)).toMatchObject({ sold });
    expect(bank.events.filter(({ kind }) => kind === 'loanSale')).toHaveLength(1);
    bank.fund(House.desk, Wallet.coin, 1_000);
    bank.wait(2_000);
    bank.tick(7_000);
    bank.wait(2_000);
    expect(bank.loan(1)!.ltvPpm).toBeLessThanOrEqual(650_000);
  });

  test('brings a tiny loan back at once, though its levels are next to each other and its fee is rounded up', () => {
    const bank = new Lender().withCoins();
    bank.offer({ openPpm: 650_000, callPpm: 650_001, sellPpm: 650_002, minLoan: 1 });
    bank.tick(10_000);
    expect(bank.borrow({ version: 2, collateral: 30_000, amount: 19_400 })).toMatchObject({ ok: true });
    bank.tick(9_940);
    for (let looks = 0; looks < 5; looks++) {
      bank.wait(2_000);
      bank.tick(9_940);
    }
    expect(bank.events.filter(({ kind }) => kind === 'loanSale')).toHaveLength(1);
    expect(bank.loan(1)!.ltvPpm).toBeLessThanOrEqual(650_000);
  });

  test('warns anew when the loan had recovered while there was no fresh price', () => {
    const bank = new Lender().withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    const calls = () => bank.events.filter(({ kind }) => kind === 'loanCall').length;
    bank.tick(8_000_000);
    expect(calls()).toBe(1);
    // 60,000.6 ÷ 88,000 are 68.2 %, below the 70 % at which a warning ends.
    expect(bank.later(6_000).collateral(1, coin / 10)).toMatchObject({ ok: true });
    expect(bank.loan(1)).toMatchObject({ called: true });
    bank.tick(8_000_000);
    bank.restart();
    bank.wait(2_000);
    expect(bank.loan(1)).toMatchObject({ called: false });
    bank.tick(7_200_000);
    expect(calls()).toBe(2);
  });

  test('beyond the debt: everything is sold, the fund pays the principal that is missing, and the customer owes nothing', () => {
    const bank = new Lender().withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    const [before] = bank.has(ana, usdt);
    bank.tick(5_000_000);
    expect(bank.loan(1)).toBeUndefined();
    expect(bank.last(1)).toMatchObject({ loanState: 'soldOff', principal: 0, collateral: 0, sold: coin });
    expect(bank.has(ana, usdt)[0]).toBe(before);
    expect(bank.has(ana, btc)).toEqual([coin, 0]);
    // The interest of the first hour was paid first: the fund makes the pool's principal whole.
    expect(bank.has(House.loanPool, usdt)[0]).toBe(1_000_000.6 * dollars);
    expect(bank.has(House.insurance, usdt, Wallet.contract)[0]).toBe(89_999.4 * dollars);
    checkReceipts(bank, new Map());
  });

  test('beyond what the fund has: the pool bears the rest', () => {
    const bank = new Lender({ insurance: 100 }).withCoins();
    bank.borrow({ amount: 60_000 * dollars });
    bank.tick(5_000_000);
    expect(bank.has(House.insurance, usdt, Wallet.contract)[0]).toBe(0);
    expect(bank.has(House.loanPool, usdt)[0]).toBe(990_100 * dollars);
    expect(bank.totalOwed).toBe(0);
  });

  test('of everything at once sells off a thousand loans in bounded steps, and the pool is whole', () => {
    const customers = 1_000;
    const capital = { customers, pool: 100_000_000, desk: 100_000_000, insurance: 10_000_000 };
    const bank = new Lender(capital, { liquidationStepsPerCommand: 50 }).withCoins();
    bank.offer({ capacity: 100_000_000 * dollars });
    for (let account = ana; account < ana + customers; account++)
      expect(bank.borrow({ account, version: 2, amount: 60_000 * dollars })).toMatchObject({ ok: true });
    const sales = () => bank.events.filter(({ kind }) => kind === 'loanSale').length;
    bank.tick(6_600_000);
    expect(sales()).toBe(50);
    bank.restart();
    for (let command = 0; command < 19; command++) bank.wait(0);
    expect(sales()).toBe(1_000);
    expect(bank.has(House.loanPool, usdt)[0] + bank.totalOwed).toBeGreaterThan(100_000_000 * dollars);
    for (const { ltvPpm } of bank.engine.loans(ana)) expect(ltvPpm).toBeLessThanOrEqual(650_000);
    expect(bank.replayedHash()).toBe(bank.engine.stateHash());
  });
});

test('interest alone brings a loan to the warning and to the sale, at the full hour', () => {
  const bank = new Lender().withCoins().later(hour / 2);
  bank.tick(10_000_000);
  bank.offer({ yearlyPpm: 1_000_000 });
  const opened = bank.time;
  bank.borrow({ version: 2, amount: 64_990 * dollars });
  const find = (kind: 'loanCall' | 'loanSale') => bank.events.find((one) => one.kind === kind)?.time;
  for (let hours = 0; hours < 24 * 120 && find('loanSale') === undefined; hours++) {
    bank.wait(hour - 1_000);
    bank.tick(10_000_000);
    bank.wait(1_000);
  }
  // (Level − amount) ÷ (amount ÷ 8,760), the share rounded up.
  const hours = (level: number) => Math.ceil(((level - 1e-6 - 0.6499) / 0.6499) * 8_760 + 1e-9);
  expect(Math.floor(find('loanCall')! / hour) - opened / hour + 1).toBe(hours(0.75));
  expect(Math.floor(find('loanSale')! / hour) - opened / hour + 1).toBe(hours(0.83));
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

test('any borrowing, repaying and prices: debts are those of a naive clerk, no loan stays above its level, and everything replays', () => {
  const seen = new Map<string, number>();
  const step = fc.record({
    wait: fc.constantFrom(0, 0, 1_000, hour / 2, 7 * hour, 3 * dayMs),
    account: fc.constantFrom(ana, bob),
    what: fc.constantFrom('borrow', 'borrow', 'repay', 'repayAll', 'add', 'take', 'price', 'crash'),
    part: fc.integer({ min: 1, max: 999_999 }),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 40 }), fc.constantFrom(200, 2_000_000), (steps, desk) => {
      const bank = new Lender({ desk, insurance: 5_000 }).withCoins(20 * coin);
      let ticks = 10_000_000;
      for (const { wait, account, what, part, which } of steps) {
        bank.wait(wait);
        if (what === 'price') ticks = Math.round(ticks * (0.85 + (0.3 * part) / 1e6));
        if (what === 'crash') ticks = Math.round(ticks * (0.5 + (0.5 * part) / 1e6));
        bank.tick(ticks);
        const own = bank.engine.loans(account);
        const one = own[which % Math.max(1, own.length)];
        const collateral = part * 200;
        const worth = (collateral * ticks) / 10_000;
        const outcome =
          what === 'borrow'
            ? bank.borrow({ account, collateral, amount: Math.floor((worth * (1 + (which % 760))) / 1_000) })
            : one === undefined || what === 'price' || what === 'crash'
              ? undefined
              : what === 'repay'
                ? bank.repay(one.loan, part * 1_000, account)
                : what === 'repayAll'
                  ? bank.repay(one.loan, Number.MAX_SAFE_INTEGER, account)
                  : bank.collateral(one.loan, what === 'add' ? part : -part, account);
        const word = outcome === undefined ? 'none' : outcome.ok ? what : outcome.error;
        seen.set(word, (seen.get(word) ?? 0) + 1);
        if (bank.has(House.desk, usdt)[0] > 10 ** 9)
          for (const { ltvPpm, sellPpm } of [...bank.engine.loans(ana), ...bank.engine.loans(bob)]) expect(ltvPpm).toBeLessThan(sellPpm);
      }
      checkReceipts(bank, seen);
      compareWithClerk(bank);
      const hash = bank.engine.stateHash();
      bank.restart();
      expect([bank.engine.stateHash(), bank.replayedHash()]).toEqual([hash, hash]);
    }),
    { numRuns: 60, seed: 77 },
  );
  for (const word of [
    'borrow',
    'repay',
    'repayAll',
    'add',
    'take',
    'ltvTooHigh',
    'collateralNeeded',
    'receipt loanRepayment',
    'receipt loanSale',
  ])
    expect(seen.get(word), word).toBeGreaterThan(20);
});

/** Keeps the books of each loan by its events alone, hour by hour. */
function compareWithClerk(bank: Lender): void {
  const books = new Map<number, { principal: bigint; owed: bigint; charged: number; rate: bigint }>();
  for (const event of bank.events) {
    if (event.kind === 'loan' && !books.has(event.loan)) {
      const charged = Math.floor(event.openedAt / hour) - 1;
      books.set(event.loan, { principal: BigInt(event.principal), owed: 0n, charged, rate: BigInt(event.yearlyPpm) });
    }
    if (event.kind !== 'loanRepayment' && event.kind !== 'loanSale') continue;
    const book = books.get(event.loan)!;
    for (; book.charged < Math.floor(event.time / hour); book.charged++) book.owed += book.principal * book.rate;
    const due = (book.owed + year - 1n) / year;
    const debt = book.principal + due;
    const amount = BigInt(event.interest + event.repaid);
    expect(amount).toBeLessThanOrEqual(debt);
    expect(BigInt(event.interest)).toBe(amount === debt ? due : amount < book.owed / year ? amount : book.owed / year);
    book.principal -= BigInt(event.repaid);
    book.owed -= BigInt(event.interest) * year;
  }
  for (const account of [ana, bob])
    for (const { loan, principal, debt } of bank.engine.loans(account)) {
      const book = books.get(loan)!;
      for (; book.charged < Math.floor(bank.time / hour); book.charged++) book.owed += book.principal * book.rate;
      expect([BigInt(principal), BigInt(debt)]).toEqual([book.principal, book.principal + (book.owed + year - 1n) / year]);
    }
}
