import { formatUnits, unitsOf } from '@bourse/money';
import { OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { Command, PlaceOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { Duel } from './duel.ts';
import { checkBook, eachLine, lastReason, orderFields } from './lines.ts';

/**
 * A story in a trader's words: each line is a command or a check. The market is COIN against USDT: one lot is one COIN (three decimals),
 * one tick one USDT (six decimals), band 10 %, taker fee 1 %, maker fee 0.5 %. Each runs on the engine and on the oracle.
 *
 *     price 100                            a fresh tick
 *     wait 6 s
 *     bank ana 1000 USDT 5 COIN            what she starts with
 *     ana buys 5 @ 101 ioc as first        ioc, fok, post-only; `at market`; `for 250 at market`; `stop 110`, `take-profit 90`
 *     => partlyFilled 3                    status and lots filled, or `refused insufficientBalance`
 *     ana amends first to 2 @ 99
 *     ana cancels first | cancels all
 *     ana arms 5000 ms
 *     status halted | mode cancelOnly
 *     book 99 x 5, 98 x 1 | 101 x 2        bids, best first, bar, asks, best first
 *     ana has 900 + 100 USDT, 1 COIN       available + frozen in the coin wallet; an asset not named must be zero; `in contract` for that wallet
 *     last reason bandReached              of the last order event
 */
export function scenario(name: string, story: string, limits: Partial<Limits> = {}): void {
  test(name, () => {
    const play = new Play(limits);
    eachLine(story, (words) => play.line(words));
    play.end();
  });
}

const coin = { asset: 1, code: 'COIN', scale: 3 };
const usdt = { asset: 2, code: 'USDT', scale: 6 };
const names: readonly string[] = Object.keys(OrderStatus);

class Play {
  private readonly duel: Duel;
  private readonly people = new Map<string, number>();
  private readonly orders = new Map<string, number>();
  private last: Outcome | undefined;
  private expected = true;
  private reference = 100;
  private funds = 0;

  constructor(limits: Partial<Limits>) {
    this.duel = new Duel('demo', limits);
    this.must({ kind: 'defineAsset', ...coin, assetKind: 3 });
    this.must({ kind: 'defineAsset', ...usdt, assetKind: 2 });
    this.must({
      kind: 'defineInstrument',
      instrument: 1,
      symbol: 'COIN/USDT',
      instrumentKind: 1,
      baseAsset: coin.asset,
      quoteAsset: usdt.asset,
      lotUnits: 1000n,
      quoteUnitsPerTickLot: 1_000_000,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 10_000_000,
      bandBps: 1000,
      takerFeePpm: [10_000, 0],
      makerFeePpm: [5000, 0],
      keepsProtection: true,
      status: 1,
    });
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    this.tick();
  }

  line(words: string): void {
    const [first = '', second = '', ...rest] = words.split(/\s+/);
    if (first !== '=>' && !this.expected) this.mustBeAccepted();
    if (first === '=>') this.check(words.slice(2).trim());
    else if (first === 'price') {
      this.reference = Number(second);
      this.tick();
    } else if (first === 'wait') this.wait(Number(second) * (rest[0] === 'ms' ? 1 : 1000));
    else if (first === 'bank') this.bank(second, rest);
    else if (first === 'status') this.must({ kind: 'setInstrumentStatus', instrument: 1, status: statusNumber(second) });
    else if (first === 'mode') this.must({ kind: 'setTradingMode', mode: second as 'normal' });
    else if (first === 'restart') this.duel.restart();
    else if (first === 'book') checkBook(this.duel.engine, 1, words.slice(4));
    else if (first === 'last') expect(lastReason(this.duel.events)).toBe(rest[0] ?? '');
    else if (second === 'has') this.checkBalances(first, rest.join(' '));
    else this.deed(first, second, rest);
  }

  end(): void {
    if (!this.expected) this.mustBeAccepted();
  }

  private deed(name: string, verb: string, rest: string[]): void {
    const account = this.person(name);
    if (verb === 'buys' || verb === 'sells') this.place(account, verb === 'buys' ? OrderSide.buy : OrderSide.sell, rest);
    else if (verb === 'amends') {
      const at = rest.indexOf('@');
      const to = rest.indexOf('to');
      this.try({
        kind: 'amendOrder',
        account,
        order: this.order(rest[0]!),
        lots: to < 0 ? 0 : Number(rest[to + 1]),
        priceTicks: at < 0 ? 0 : Number(rest[at + 1]),
      });
    } else if (verb === 'cancels' && rest[0] === 'all') this.try({ kind: 'cancelAllOrders', account, instrument: 0 });
    else if (verb === 'cancels') this.try({ kind: 'cancelOrder', account, order: this.order(rest[0]!) });
    else if (verb === 'arms') this.try({ kind: 'cancelAllAfter', account, timeoutMs: Number(rest[0]) });
    else if (verb === 'moves') {
      const asset = rest[1] === 'COIN' ? coin : usdt;
      const wallet = (word: string) => Wallet[word as keyof typeof Wallet];
      this.try({
        kind: 'transfer',
        account,
        asset: asset.asset,
        amount: unitsOf(rest[0]!, asset.scale),
        from: wallet(rest[3]!),
        to: wallet(rest[5]!),
      });
    } else throw new Error(`nobody knows how to ${verb}`);
  }

  private place(account: number, side: OrderSide, rest: string[]): void {
    const order: PlaceOrder = {
      kind: 'placeOrder',
      account,
      instrument: 1,
      side,
      ...orderFields(rest),
      lots: rest[0] === 'for' ? 0 : Number(rest[0]),
      quoteAmount: rest[0] === 'for' ? Number(unitsOf(rest[1]!, usdt.scale)) : 0,
    };
    const outcome = this.try(order);
    if (rest.includes('as') && outcome.ok && outcome.result.kind === 'order') {
      this.orders.set(rest[rest.indexOf('as') + 1]!, outcome.result.order);
    }
  }

  private check(words: string): void {
    const outcome = this.last!;
    this.expected = true;
    const [word, number] = words.split(/\s+/);
    if (word === 'refused') expect(outcome.ok ? outcome.result : outcome.error).toBe(number);
    else if (!outcome.ok) throw new Error(`refused: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
    else if (outcome.result.kind === 'order') {
      expect(`${names[outcome.result.status]} ${outcome.result.filledLots}`).toBe(`${word} ${number ?? 0}`);
    } else if (outcome.result.kind === 'cancelled') expect(`cancelled ${outcome.result.orders.length}`).toBe(words);
    else expect(outcome.result.kind).toBe(words);
  }

  private checkBalances(name: string, words: string): void {
    const text = (units: bigint, scale: number) => formatUnits(units, scale).replace(/\.?0+$/, '');
    const actual = this.duel.engine.balances(this.person(name)).map(({ wallet, asset, available, frozen }) => {
      const { code, scale } = asset === coin.asset ? coin : usdt;
      if (wallet !== (words.includes(' in contract') ? Wallet.contract : Wallet.coin)) return '';
      return `${text(available, scale)}${frozen > 0n ? ` + ${text(frozen, scale)}` : ''} ${code}`;
    });
    const expected =
      words === 'nothing'
        ? []
        : words
            .replace(' in contract', '')
            .split(',')
            .map((part) => part.trim().replaceAll(/\s+/g, ' '));
    expect(actual.filter((part) => part !== '').sort()).toEqual(expected.sort());
  }

  /**
   * No command creates a customer's money, so this follows a demo customer: it takes the grant, buys coins from the market maker at 100 without fees, and
   * moves the rest of the grant to the wealth wallet. The market maker gets its amounts from the house.
   */
  private bank(name: string, amounts: string[]): void {
    const account = this.person(name);
    const of = (code: string) => amounts[amounts.indexOf(code) - 1] ?? '0';
    const coins = Number(of('COIN'));
    const money = unitsOf(of('USDT'), usdt.scale);
    if (account === House.marketMaker) {
      if (coins > 0) this.fund(coin.asset, unitsOf(of('COIN'), coin.scale));
      if (money > 0n) this.fund(usdt.asset, money);
      return;
    }
    this.must({ kind: 'grantDemo', account });
    if (coins > 0) {
      this.fund(coin.asset, BigInt(coins) * 1000n);
      for (const trader of [House.marketMaker, account]) this.must({ kind: 'setFeeClass', account: trader, feeClass: 1 });
      this.must(plain(House.marketMaker, OrderSide.sell, coins));
      this.must(plain(account, OrderSide.buy, coins));
      for (const trader of [House.marketMaker, account]) this.must({ kind: 'setFeeClass', account: trader, feeClass: 0 });
      this.putAside(House.marketMaker, BigInt(coins) * 100_000_000n);
    }
    const spare = 100_000_000_000n - BigInt(coins) * 100_000_000n - money;
    if (spare > 0n) this.putAside(account, spare);
  }

  private fund(asset: number, amount: bigint): void {
    this.funds += 1;
    this.must({ kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.coin, asset, amount, number: this.funds });
  }

  private putAside(account: number, amount: bigint): void {
    this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.wealth, asset: usdt.asset, amount });
  }

  private person(name: string): number {
    const known = this.people.get(name);
    if (known !== undefined) return known;
    const account = name === 'maker' ? House.marketMaker : 100_000 + this.people.size;
    this.people.set(name, account);
    if (name !== 'maker') this.must({ kind: 'openAccount', account, feeClass: 0 });
    return account;
  }

  private order(label: string): number {
    return this.orders.get(label) ?? Number(label);
  }

  private wait(ms: number): void {
    this.duel.time += ms;
    this.must({ kind: 'advanceTime' });
  }

  private tick(): void {
    this.must({ kind: 'feedTicks', source: 'story', items: [{ instrument: 1, priceTicks: this.reference, time: this.duel.time }] });
  }

  private try(command: Command): Outcome {
    this.last = this.duel.apply(command);
    this.expected = false;
    return this.last;
  }

  private must(command: Command): void {
    this.last = this.duel.apply(command);
    this.mustBeAccepted();
  }

  private mustBeAccepted(): void {
    if (this.last !== undefined && !this.last.ok)
      throw new Error(`the line before was refused: ${this.last.error} ${JSON.stringify(this.last.detail)}`);
    this.expected = true;
  }
}

const plain = (account: number, side: OrderSide, lots: number): Command => ({
  kind: 'placeOrder',
  account,
  instrument: 1,
  side,
  type: OrderPriceType.limit,
  tif: TimeInForce.gtc,
  priceTicks: 100,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: false,
});

const statusNumber = (word: string) => ({ preOpen: 0, trading: 1, cancelOnly: 2, halted: 3, closed: 4 })[word] as 0 | 1 | 2 | 3 | 4;
