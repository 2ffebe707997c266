import { Wallet } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { Borrow, DefineLoan, LoanEvent } from '../loans/declare.ts';
import { TestVenue } from './venue.ts';

export const hour = 3_600_000;
/** Half past an hour. */
export const begin = 19_700 * dayMs + 30 * 60_000;
export const ana = 100_000;
export const bob = 100_001;
export const usdt = 2;
export const btc = 3;
export const market = 1;
export const dollars = 1_000_000;
/** One bitcoin, which is worth 100,000 USDT at 10,000,000 ticks. */
export const coin = 100_000_000;
export const year = 8_760n * 1_000_000n;

interface Capital {
  desk?: number;
  pool?: number;
  insurance?: number;
  customers?: number;
}

/** Bitcoin at 100,000 USDT; loans at 8.76 % a year: a thousandth of a percent an hour. Everybody has two bitcoins. */
export class Lender extends TestVenue {
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

export const paid = (amount: number) => ({ ok: true, result: { kind: 'loan', paid: amount } });
