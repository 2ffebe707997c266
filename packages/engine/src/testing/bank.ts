import { Wallet } from '@bourse/protocol/enums';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { dayMs, type Limits } from '../core/limits.ts';
import type { DefineEarn } from '../earn/declare.ts';
import { TestVenue, usdt } from './venue.ts';

/** Noon of a day in UTC. */
const begin = 19_700 * dayMs + dayMs / 2;
export const ana = 100_000;
export const bob = 100_001;
export const dollars = 1_000_000;
export const [flexible, week] = [1, 2];

/** A flexible product at 3.65 % and a week at 7.3 %; ana and bob with 50,000 USDT each in the wealth wallet. */
export class Bank extends TestVenue {
  private number = 1;

  constructor(capital = 1_000 * dollars, limits: Partial<Limits> = {}) {
    super({ noticeMs: 0, ...limits }, begin);
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: 5, code: 'AAPL', scale: 0, assetKind: 4 });
    if (capital > 0) this.fund(capital);
    for (const account of [ana, bob]) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
      const moved = { account, asset: usdt, amount: BigInt(50_000 * dollars) };
      this.must({ kind: 'transfer', from: Wallet.coin, to: Wallet.wealth, ...moved });
    }
    this.offer({});
    this.offer({ product: week, days: 7, yearlyPpm: 73_000 });
  }

  fund(amount: number) {
    const number = this.number++;
    this.must({ kind: 'fundHouse', account: House.yield, wallet: Wallet.wealth, asset: usdt, amount: BigInt(amount), number });
  }

  offer(of: Partial<DefineEarn>) {
    const amounts = { minPrincipal: 10 * dollars, maxPrincipal: 40_000 * dollars, capacity: 80_000 * dollars };
    return this.apply({ kind: 'defineEarn', product: flexible, asset: usdt, days: 0, yearlyPpm: 36_500, earlyPpm: 0, ...amounts, ...of });
  }

  subscribe(of: Partial<Extract<Command, { kind: 'subscribeEarn' }>> = {}) {
    return this.apply({
      kind: 'subscribeEarn',
      account: ana,
      product: flexible,
      version: 1,
      amount: 10_000 * dollars,
      renew: false,
      ...of,
    });
  }

  redeem(holding: number, amount = 10_000 * dollars, account = ana) {
    return this.apply({ kind: 'redeemEarn', account, holding, amount });
  }

  extract(holding: number, account = ana) {
    return this.apply({ kind: 'extractEarn', account, holding });
  }

  /** Ten past midnight of the day that many days after the first. */
  until(days: number) {
    this.wait((Math.floor(begin / dayMs) + days) * dayMs + 600_000 - this.time);
  }

  wealth(account: number) {
    const { available, frozen } = this.engine.balances(account).find(({ wallet }) => wallet === Wallet.wealth)!;
    return [Number(available), Number(frozen)];
  }

  product(id: number) {
    return this.engine.earnProducts().find(({ rules }) => rules.product === id)!;
  }
}
