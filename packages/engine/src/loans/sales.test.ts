import { Wallet } from '@bourse/protocol/enums';
import { describe, expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { ana, btc, coin, dollars, hour, Lender, market, usdt } from '../testing/lender.ts';
import { checkReceipts } from '../testing/receipts.ts';

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
