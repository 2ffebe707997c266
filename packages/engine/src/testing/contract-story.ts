import { formatUnits } from '@bourse/money';
import { MarginMode, OrderPriceType, OrderStatus, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { PositionView } from '../api.ts';
import { House } from '../core/accounts.ts';
import type { EngineEvent, Outcome } from '../events.ts';
import { ContractFloor, coin, type FloorOptions, gold, whole } from './contract-floor.ts';
import { eachLine, numberAfter } from './lines.ts';

/**
 * A story of leveraged trading in a trader's words. Each line is a command or a check:
 *
 *     ana brings 1000                          USDT into the contract wallet (the maker's and the insurance fund's come from the house)
 *     ana opens long 10 @ 10000 x20            `at market`, `full`, `on GOLD`, `ioc`, `as first`; segmented and COIN unless said
 *     ana closes long 5 @ 9900 | at market
 *     ana cancels all
 *     ana adds 50 to long | takes 50 from long [GOLD]
 *     => filled 10 | refused marginInsufficient
 *     index 9500 [GOLD]                        a tick; two may share one line: `index 9500, 9600 GOLD`
 *     late 9500 of 15 s                        a tick of COIN whose own time is so long ago
 *     quiet until 15 s                         the feed of COIN had nothing up to so long ago
 *     wait 8 h | 10 s | 500 ms
 *     status halted [GOLD] | mode readOnly
 *     ana holds long 10 entry 1000 margin 50   `on GOLD`; `ana holds nothing`
 *     ana has 900 + 100                        contract wallet, available + frozen; `insurance has 480`, `rounding has 0.000001`
 *     told: liquidates ana long 10 of 10 at 9524, book 10, insured 0, fee 0     what happened since the last `told`, `;` between
 *     told: nothing
 *     restart
 */
export function story(name: string, text: string, options: FloorOptions = {}): void {
  test(name, () => {
    const teller = new Teller(new ContractFloor(options));
    eachLine(text, (words) => teller.line(words));
    teller.end();
  });
}

const houses: Record<string, number> = {
  maker: House.marketMaker,
  insurance: House.insurance,
  rounding: House.rounding,
  fees: House.fees,
  funding: House.funding,
};
const statuses: readonly string[] = Object.keys(OrderStatus);
const usdt = (units: bigint | number) => formatUnits(BigInt(units), 6).replace(/\.?0+$/, '');
const way = (direction: PositionDirection) => (direction === PositionDirection.long ? 'long' : 'short');

class Teller {
  private readonly floor: ContractFloor;
  private readonly people = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private readonly orders = new Map<string, number>();
  private last: Outcome | undefined;
  private answered = true;
  private told: number;

  constructor(floor: ContractFloor) {
    this.floor = floor;
    this.told = floor.events.length;
    for (const [name, account] of Object.entries(houses)) this.names.set(account, name);
  }

  line(words: string): void {
    if (words.startsWith('=>')) {
      this.checkAnswer(words.slice(2).trim());
      return;
    }
    this.mustBeAccepted();
    const [first = '', second = '', ...rest] = words.split(/\s+/);
    if (words.startsWith('told:')) this.checkTold(words.slice(5).trim());
    else if (first === 'index') this.index(words.slice(5));
    else if (first === 'late' || first === 'quiet') this.late(words.split(' '));
    else if (first === 'wait') this.floor.wait(Number(second) * { h: 3_600_000, s: 1000, ms: 1 }[rest[0] as 'h' | 's' | 'ms']);
    else if (first === 'restart') this.floor.restart();
    else if (first === 'mode') this.floor.must({ kind: 'setTradingMode', mode: second as 'normal' });
    else if (first === 'status') {
      const status = { trading: 1, cancelOnly: 2, halted: 3 }[second] as 1 | 2 | 3;
      this.floor.must({ kind: 'setInstrumentStatus', instrument: rest[0] === 'GOLD' ? gold : coin, status });
    } else if (second === 'brings') this.bring(first, Number(rest[0]));
    else if (second === 'has') expect(this.balance(first)).toBe(rest.join(' '));
    else if (second === 'holds') this.checkHolding(first, rest.join(' '));
    else if (second === 'opens' || second === 'closes') this.order(first, second, rest);
    else if (second === 'adds' || second === 'takes') this.changeMargin(first, second === 'adds', rest);
    else if (second === 'cancels') this.try(this.floor.apply({ kind: 'cancelAllOrders', account: this.person(first), instrument: 0 }));
    else throw new Error('nobody knows what this means');
  }

  end(): void {
    this.mustBeAccepted();
    expect(this.floor.replayedHash()).toBe(this.floor.engine.stateHash());
    this.floor.restart();
  }

  private bring(name: string, money: number): void {
    const house = houses[name];
    if (house !== undefined) this.floor.fund(house, money);
    else if (this.people.has(name)) this.floor.deposit(this.person(name), money);
    else this.floor.open(this.person(name), money);
  }

  private person(name: string): number {
    const known = houses[name] ?? this.people.get(name);
    if (known !== undefined) return known;
    const account = 100_000 + this.people.size;
    this.people.set(name, account);
    this.names.set(account, name);
    return account;
  }

  private index(words: string): void {
    for (const part of words.split(',')) {
      const [price = '', symbol] = part.trim().split(/\s+/);
      this.try(this.floor.tick(symbol === 'GOLD' ? gold : coin, Number(price)));
      this.mustBeAccepted();
    }
  }

  private late(words: readonly string[]): void {
    const agoMs = Number(words.at(-2)) * 1000;
    if (words[0] === 'late') this.try(this.floor.tick(coin, Number(words[1]), agoMs));
    else this.try(this.floor.quiet(coin, agoMs));
    this.mustBeAccepted();
  }

  private order(name: string, verb: string, rest: string[]): void {
    const after = numberAfter(rest);
    const priceTicks = after('@');
    const leverage = Number((rest.find((word) => /^x\d+$/.test(word)) ?? 'x10').slice(1));
    const outcome = this.floor.place({
      account: this.person(name),
      instrument: rest.includes('GOLD') ? gold : coin,
      direction: rest[0] === 'long' ? PositionDirection.long : PositionDirection.short,
      action: verb === 'opens' ? PositionAction.open : PositionAction.close,
      lots: Number(rest[1]),
      priceTicks,
      type: priceTicks > 0 ? OrderPriceType.limit : OrderPriceType.market,
      tif: rest.includes('ioc') ? TimeInForce.ioc : TimeInForce.gtc,
      mode: rest.includes('full') ? MarginMode.full : MarginMode.segmented,
      leverage,
      stopLossTicks: after('stop'),
      takeProfitTicks: after('profit'),
    });
    this.try(outcome);
    if (rest.includes('as') && outcome.ok && outcome.result.kind === 'order') {
      this.orders.set(rest[rest.indexOf('as') + 1]!, outcome.result.order);
    }
  }

  private changeMargin(name: string, add: boolean, [amount = '', , direction = '', symbol]: string[]): void {
    const account = this.person(name);
    const instrument = symbol === undefined ? coin : gold;
    const held = this.floor.engine.positions(account).find((p) => p.instrument === instrument && way(p.direction) === direction);
    this.try(this.floor.apply({ kind: 'changeMargin', account, position: held?.position ?? 0, add, amount: Number(amount) * whole }));
  }

  private checkAnswer(expected: string): void {
    const outcome = this.last!;
    this.answered = true;
    if (!outcome.ok) expect(`refused ${outcome.error}`).toBe(expected);
    else if (outcome.result.kind === 'order') expect(`${statuses[outcome.result.status]} ${outcome.result.filledLots}`).toBe(expected);
    else expect(outcome.result.kind).toBe(expected);
  }

  private balance(name: string): string {
    const [available, frozen] = this.floor.wallet(this.person(name));
    return frozen === 0n ? usdt(available) : `${usdt(available)} + ${usdt(frozen)}`;
  }

  private checkHolding(name: string, expected: string): void {
    const symbol = (view: PositionView) => (view.instrument === gold ? ' on GOLD' : '');
    const held = this.floor.engine
      .positions(this.person(name))
      .map((p) => `${way(p.direction)} ${p.lots} entry ${usdt(p.entryValue)} margin ${usdt(p.margin)}${symbol(p)}`);
    expect(held.length === 0 ? 'nothing' : held.join(', ')).toBe(expected);
  }

  private checkTold(expected: string): void {
    const said = this.floor.events.slice(this.told).flatMap((event) => this.say(event));
    this.told = this.floor.events.length;
    const wanted = expected.split(';').map((part) => part.trim().replaceAll(/\s+/g, ' '));
    expect(said.length === 0 ? ['nothing'] : said).toEqual(wanted);
  }

  private say(event: EngineEvent): string[] {
    const who = (account: number) => this.names.get(account) ?? String(account);
    switch (event.kind) {
      case 'marginWarning':
        return [`warns ${who(event.account)} at ${Math.floor(event.ratioPpm / 10_000)} %`];
      case 'liquidation':
        return [
          `liquidates ${who(event.account)} ${way(event.direction)} ${event.lots} of ${event.openLots} at ${event.bankruptcyTicks}, book ${event.filledLots}, insured ${usdt(event.insured)}, fee ${usdt(event.fee)}`,
        ];
      case 'deleverage':
        return [
          `deleverages ${who(event.account)} ${way(event.direction)} ${event.lots} at ${event.priceTicks}, rank ${event.rank} of ${event.ranked}`,
        ];
      case 'fundingRound':
        return [
          event.void ? 'funding is void' : `funding at ${event.rateE8} e8, paid ${usdt(event.paid)}, received ${usdt(event.received)}`,
        ];
      case 'fundingEnd':
        return [`funding is over, paid ${usdt(event.paid)}, received ${usdt(event.received)}`];
      case 'fundingPayment':
        return [
          `${who(event.account)} ${event.amount < 0 ? 'pays' : 'gets'} ${usdt(Math.abs(event.amount))} of ${usdt(Math.abs(event.owed))}`,
        ];
      case 'order':
        return event.reason === 'marginShort' || (event.reason === 'liquidation' && event.type === OrderPriceType.limit)
          ? [`cancels ${who(event.account)} ${event.lots - event.filledLots} @ ${event.priceTicks}, ${event.reason}`]
          : [];
      default:
        return [];
    }
  }

  private try(outcome: Outcome): void {
    this.last = outcome;
    this.answered = false;
  }

  private mustBeAccepted(): void {
    if (!this.answered && this.last !== undefined && !this.last.ok)
      throw new Error(`the line before was refused: ${this.last.error} ${JSON.stringify(this.last.detail)}`);
    this.answered = true;
  }
}
