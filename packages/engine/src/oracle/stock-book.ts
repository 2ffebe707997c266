import { divCeil } from '@bourse/money';
import { OrderStatus, Wallet } from '@bourse/protocol/enums';
import type { CorporateAction, DefineStock } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { CorporateActionEvent, EngineEvent, FillEvent, FillSide, HoldingChargeEvent, OrderEvent, OrderTermsEvent } from '../events.ts';
import { max, million, min } from './margin-rules.ts';
import { outsideFlows } from './vault.ts';

const openStatuses: readonly number[] = [OrderStatus.untriggered, OrderStatus.open, OrderStatus.partlyFilled];

/** An open position, in bigint. */
export interface NaiveHolding {
  account: number;
  instrument: number;
  direction: number;
  leverage: bigint;
  lots: bigint;
  entry: bigint;
  margin: bigint;
  loan: bigint;
}

/** What the book must know about a stock: units of a tick and lot, units of a lot, its rules. */
export interface NaiveStock {
  unit: bigint;
  lotUnits: bigint;
  money: number;
  share: number;
  rules: DefineStock;
}

/**
 * Recomputes stocks from fills, charges and corporate actions alone: what every account has, holds and owes, straight from the rules, without an order
 * book, ledger lines or reserves. It trusts the engine only for who traded what with whom and at which rate, what came from outside, and when something was
 * charged or announced.
 */
export class StockBook {
  /** Stock wallet by account and asset, available and frozen together. */
  readonly totals = new Map<string, bigint>();
  readonly holdings = new Map<string, NaiveHolding>();
  private readonly terms = new Map<number, OrderTermsEvent>();
  private readonly reserved = new Map<number, { account: number; units: bigint }>();
  /** Open orders by instrument, and the actions that settle the house's shares only after the last of those orders has ended. */
  private readonly openOrders = new Map<number, Set<number>>();
  private readonly announced: { action: CorporateAction; close: bigint }[] = [];
  /** By instrument: the keys of the holdings that its last action has not settled yet. */
  private readonly owing = new Map<number, Set<string>>();
  private readonly latest = new Map<number, bigint>();
  private readonly closes = new Map<number, bigint>();
  /** By instrument: the close in terms of the old shares, at which its last split pays out fractions. */
  private readonly oldCloses = new Map<number, bigint>();
  private readonly stocks: ReadonlyMap<number, NaiveStock>;

  constructor(stocks: ReadonlyMap<number, NaiveStock>) {
    this.stocks = stocks;
  }

  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.kind === 'orderTerms') this.terms.set(event.order, event);
      else if (event.kind === 'reference') this.latest.set(event.instrument, BigInt(event.priceTicks));
      else if (event.kind === 'order') this.order(event);
      else if (event.kind === 'fill') this.fill(event);
      else if (event.kind === 'holdingCharge') this.charge(event);
      else if (event.kind === 'corporateAction') this.act(event);
      else if (event.kind === 'ledger' && event.wallet === Wallet.stock && outsideFlows.has(event.flow))
        this.move(event.account, event.asset, event.availableDelta + event.frozenDelta);
    }
  }

  /** Ends the trading day: the last prices become its closes. */
  endDay(): void {
    for (const [instrument, price] of this.latest) this.closes.set(instrument, price);
  }

  /** The value of a number of lots at the last price. */
  worth(instrument: number, lots: number): bigint {
    return BigInt(lots) * (this.latest.get(instrument) ?? 0n) * this.stocks.get(instrument)!.unit;
  }

  total(account: number, asset: number): bigint {
    return this.totals.get(`${account}/${asset}`) ?? 0n;
  }

  /** Adds shares delivered to a trader to a position at the current price. */
  deliver(account: number, instrument: number, units: bigint, priceTicks: bigint): void {
    const { unit, lotUnits } = this.stocks.get(instrument)!;
    const holding = this.obtain(account, instrument, 1, 1n);
    holding.lots += units / lotUnits;
    const value = (units / lotUnits) * priceTicks * unit;
    holding.entry += value;
    holding.margin += value;
  }

  /**
   * Starts an action that begins with this command, after the charges that the command still made. Orders, house and holders follow with this command's
   * events or with later ones.
   */
  takeAction(action: CorporateAction, events: readonly EngineEvent[]): void {
    const charged = events.findLastIndex(({ kind }) => kind === 'holdingCharge') + 1;
    this.take(events.slice(0, charged));
    this.announce(action);
    this.take(events.slice(charged));
  }

  private announce(action: CorporateAction): void {
    const { instrument, numerator, denominator } = action;
    const close = this.closes.get(instrument) ?? 0n;
    this.announced.push({ action, close });
    const holders = [...this.holdings].filter(([, held]) => held.instrument === instrument && held.lots > 0n);
    this.owing.set(instrument, new Set(holders.map(([key]) => key)));
    this.payHouse(instrument);
    // Until the next tick the last price is the old one in terms of the new shares.
    if (action.action !== 'split') return;
    this.oldCloses.set(instrument, close);
    for (const prices of [this.closes, this.latest]) {
      const scaled = ((prices.get(instrument) ?? 0n) * BigInt(denominator)) / BigInt(numerator);
      prices.set(instrument, max(1n, scaled));
    }
  }

  /** Pays the house for its own shares, or splits them exactly in smallest units, once no order is open. */
  private payHouse(which: number): void {
    const at = this.announced.findIndex(({ action: { instrument } }) => instrument === which);
    if (at < 0 || (this.openOrders.get(which)?.size ?? 0) > 0) return;
    const { action, close } = this.announced.splice(at, 1)[0]!;
    const { share, money, unit, lotUnits } = this.stocks.get(which)!;
    const [n, d] = [BigInt(action.numerator), BigInt(action.denominator)];
    for (const account of [House.loanPool, House.insurance, House.fees]) {
      const held = this.total(account, share);
      if (action.action === 'dividend') this.move(account, money, (held * BigInt(action.amount)) / d);
      else {
        this.move(account, share, (held * n) / d - held);
        this.move(account, money, (((held * n) % d) * close * unit) / (n * lotUnits));
      }
    }
  }

  private order({ order, account, instrument, reserved, status }: OrderEvent): void {
    this.reserved.set(order, { account, units: reserved });
    const open = this.openOrders.get(instrument) ?? new Set();
    if (openStatuses.includes(status)) open.add(order);
    else open.delete(order);
    this.openOrders.set(instrument, open);
    this.payHouse(instrument);
  }

  private move(account: number, asset: number, units: bigint): void {
    this.totals.set(`${account}/${asset}`, this.total(account, asset) + units);
  }

  private obtain(account: number, instrument: number, direction: number, leverage: bigint): NaiveHolding {
    const key = `${account}/${instrument}/${direction}`;
    const known = this.holdings.get(key);
    if (known !== undefined) return known;
    const made = { account, instrument, direction, leverage, lots: 0n, entry: 0n, margin: 0n, loan: 0n };
    this.holdings.set(key, made);
    return made;
  }

  private fill(event: FillEvent): void {
    if ((this.owing.get(event.instrument)?.size ?? 0) > 0) throw new Error(`${event.instrument} trades before all have their part`);
    for (const side of [event.taker, event.maker]) {
      const terms = this.terms.get(side.order)!;
      const fee = terms.action === 1 ? this.open(event, side, terms) : this.close(event, side, terms);
      if (fee !== BigInt(side.feeUnits)) throw new Error(`order ${side.order} paid ${side.feeUnits}, owed ${fee}`);
    }
  }

  private open(event: FillEvent, { account, feePpm }: FillSide, terms: OrderTermsEvent): bigint {
    const { unit, lotUnits, money, share } = this.stocks.get(event.instrument)!;
    const lots = BigInt(event.lots);
    const each = BigInt(event.priceTicks) * unit;
    const own = lots * divCeil(each, BigInt(terms.leverage));
    const value = lots * each;
    const long = terms.direction === 1;
    const holding = this.obtain(account, event.instrument, terms.direction, BigInt(terms.leverage));
    const loan = long ? value - own : value;
    holding.lots += lots;
    holding.entry += value;
    holding.margin += own;
    holding.loan += loan;
    if (long) {
      this.move(account, money, -own);
      this.move(account, share, lots * lotUnits);
      this.move(House.loanPool, money, -loan);
    } else {
      this.move(account, money, value);
      this.move(House.loanPool, share, -lots * lotUnits);
    }
    return this.payFee(account, money, divCeil(value * BigInt(feePpm), million));
  }

  private close(event: FillEvent, { account, feePpm }: FillSide, terms: OrderTermsEvent): bigint {
    const { unit, lotUnits, money, share } = this.stocks.get(event.instrument)!;
    const lots = BigInt(event.lots);
    const value = lots * BigInt(event.priceTicks) * unit;
    const left = this.settle(this.obtain(account, event.instrument, terms.direction, 0n), lots, lots, value, money);
    if (terms.direction === 1) this.move(account, share, -lots * lotUnits);
    else this.move(House.loanPool, share, lots * lotUnits);
    return this.payFee(account, money, min(divCeil(value * BigInt(feePpm), million), left));
  }

  private payFee(account: number, money: number, fee: bigint): bigint {
    this.move(account, money, -fee);
    this.move(House.fees, money, fee);
    return fee;
  }

  /**
   * Settles `parts` of the holding (of its lots or, in a split, of that many parts of them) at a value, and takes `gone` lots out of it. Returns what is
   * left for the customer. The insurance fund pays the shortfall as far as it can. A long that stays open after a split repays no more than its fraction
   * brought.
   */
  private settle(holding: NaiveHolding, parts: bigint, gone: bigint, value: bigint, money: number, split?: bigint): bigint {
    const of = split ?? holding.lots;
    const long = holding.direction === 1;
    const spares = long && split !== undefined && parts !== of;
    let closedEntry = long ? divCeil(holding.entry * parts, of) : (holding.entry * parts) / of;
    let repaid = long ? divCeil(holding.loan * parts, of) : closedEntry;
    if (spares && repaid > value) {
      repaid = value;
      closedEntry = min(closedEntry, value + holding.margin);
    }
    const released = long
      ? parts === of
        ? holding.margin
        : closedEntry - repaid
      : max(parts === of ? holding.margin : (holding.margin * parts) / of, min(holding.margin, value - closedEntry));
    const missing = max(0n, long ? repaid - value : value - closedEntry - released);
    const insured = min(missing, this.total(House.insurance, money));
    this.move(House.insurance, money, -insured);
    this.move(holding.account, money, long ? value - repaid + missing : missing - value);
    if (long) this.move(House.loanPool, money, repaid - missing + insured);
    else if (split !== undefined) this.move(House.loanPool, money, value - missing + insured);
    holding.lots -= gone;
    holding.entry -= closedEntry;
    holding.margin -= released;
    holding.loan -= repaid;
    if (holding.lots === 0n) this.holdings.delete(`${holding.account}/${holding.instrument}/${holding.direction}`);
    return long ? max(0n, value - repaid) : max(0n, closedEntry + released - value);
  }

  /** The account's money that orders and shorts leave free. */
  private available(account: number, money: number): bigint {
    let free = this.total(account, money);
    for (const order of this.reserved.values()) if (order.account === account) free -= order.units;
    for (const held of this.holdings.values()) if (held.account === account && held.direction === 2) free -= held.entry + held.margin;
    return free;
  }

  private charge(event: HoldingChargeEvent): void {
    const { unit, money, rules } = this.stocks.get(event.instrument)!;
    const holding = [...this.holdings.values()].find(
      (one) => one.account === event.account && one.instrument === event.instrument && one.loan === this.chargedOn(event, one),
    );
    if (holding === undefined) throw new Error(`nothing to charge ${event.account} for`);
    const short = holding.direction === 2;
    const value = short ? holding.lots * this.closes.get(event.instrument)! * unit : holding.loan;
    const owed = divCeil(value * BigInt(short ? rules.borrowPpm : rules.interestPpm), million);
    const paid = min(this.available(event.account, money), owed);
    const fromMargin = min(owed - paid, holding.margin);
    if (paid + fromMargin !== BigInt(event.amount)) throw new Error(`charged ${event.amount}, owed ${paid + fromMargin}`);
    const moved = short ? paid + fromMargin : paid;
    this.move(event.account, money, -moved);
    this.move(House.loanPool, money, moved);
    holding.margin -= fromMargin;
    if (!short) holding.loan += fromMargin;
  }

  /** A charge does not name a direction. Its value tells which of the account's two positions it is for. */
  private chargedOn(event: HoldingChargeEvent, one: NaiveHolding): bigint {
    const value = one.direction === 2 ? one.lots * this.closes.get(event.instrument)! * this.stocks.get(event.instrument)!.unit : one.loan;
    return value === BigInt(event.value) ? one.loan : -1n;
  }

  private act(event: CorporateActionEvent): void {
    const stock = this.stocks.get(event.instrument)!;
    const key = `${event.account}/${event.instrument}/${event.direction}`;
    if (this.owing.get(event.instrument)?.delete(key) !== true) throw new Error(`${key} has its part of an action again`);
    const holding = this.holdings.get(key)!;
    if (event.action === 'dividend') this.dividend(event, holding, stock);
    else this.split(event, holding, stock);
  }

  private dividend(event: CorporateActionEvent, holding: NaiveHolding, { lotUnits, money }: NaiveStock): void {
    const exact = holding.lots * lotUnits * BigInt(event.amount);
    const shares = BigInt(event.denominator);
    if (holding.direction === 1) {
      this.move(event.account, money, exact / shares);
      return;
    }
    const owed = divCeil(exact, shares);
    const paid = min(this.available(event.account, money), owed);
    const margin = min(owed - paid, holding.margin);
    const proceeds = min(owed - paid - margin, holding.entry);
    this.move(event.account, money, -(paid + margin + proceeds));
    this.move(House.loanPool, money, paid + margin + proceeds);
    holding.margin -= margin;
    holding.entry -= proceeds;
    holding.loan -= proceeds;
  }

  private split(event: CorporateActionEvent, holding: NaiveHolding, { lotUnits, money, share, unit }: NaiveStock): void {
    const [n, d] = [BigInt(event.numerator), BigInt(event.denominator)];
    const before = holding.lots;
    const parts = before * n;
    const lots = parts / d;
    const rest = parts - lots * d;
    const price = this.oldCloses.get(event.instrument)! * unit;
    const long = holding.direction === 1;
    const value = long ? (rest * price) / n : divCeil(rest * price, n);
    if (long) this.move(event.account, share, (lots - before) * lotUnits);
    if (rest > 0n) {
      this.settle(holding, rest, before - lots, value, money, parts);
    } else holding.lots = lots;
  }
}
