import { divCeil } from '@bourse/money';
import { Wallet } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import type { EngineEvent, FillEvent, OrderTermsEvent } from '../events.ts';
import { max, min } from './margin-rules.ts';
import { outsideFlows } from './vault.ts';

/** An open position, in bigint. */
export interface NaivePosition {
  account: number;
  instrument: number;
  direction: number;
  mode: number;
  leverage: bigint;
  lots: bigint;
  entry: bigint;
  margin: bigint;
  opened: number;
}

/**
 * Recomputes contracts from fills alone: what every account holds, owes and has, straight from the rules, without an order book, ledger lines or reserves.
 * It trusts the engine only for who traded what with whom, at which rate and at which mark price.
 */
export class ContractBook {
  /** Contract wallet by account, available and frozen together. */
  readonly totals = new Map<number, bigint>();
  readonly positions = new Map<string, NaivePosition>();
  private readonly terms = new Map<number, OrderTermsEvent>();
  private readonly reserved = new Map<number, { account: number; units: bigint }>();
  private readonly marks = new Map<number, bigint>();
  private readonly unit: (instrument: number) => bigint;
  private opened = 0;

  constructor(unit: (instrument: number) => bigint) {
    this.unit = unit;
  }

  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.kind === 'orderTerms') this.terms.set(event.order, event);
      else if (event.kind === 'mark') this.marks.set(event.instrument, BigInt(event.markTicks));
      else if (event.kind === 'order') this.reserved.set(event.order, { account: event.account, units: event.reserved });
      else if (event.kind === 'fill' && this.terms.has(event.taker.order)) this.fill(event);
      else if (event.kind === 'ledger' && event.wallet === Wallet.contract && outsideFlows.has(event.flow))
        this.add(event.account, event.availableDelta + event.frozenDelta);
    }
  }

  /** Applies margin that the owner added or took out. */
  changeMargin(account: number, instrument: number, direction: number, amount: bigint): void {
    this.positions.get(`${account}/${instrument}/${direction}`)!.margin += amount;
  }

  total(account: number): bigint {
    return this.totals.get(account) ?? 0n;
  }

  private add(account: number, amount: bigint): void {
    this.totals.set(account, this.total(account) + amount);
  }

  private fill(fill: FillEvent): void {
    for (const side of [fill.taker, fill.maker]) {
      const terms = this.terms.get(side.order)!;
      const fullFee = divCeil(BigInt(fill.quoteUnits) * BigInt(side.feePpm), 1_000_000n);
      if (terms.action === 1) this.open(fill, terms, side.account, fullFee);
      else this.close(fill, terms, side.account, fullFee);
    }
  }

  private open(fill: FillEvent, terms: OrderTermsEvent, account: number, fee: bigint): void {
    const key = `${account}/${fill.instrument}/${terms.direction}`;
    const position = this.positions.get(key) ?? {
      account,
      instrument: fill.instrument,
      direction: terms.direction,
      mode: terms.mode,
      leverage: BigInt(terms.leverage),
      lots: 0n,
      entry: 0n,
      margin: 0n,
      opened: ++this.opened,
    };
    this.positions.set(key, position);
    const lots = BigInt(fill.lots);
    const perLot = BigInt(fill.priceTicks) * this.unit(fill.instrument);
    position.lots += lots;
    position.entry += lots * perLot;
    position.margin += lots * divCeil(perLot, position.leverage);
    this.add(account, -fee);
    this.add(House.fees, fee);
  }

  private close(fill: FillEvent, terms: OrderTermsEvent, account: number, fullFee: bigint): void {
    const key = `${account}/${fill.instrument}/${terms.direction}`;
    const position = this.positions.get(key)!;
    const lots = BigInt(fill.lots);
    const value = lots * BigInt(fill.priceTicks) * this.unit(fill.instrument);
    const long = terms.direction === 1;
    const closed = long ? divCeil(position.entry * lots, position.lots) : (position.entry * lots) / position.lots;
    const profit = long ? value - closed : closed - value;
    const share = lots === position.lots ? position.margin : (position.margin * lots) / position.lots;
    const released = max(share, min(position.margin, fullFee - profit));
    const missing = max(0n, fullFee - profit - released);
    const found = position.mode === 1 && missing > 0n ? this.cover(position, missing) : 0n;
    const fee = min(fullFee, max(0n, released + profit + found));
    position.lots -= lots;
    position.entry -= closed;
    position.margin -= released;
    this.add(account, profit - fee);
    this.add(House.clearing, -profit);
    this.add(House.fees, fee);
    if (position.lots === 0n) this.positions.delete(key);
  }

  /**
   * Covers missing money from the account's other full-margin positions: settles their profit at the mark, best first, then frees their margins, oldest
   * first. Returns how much it found.
   */
  private cover(needs: NaivePosition, missing: bigint): bigint {
    const others = this.of(needs.account).filter((other) => other !== needs && other.mode === 1);
    const gains = others
      .map((position) => ({ position, profit: this.profit(position) }))
      .filter(({ profit }) => profit > 0n)
      .sort((a, b) => (a.profit === b.profit ? a.position.opened - b.position.opened : a.profit > b.profit ? -1 : 1));
    for (const { position, profit } of gains) {
      if (this.available(needs.account) >= missing) return missing;
      position.entry += position.direction === 1 ? profit : -profit;
      this.add(needs.account, profit);
      this.add(House.clearing, -profit);
    }
    for (const other of others) {
      const available = this.available(needs.account);
      if (available >= missing) return missing;
      other.margin -= min(missing - available, other.margin);
    }
    return min(missing, this.available(needs.account));
  }

  of(account: number): NaivePosition[] {
    return [...this.positions.values()].filter((position) => position.account === account).sort((a, b) => a.opened - b.opened);
  }

  private available(account: number): bigint {
    let sum = this.total(account);
    for (const position of this.of(account)) sum -= position.margin;
    for (const { account: owner, units } of this.reserved.values()) if (owner === account) sum -= units;
    return sum;
  }

  profit(position: NaivePosition): bigint {
    const value = position.lots * this.marks.get(position.instrument)! * this.unit(position.instrument);
    return position.direction === 1 ? value - position.entry : position.entry - value;
  }
}
