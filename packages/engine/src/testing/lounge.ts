import { OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { BuyLevel, Command, DefineLevels } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { LevelDayEvent, MembershipEvent } from '../events.ts';
import { bookRules, TestVenue, usdt } from './venue.ts';

/** Noon of a day in UTC. */
export const begin = 19_700 * dayMs + dayMs / 2;
export const coin = 7;
export const dollars = 1_000_000;
export const [ana, bob] = [firstCustomer, firstCustomer + 1];
/** A lot of COIN costs 100 ticks of 0.1 USDT each: 10 USDT. */
export const lotValue = 10 * dollars;
export const market = {
  ...{ instrument: 1, symbol: 'COIN', instrumentKind: 1 as const, baseAsset: coin, lotUnits: 1_000_000n },
  ...{ ...bookRules, minNotional: 1, bandBps: 9000, quoteUnitsPerTickLot: dollars / 10 },
  ...{ takerFeePpm: [1000, 800, 600, 400], makerFeePpm: [500, 400, 300, 200] },
};
export const levels = {
  ...{ asset: usdt, volumes: [100 * dollars, 200 * dollars, 400 * dollars], prices: [30 * dollars, 90 * dollars, 0] },
  ...{ plusLevel: 2, plusPrice: 50 * dollars },
};
export const order = (account: number, side: OrderSide, lots: number): Command => ({
  ...{ kind: 'placeOrder', account, instrument: 1, side, lots, priceTicks: 100, type: OrderPriceType.limit, tif: TimeInForce.gtc },
  ...{ triggerTicks: 0, quoteAmount: 0, postOnly: false },
});
export class Lounge extends TestVenue {
  constructor(of: Partial<DefineLevels> | null = {}) {
    super({ noticeMs: 0 }, begin);
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: coin, code: 'COIN', scale: 6, assetKind: 3 });
    this.must({ kind: 'defineInstrument', ...market });
    for (const account of [ana, bob]) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
    }
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    const brought = { account: House.marketMaker, wallet: Wallet.coin, asset: coin, amount: 10n ** 15n };
    this.must({ kind: 'fundHouse', ...brought, number: 1 });
    if (of !== null) this.must({ kind: 'defineLevels', ...levels, ...of });
  }

  /** Somebody buys from the market maker. Answers the rate of the fee. */
  buy(account: number, lots: number): number {
    this.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks: 100, time: this.time }] });
    this.must(order(House.marketMaker, OrderSide.sell, lots));
    this.must(order(account, OrderSide.buy, lots));
    const fills = this.events.flatMap((event) => (event.kind === 'fill' ? [event] : []));
    return fills.at(-1)!.taker.feePpm;
  }

  level(level: number, of: Partial<BuyLevel> = {}) {
    return this.apply({ kind: 'buyLevel', account: ana, wallet: Wallet.coin, level, version: 1, ...of });
  }

  plus(of: { account?: number; version?: number; wallet?: Wallet } = {}) {
    return this.apply({ kind: 'applyPlus', account: ana, wallet: Wallet.coin, version: 1, ...of });
  }

  money(account: number, wallet: Wallet = Wallet.coin) {
    const { available, frozen } = this.engine.balances(account).find((one) => one.asset === usdt && one.wallet === wallet) ?? {};
    return [Number(available ?? 0n), Number(frozen ?? 0n)];
  }

  days(): LevelDayEvent[] {
    return this.events.flatMap((event) => (event.kind === 'levelDay' ? [event] : []));
  }

  told(): MembershipEvent['cause'][] {
    return this.events.flatMap((event) => (event.kind === 'membership' ? [event.cause] : []));
  }

  view(account = ana) {
    return this.engine.membership(account)!;
  }

  /** A refusal changes nothing but the sequence. */
  refused(command: Command) {
    const [money, members, before] = [this.engine.balances(ana), this.view(), this.engine.snapshot().length];
    const outcome = this.apply(command);
    expect([this.engine.balances(ana), this.view(), this.engine.snapshot().length]).toEqual([money, members, before]);
    return outcome;
  }
}
