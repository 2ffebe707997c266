import { formatUnits, unitsOf } from '@bourse/money';
import { MarginMode, OrderStatus, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { Command, PlaceContractOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { ContractDuel, perp, second, usdt } from './contract-duel.ts';
import { checkBook, eachLine, lastReason, numberAfter, positionOrderFields } from './lines.ts';

/**
 * A story about contracts in a trader's words: each line is a command or a check. COIN-PERP: one lot is one COIN, one tick one USDT, band 20 %,
 * taker fee 0.1 %, maker fee 0.05 %; tiers to 10,000 USDT (50×, 1 %), 50,000 (20×, 2 %), 200,000 (5×, 10 %). `second` in a line means SECOND-PERP,
 * on the same terms.
 *
 *     price 100                                  a fresh tick of both; `price first 90`, `price second 90` of one
 *     bank ana 1000                              what is in her contract wallet
 *     ana opens long 5 @ 100 x10 as first        segmented; `full`; `at market`; ioc, fok, post-only; `tp 120`, `sl 90`; `stop 110`, `take-profit 90`
 *     ana closes long 3 @ 101 | all at market
 *     => filled 5                                status and lots filled, or `refused marginInsufficient`
 *     ana protects long tp 120 sl 90 of 2        without `of`: the whole position
 *     ana adds 50 to long | takes 50 from long
 *     ana closes everything | reverses long | reverses all | cancels first | cancels all | amends first to 2 @ 99
 *     ana moves 10 out
 *     ana holds long 5 for 500 margin 50         lots, entry value, margin; several with commas; `nothing`
 *     ana has 900 + 100                          available + frozen
 *     ana heard opened, reduced                  why her positions changed, from the beginning
 *     ana orders 2                               open orders
 *     book 99 x 5 | 101 x 2
 *     clearing -5
 *     rules reject                               a fired stop is rejected when the book cannot fill it, as before the rule that keeps it
 *
 * Pass `liquidates` for a story with liquidations. The naive book does not know them, so only invariants and ledger lines are checked.
 */
export function contractScenario(name: string, story: string, limits: Partial<Limits> = {}, liquidates = false): void {
  test(name, () => {
    const play = new ContractPlay(limits, !liquidates);
    eachLine(story, (words) => play.line(words));
    play.mustBeAccepted();
  });
}

const directionNames = { long: PositionDirection.long, short: PositionDirection.short } as const;
const money = (units: bigint) => formatUnits(units, 6).replace(/\.?0+$/, '');
const statuses: readonly string[] = Object.keys(OrderStatus);

export class ContractPlay {
  readonly duel: ContractDuel;
  private readonly people = new Map<string, number>();
  private readonly orders = new Map<string, number>();
  private last: Outcome | undefined;

  constructor(limits: Partial<Limits> = {}, compares = true) {
    this.duel = new ContractDuel(limits, compares);
    for (const instrument of [perp, second]) this.duel.tick(instrument, 100);
  }

  line(words: string): void {
    const [first = '', verb = '', ...rest] = words.split(/\s+/);
    if (first !== '=>') this.mustBeAccepted();
    if (first === '=>') this.check(words.slice(2).trim());
    else if (first === 'price')
      this.price(verb === 'second' ? [second] : verb === 'first' ? [perp] : [perp, second], Number(rest[0] ?? verb));
    else if (first === 'wait') {
      this.duel.time += Number(verb) * 1000;
      this.duel.apply({ kind: 'advanceTime' });
    } else if (first === 'bank') this.bank(verb, rest[0]!);
    else if (first === 'status')
      this.must({ kind: 'setInstrumentStatus', instrument: perp, status: { trading: 1, cancelOnly: 2, halted: 3 }[verb] as 1 });
    else if (first === 'rules') this.duel.define(perp, verb === 'keep');
    else if (first === 'mode') this.must({ kind: 'setTradingMode', mode: verb as 'normal' });
    else if (first === 'restart') this.duel.restart();
    else if (first === 'book') checkBook(this.duel.engine, perp, words.slice(4));
    else if (first === 'clearing') expect(money(this.duel.wallet(House.clearing).available)).toBe(verb);
    else if (first === 'last') expect(lastReason(this.duel.events)).toBe(rest[0]);
    else if (verb === 'has') expect(this.wallet(first)).toBe(rest.join(' '));
    else if (verb === 'holds') expect(this.holdings(first)).toBe(rest.join(' '));
    else if (verb === 'heard') expect(this.reasons(first)).toBe(rest.join(' '));
    else if (verb === 'orders') expect(this.duel.engine.openOrders(this.person(first)).length).toBe(Number(rest[0]));
    else this.try(this.deed(this.person(first), verb, rest), rest);
  }

  mustBeAccepted(): void {
    if (this.last !== undefined && !this.last.ok)
      throw new Error(`the line before was refused: ${this.last.error} ${JSON.stringify(this.last.detail)}`);
  }

  private deed(account: number, verb: string, rest: string[]): Command {
    const instrument = rest.includes('second') ? second : perp;
    const position = () => this.position(account, instrument, directionNames[rest.find((word) => word in directionNames) as 'long']);
    const after = numberAfter(rest);
    const amount = Number(unitsOf(/^\d/.test(rest[0] ?? '') ? rest[0]! : '0', 6));
    if (verb === 'opens') return this.order(account, PositionAction.open, rest);
    if (verb === 'closes' && rest[0] === 'everything') return { kind: 'closeAllPositions', account, instrument: 0 };
    if (verb === 'closes') return this.order(account, PositionAction.close, rest);
    if (verb === 'protects')
      return {
        kind: 'setPositionStops',
        account,
        position: position(),
        lots: after('of'),
        takeProfitTicks: after('tp'),
        stopLossTicks: after('sl'),
      };
    if (verb === 'adds' || verb === 'takes') return { kind: 'changeMargin', account, position: position(), add: verb === 'adds', amount };
    if (verb === 'reverses' && rest[0] === 'all') return { kind: 'reverseAllPositions', account };
    if (verb === 'reverses') return { kind: 'reversePosition', account, position: position() };
    if (verb === 'cancels' && rest[0] === 'all') return { kind: 'cancelAllOrders', account, instrument: 0 };
    if (verb === 'cancels') return { kind: 'cancelOrder', account, order: this.orders.get(rest[0]!)! };
    if (verb === 'arms') return { kind: 'cancelAllAfter', account, timeoutMs: Number(rest[0]) };
    if (verb === 'amends')
      return { kind: 'amendOrder', account, order: this.orders.get(rest[0]!)!, lots: after('to'), priceTicks: after('@') };
    if (verb === 'moves') return { kind: 'transfer', account, from: Wallet.contract, to: Wallet.coin, asset: usdt, amount: BigInt(amount) };
    throw new Error(`nobody knows how to ${verb}`);
  }

  private order(account: number, action: PositionAction, rest: string[]): PlaceContractOrder {
    const quantity = rest.find((word) => /^(\d+|all)$/.test(word)) ?? '';
    return {
      kind: 'placeContractOrder',
      account,
      instrument: rest.includes('second') ? second : perp,
      direction: directionNames[rest[0] as 'long'],
      action,
      ...positionOrderFields(rest),
      lots: quantity === 'all' ? 0 : Number(quantity),
      mode: rest.includes('full') ? MarginMode.full : MarginMode.segmented,
      leverage: Number(rest.find((word) => /^x\d+$/.test(word))?.slice(1) ?? (action === PositionAction.open ? 10 : 0)),
    };
  }

  private check(words: string): void {
    const outcome = this.last!;
    this.last = undefined;
    const [word, number] = words.split(/\s+/);
    if (word === 'refused') {
      expect(outcome.ok ? outcome.result : outcome.error).toBe(number);
      return;
    }
    if (!outcome.ok) throw new Error(`refused: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
    if (outcome.result.kind === 'order')
      expect(`${statuses[outcome.result.status]} ${outcome.result.filledLots}`).toBe(`${word} ${number ?? 0}`);
    else expect(outcome.result.kind).toBe(words);
  }

  private try(command: Command, rest: string[]): void {
    const before = this.visible();
    this.last = this.duel.apply(command);
    if (!this.last.ok) expect(this.visible(), 'a refusal changes nothing').toBe(before);
    if (rest.includes('as') && this.last.ok && this.last.result.kind === 'order')
      this.orders.set(rest[rest.indexOf('as') + 1]!, this.last.result.order);
  }

  /** Everything that a refusal must leave unchanged. */
  private visible(): string {
    const { engine } = this.duel;
    const people = [...this.people.values()].map((account) => [
      engine.balances(account),
      engine.openOrders(account).map(({ order, lots, priceTicks, reserved, status }) => [order, lots, priceTicks, reserved, status]),
      engine
        .positions(account)
        .map(({ position, lots, margin, entryValue, takeProfitTicks, stopLossTicks }) => [
          position,
          lots,
          margin,
          entryValue,
          takeProfitTicks,
          stopLossTicks,
        ]),
    ]);
    return JSON.stringify([people, engine.depth(perp, 50), engine.depth(second, 50)], (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
  }

  private holdings(name: string): string {
    const held = this.duel.engine
      .positions(this.person(name))
      .map(
        (p) =>
          `${p.direction === PositionDirection.long ? 'long' : 'short'} ${p.lots} for ${money(BigInt(p.entryValue))} margin ${money(BigInt(p.margin))}`,
      );
    return held.length === 0 ? 'nothing' : held.join(', ');
  }

  private reasons(name: string): string {
    const account = this.person(name);
    return this.duel.events.flatMap((event) => (event.kind === 'position' && event.account === account ? [event.reason] : [])).join(', ');
  }

  private wallet(name: string): string {
    const { available, frozen } = this.duel.wallet(this.person(name));
    return `${money(available)}${frozen > 0n ? ` + ${money(frozen)}` : ''}`;
  }

  private position(account: number, instrument: number, direction: PositionDirection): number {
    return this.duel.engine.positions(account).find((p) => p.instrument === instrument && p.direction === direction)?.position ?? 999;
  }

  private price(instruments: number[], priceTicks: number): void {
    for (const instrument of instruments) this.duel.tick(instrument, priceTicks);
  }

  private bank(name: string, amount: string): void {
    const account = this.person(name);
    const units = unitsOf(amount, 6);
    this.must({ kind: 'grantDemo', account });
    this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.contract, asset: usdt, amount: units });
    if (units < 100_000_000_000n)
      this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.wealth, asset: usdt, amount: 100_000_000_000n - units });
  }

  private person(name: string): number {
    const known = this.people.get(name);
    if (known !== undefined) return known;
    const account = 100_000 + this.people.size;
    this.people.set(name, account);
    this.must({ kind: 'openAccount', account, feeClass: 0 });
    return account;
  }

  private must(command: Command): void {
    this.last = this.duel.apply(command);
    this.mustBeAccepted();
    this.last = undefined;
  }
}
