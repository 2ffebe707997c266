import type { InstrumentStatus } from '@bourse/protocol/enums';
import { floorDiv, maxSafe } from '../base/exact.ts';
import { Book } from '../book/book.ts';
import type { Levels } from '../book/levels.ts';
import type { Orders } from '../book/orders.ts';
import type { Contract } from '../contract/contract.ts';
import type { EventLog } from '../record/event-log.ts';
import type { Stock } from '../stock/stock.ts';
import type { Asset } from './assets.ts';
import { bandHigh, bandLow } from './band.ts';
import { catalogue, type DefineInstrument } from './declare.ts';

/** An instrument's rules and current state, with values that hot paths need computed in advance. */
export class Instrument {
  readonly slot: number;
  readonly id: number;
  readonly base: Asset;
  readonly quote: Asset;
  readonly book: Book;
  rules: DefineInstrument;
  status: InstrumentStatus;
  /** Base minor units of one lot. */
  readonly lotUnits: number;
  /** Quote minor units of one lot at one tick. */
  readonly unit: number;
  /** The smaller of the rule's limit and the most lots whose base amount is a safe integer. */
  maxLots = 0;
  /** 0 until the first tick. */
  reference = 0;
  referenceTime = 0;
  source = 0;
  /** Prices between which market orders trade and limit orders are accepted, inclusive. */
  bandLow = 0;
  bandHigh = 0;
  /** Highest and lowest reference since all triggers were last woken. A stop that the price crossed fires even if the price came back. */
  highSinceWake = 0;
  lowSinceWake = 0;
  /** Whether one command's limit left due triggers over. */
  backlog = false;
  /** Margin rules and mark price; contracts only, from `defineContract` on. */
  contract: Contract | undefined = undefined;
  /** Rules, day and lending; stocks only, from `defineStock` on. */
  stock: Stock | undefined = undefined;
  /** Balances that collect the fees of this instrument; 0 until the first fee. */
  feeBase = 0;
  feeQuote = 0;

  constructor(slot: number, rules: DefineInstrument, base: Asset, quote: Asset, levels: Levels, orders: Orders) {
    this.slot = slot;
    this.id = rules.instrument;
    this.base = base;
    this.quote = quote;
    this.book = new Book(slot, levels, orders);
    this.rules = rules;
    this.status = rules.status;
    this.lotUnits = Number(rules.lotUnits);
    this.unit = rules.quoteUnitsPerTickLot;
    this.update(rules);
  }

  update(rules: DefineInstrument): void {
    this.rules = rules;
    this.status = rules.status;
    this.maxLots = Math.min(rules.maxLots, floorDiv(maxSafe, this.lotUnits));
    this.placeBand();
  }

  setReference(priceTicks: number, time: number, source: number): void {
    this.reference = priceTicks;
    this.referenceTime = time;
    this.source = source;
    this.placeBand();
  }

  /** The price that triggers compare with. */
  get triggerPrice(): number {
    if (this.contract !== undefined) return this.contract.markTicks;
    return this.stock === undefined || this.stock.standIn === 0 ? this.reference : this.stock.standIn;
  }

  /** Sets whether the instrument trades, and records that in an event. */
  setStatus(log: EventLog, status: InstrumentStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.rules = { ...this.rules, status };
    log.tell(catalogue.events.instrumentStatus, { instrument: this.id, status });
  }

  takerPpm(feeClass: number): number {
    const rates = this.rules.takerFeePpm;
    return rates[feeClass < rates.length ? feeClass : rates.length - 1]!;
  }

  makerPpm(feeClass: number): number {
    const rates = this.rules.makerFeePpm;
    return rates[feeClass < rates.length ? feeClass : rates.length - 1]!;
  }

  private placeBand(): void {
    this.bandLow = bandLow(this.reference, this.rules.bandBps);
    this.bandHigh = bandHigh(this.reference, this.rules.bandBps);
  }
}

export class Instruments {
  /** By slot, from 1. */
  readonly list: Instrument[] = [];
  private readonly byId = new Map<number, Instrument>();

  get(id: number): Instrument | undefined {
    return this.byId.get(id);
  }

  at(slot: number): Instrument {
    return this.list[slot - 1]!;
  }

  add(instrument: Instrument): void {
    this.list.push(instrument);
    this.byId.set(instrument.id, instrument);
  }
}
