import { formatUnits, unitsOf } from '@bourse/money';
import { OrderStatus, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { Command, PlaceStockOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { checkBook, eachLine, lastReason, numberAfter, positionOrderFields } from './lines.ts';
import { acme, dayClose, dayOpen, malay, StockDuel, usdt } from './stock-duel.ts';

/**
 * A story about stocks in a trader's words: each line is a command or a check. ACME trades from 14:00 to 20:00 UTC: one lot is one share, one tick
 * one USDT, band 20 %, taker fee 0.1 %, maker fee 0.05 %, leverage to 4, maintenance 15 %, 0.1 % interest and 0.2 % borrow fee a day, day-trade rule.
 * MALAY trades in the same hours with a break from 16:00 to 17:00, within 10 % of the last close, for cash, with 0.1 % stamp duty; `malay` in a line
 * means MALAY.
 *
 *     opens | breaks | resumes | closes          moves the clock to the next open, break, end of break, close
 *     price 100 | price malay 10                 a fresh tick
 *     wait 6 s
 *     bank ana 1000                              what is in her stock wallet
 *     pool 10000 USDT 500 shares                 money and shares to lend; `insurance 100`; `house 500 shares` for the market maker, called `maker`
 *     ana buys 5 @ 100 x2 as first               opens a long; `sells` closes it, `shorts` opens a short, `covers` closes it; `all` is all that is open
 *                                                `at market`; ioc, fok, post-only; `tp 120`, `sl 90`; `stop 110`, `take-profit 90`
 *     ana queues 5 malay                         at the upper circuit
 *     => filled 5                                status and lots filled, or `refused sessionClosed`
 *     ana protects long tp 120 sl 90 | ana cancels first | ana may day-trade
 *     split 4 for 1 | dividend 2 | dividend 1 for 3   of ACME, USDT a share, or for so many
 *     ana holds long 5 for 500 own 250 owes 250  lots, entry value, margin, loan; several with commas; `nothing`
 *     ana has 900 + 100, 5 + 0 shares            available + frozen
 *     lent 250, 3 shares                         by the pool, on ACME
 *     book 99 x 5 | 101 x 2                      of ACME, or `book malay`
 *     rules reject                               ACME without the rule that keeps protective stops
 *     warned ana at 81 %                         since the last such line, several with commas; `nobody`
 *     last sessionClosed                         reason of the last order event
 */
export function stockScenario(name: string, story: string, limits: Partial<Limits> = {}): void {
  test(name, () => {
    const play = new StockPlay(limits);
    eachLine(story, (words) => play.line(words));
    play.mustBeAccepted();
  });
}

/** Lines that begin most stories: a maker, what the pool may lend, and the first open with shares that the maker can sell. */
export const marketOpens = (shares: number, pool?: string) =>
  ['bank maker 10000', ...(pool ? [`pool ${pool}`] : []), 'opens', 'price 100', `house ${shares} shares`].join('\n  ');

/** The pool lends Ana ten shares. She sells them at 100, after Ben has bought ten there. */
export const anaShortOfTen = `
  pool 10000 USDT 20 shares
  opens
  price 100
  ben buys 10 @ 100
  ana shorts 10 @ 100 x2`;

const deeds: Record<string, readonly [PositionDirection, PositionAction]> = {
  buys: [PositionDirection.long, PositionAction.open],
  queues: [PositionDirection.long, PositionAction.open],
  sells: [PositionDirection.long, PositionAction.close],
  shorts: [PositionDirection.short, PositionAction.open],
  covers: [PositionDirection.short, PositionAction.close],
};
const statuses: readonly string[] = Object.keys(OrderStatus);
const text = (units: bigint, scale: number) => (scale === 0 ? `${units}` : formatUnits(units, scale).replace(/\.?0+$/, ''));
const hour = 3_600_000;

class StockPlay {
  private readonly duel: StockDuel;
  private readonly people = new Map<string, number>([['maker', House.marketMaker]]);
  private readonly orders = new Map<string, number>();
  private last: Outcome | undefined;
  private heard = 0;
  private day = 0;
  private booked = 0;

  constructor(limits: Partial<Limits>) {
    this.duel = new StockDuel(limits);
  }

  line(words: string): void {
    const [first = '', verb = '', ...rest] = words.split(/\s+/);
    if (first !== '=>') this.mustBeAccepted();
    const amount = (unit: string) => words.match(new RegExp(`([\\d.]+) ${unit}`))?.[1] ?? '0';
    if (first === '=>') this.check(words.slice(2).trim());
    else if (first === 'opens') this.goTo(dayOpen(this.day));
    else if (first === 'breaks') this.goTo(dayOpen(this.day) + 2 * hour);
    else if (first === 'resumes') this.goTo(dayOpen(this.day) + 3 * hour);
    else if (first === 'closes') this.goTo(dayClose(this.day++));
    else if (first === 'wait') this.goTo(this.duel.time + Number(verb) * 1000);
    else if (first === 'price') this.duel.tick(verb === 'malay' ? malay : acme, Number(rest[0] ?? verb));
    else if (first === 'bank') this.bank(verb, rest[0]!);
    else if (first === 'pool') {
      this.fund(House.loanPool, usdt, unitsOf(amount('USDT'), 6));
      this.fund(House.loanPool, this.duel.shareOf(acme), BigInt(amount('shares')));
    } else if (first === 'insurance') this.fund(House.insurance, usdt, unitsOf(verb, 6));
    else if (first === 'house') this.fund(House.marketMaker, this.duel.shareOf(words.includes('malay') ? malay : acme), BigInt(verb));
    else if (first === 'status') this.status(words.includes('malay') ? malay : acme, verb);
    else if (first === 'rules') this.duel.define(acme, verb === 'keep');
    else if (first === 'restart') this.duel.restart();
    else if (first === 'split') this.act({ action: 'split', numerator: Number(verb), denominator: Number(rest[1]), amount: 0 });
    else if (first === 'dividend')
      this.act({ action: 'dividend', numerator: 1, denominator: Number(rest[1] ?? 1), amount: Number(unitsOf(verb, 6)) });
    else if (first === 'book') checkBook(this.duel.engine, verb === 'malay' ? malay : acme, words.replace(/^book( malay)?/, ''));
    else if (first === 'lent') this.checkLent(words.slice(5));
    else if (first === 'warned') expect(this.warnings()).toBe(verb === 'nobody' ? '' : words.slice(7));
    else if (first === 'last') expect(lastReason(this.duel.events)).toBe(verb);
    else if (verb === 'has') expect(this.wallet(first, words)).toBe(rest.join(' '));
    else if (verb === 'holds') expect(this.holdings(first)).toBe(rest.join(' '));
    else this.try(this.deed(this.person(first), verb, rest), rest);
  }

  /** Warnings since the last call, with their ratio rounded up. */
  private warnings(): string {
    const { events } = this.duel;
    const fresh = events.slice(this.heard).flatMap((event) => (event.kind === 'marginWarning' ? [event] : []));
    this.heard = events.length;
    const name = (account: number) => [...this.people].find(([, one]) => one === account)?.[0];
    return fresh.map(({ account, ratioPpm }) => `${name(account)} at ${Math.ceil(ratioPpm / 10_000)} %`).join(', ');
  }

  mustBeAccepted(): void {
    if (this.last !== undefined && !this.last.ok)
      throw new Error(`the line before was refused: ${this.last.error} ${JSON.stringify(this.last.detail)}`);
  }

  private goTo(time: number): void {
    this.duel.time = time;
    this.duel.must({ kind: 'advanceTime' });
  }

  private deed(account: number, verb: string, rest: string[]): Command {
    const after = numberAfter(rest);
    if (verb in deeds) return this.order(account, verb, rest);
    if (verb === 'cancels') return { kind: 'cancelOrder', account, order: this.orders.get(rest[0]!)! };
    if (verb === 'amends')
      return { kind: 'amendOrder', account, order: this.orders.get(rest[0]!)!, lots: after('to'), priceTicks: after('@') };
    if (verb === 'may') return { kind: 'setDayTrade', account, allowed: true };
    if (verb !== 'protects') throw new Error(`nobody knows how to ${verb}`);
    const direction = rest[0] === 'long' ? PositionDirection.long : PositionDirection.short;
    const position = this.duel.engine.positions(account).find((one) => one.direction === direction)?.position ?? 999;
    return { kind: 'setPositionStops', account, position, lots: after('of'), takeProfitTicks: after('tp'), stopLossTicks: after('sl') };
  }

  private order(account: number, verb: string, rest: string[]): PlaceStockOrder {
    const [direction, action] = deeds[verb]!;
    return {
      kind: 'placeStockOrder',
      account,
      instrument: rest.includes('malay') ? malay : acme,
      direction,
      action,
      ...positionOrderFields(rest),
      lots: rest[0] === 'all' ? 0 : Number(rest[0]),
      leverage: Number(rest.find((word) => /^x\d+$/.test(word))?.slice(1) ?? (action === PositionAction.open ? 1 : 0)),
      upperCircuit: verb === 'queues',
    };
  }

  private check(words: string): void {
    const outcome = this.last!;
    this.last = undefined;
    const [word, number] = words.split(/\s+/);
    if (word === 'refused') expect(outcome.ok ? outcome.result : outcome.error).toBe(number);
    else if (!outcome.ok) throw new Error(`refused: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
    else if (outcome.result.kind === 'order')
      expect(`${statuses[outcome.result.status]} ${outcome.result.filledLots}`).toBe(`${word} ${number ?? 0}`);
    else expect(outcome.result.kind).toBe(words);
  }

  private try(command: Command, rest: string[]): void {
    this.last = this.duel.apply(command);
    if (rest.includes('as') && this.last.ok && this.last.result.kind === 'order')
      this.orders.set(rest[rest.indexOf('as') + 1]!, this.last.result.order);
  }

  private act(action: { action: 'split' | 'dividend'; numerator: number; denominator: number; amount: number }): void {
    this.booked += 1;
    this.last = this.duel.apply({
      kind: 'corporateAction',
      instrument: acme,
      ...action,
      source: 'https://acme.example/announcements',
      reference: `announcement ${this.booked}`,
    });
  }

  private status(instrument: number, word: string): void {
    const status = { trading: 1, cancelOnly: 2, halted: 3, closed: 4 }[word] as 1;
    this.duel.must({ kind: 'setInstrumentStatus', instrument, status });
  }

  private holdings(name: string): string {
    const money = (units: number) => text(BigInt(units), 6);
    const held = this.duel.engine
      .positions(this.person(name))
      .map(
        (p) =>
          `${p.direction === PositionDirection.long ? 'long' : 'short'} ${p.lots} for ${money(p.entryValue)} own ${money(p.margin)} owes ${money(p.loan)}`,
      );
    return held.length === 0 ? 'nothing' : held.join(', ');
  }

  /** The account's money, and its shares if the story names them. */
  private wallet(name: string, words: string): string {
    const account = this.person(name);
    const part = (asset: number, scale: number) => {
      const { available, frozen } = this.duel.wallet(account, asset);
      return `${text(available, scale)}${frozen > 0n ? ` + ${text(frozen, scale)}` : ''}`;
    };
    const instrument = words.includes('malay') ? malay : acme;
    const shares = words.includes('shares') ? `, ${part(this.duel.shareOf(instrument), 0)} shares` : '';
    return `${part(usdt, 6)}${shares}${words.includes('malay') ? ' of malay' : ''}`;
  }

  private checkLent(words: string): void {
    const sum = (pick: (p: { direction: number; loan: number; lots: number }) => number) =>
      [...this.people.values()].flatMap((account) => this.duel.engine.positions(account)).reduce((all, p) => all + pick(p), 0);
    const units = sum((p) => (p.direction === PositionDirection.long ? p.loan : 0));
    const lots = sum((p) => (p.direction === PositionDirection.short ? p.lots : 0));
    expect(`${text(BigInt(units), 6)}, ${lots} shares`).toBe(words);
  }

  private fund(account: number, asset: number, amount: bigint): void {
    this.booked += 1;
    if (amount > 0n) this.duel.must({ kind: 'fundHouse', account, wallet: Wallet.stock, asset, amount, number: this.booked });
  }

  private bank(name: string, amount: string): void {
    const account = this.person(name);
    const units = unitsOf(amount, 6);
    if (account === House.marketMaker) {
      this.fund(account, usdt, units);
      return;
    }
    this.duel.must({ kind: 'grantDemo', account });
    this.duel.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.stock, asset: usdt, amount: units });
  }

  private person(name: string): number {
    const known = this.people.get(name);
    if (known !== undefined) return known;
    const account = 100_000 + this.people.size;
    this.people.set(name, account);
    this.duel.must({ kind: 'openAccount', account, feeClass: 0 });
    return account;
  }
}
