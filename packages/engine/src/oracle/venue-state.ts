import { InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { PlaceOrder, TradingMode } from '../commands.ts';
import { type Limits, staleAfterMs } from '../core/limits.ts';
import type { OrderReason } from '../events.ts';
import {
  highOfBand,
  isMarket,
  isWaiting,
  lowOfBand,
  maxLots,
  type OracleInstrument,
  type OracleOrder,
  queue,
  reservedFor,
  safe,
  unitOf,
} from './books.ts';
import { OracleLevels } from './levels.ts';
import type { Vault } from './vault.ts';

/** What a fill or an order event says, without the numbering of the log. */
export type Meaning =
  | { fill: number; price: bigint; lots: bigint; base: bigint; quote: bigint; takerSide: OrderSide; taker: OracleParty; maker: OracleParty }
  | {
      order: number;
      status: OrderStatus;
      reason: OrderReason;
      filled: bigint;
      filledQuote: bigint;
      lots: bigint;
      price: bigint;
      reserved: bigint;
    };
interface OracleParty {
  order: number;
  account: number;
  fee: bigint;
}

export const count = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** What the oracle knows of the venue, and its answers to questions about it. It decides nothing. */
export class VenueState {
  readonly open = new Map<number, OracleOrder>();
  readonly finished = new Map<number, { account: number }>();
  readonly instruments = new Map<number, OracleInstrument>();
  readonly feeClasses = new Map<number, number>();
  readonly levels = new OracleLevels();
  readonly vault: Vault;
  readonly limits: Limits;
  meanings: Meaning[] = [];
  mode: TradingMode = 'normal';
  time = 0;
  woken = 0;

  constructor(vault: Vault, limits: Limits) {
    this.vault = vault;
    this.limits = limits;
  }

  side(ins: OracleInstrument, side: OrderSide): OracleOrder[] {
    return queue(this.open.values(), ins.rules.instrument, side);
  }

  /** Why an order may not enter the book now; undefined when it may. `frozen` is what the order already holds. */
  protected mayNotEnter(ins: OracleInstrument, order: OracleOrder, frozen: bigint): ErrorName | undefined {
    const { rules } = ins;
    const buying = order.side === OrderSide.buy;
    const opposite = this.side(ins, buying ? OrderSide.sell : OrderSide.buy);
    const open = order.lots - order.filled;
    const bestBid = this.side(ins, OrderSide.buy)[0]?.price ?? 0n;
    const dearest = (price: bigint) => (!buying && bestBid > price ? bestBid : price);
    if (!isMarket(order.type)) {
      const worth = open * order.price * unitOf(rules);
      const crosses = opposite[0] !== undefined && (buying ? opposite[0].price <= order.price : opposite[0].price >= order.price);
      if (!inBand(ins, order.price, ins.reference)) return 'priceOutsideBand';
      const bad = badWorth(ins, order.filledQuote + worth, order.filledQuote + open * dearest(order.price) * unitOf(rules));
      if (bad !== undefined) return bad;
      if (order.postOnly && crosses) return 'wouldTake';
      if (order.tif === TimeInForce.fok && this.reach(ins, order, order.price).lots < open) return 'cannotFillWhole';
      return this.poor(ins, order, (buying ? worth : open * rules.lotUnits) - frozen);
    }
    const limit = buying ? highOfBand(ins.reference, rules) : lowOfBand(ins.reference, rules);
    if (order.value > 0n) {
      const bad = badWorth(ins, order.value, order.value);
      if (bad !== undefined) return bad;
      const reach = this.reach(ins, order, limit);
      if (reach.lots === 0n && reach.stop === 'money') return 'notionalTooSmall';
      if (reach.lots === 0n && reach.stop !== 'own') return 'noLiquidity';
      return this.poor(ins, order, buying ? order.value : reach.lots * rules.lotUnits);
    }
    const bad = badWorth(ins, open * ins.reference * unitOf(rules), open * dearest(ins.reference) * unitOf(rules));
    if (bad !== undefined) return bad;
    const reach = this.reach(ins, order, limit);
    if (reach.lots === 0n && reach.stop !== 'own') return 'noLiquidity';
    if (order.tif === TimeInForce.fok && reach.lots < open) return 'cannotFillWhole';
    if (reach.quote > safe) return 'notionalTooLarge';
    return this.poor(ins, order, buying ? reach.quote : open * rules.lotUnits);
  }

  /** What the order would take from the book now. */
  protected reach(ins: OracleInstrument, order: OracleOrder, limit: bigint): { lots: bigint; quote: bigint; stop: string } {
    const buying = order.side === OrderSide.buy;
    let wanted = order.value > 0n ? maxLots(ins.rules) : order.lots - order.filled;
    let lots = 0n;
    let quote = 0n;
    for (const [place, maker] of this.side(ins, buying ? OrderSide.sell : OrderSide.buy).entries()) {
      if (buying ? maker.price > limit : maker.price < limit) return { lots, quote, stop: 'price' };
      if (maker.account === order.account) return { lots, quote, stop: 'own' };
      if (place === this.limits.fillsPerOrder) return { lots, quote, stop: 'fills' };
      const unit = maker.price * unitOf(ins.rules);
      let take = min(wanted, maker.lots - maker.filled);
      if (order.value > 0n) take = min(take, (order.value - quote) / unit);
      if (take === 0n) return { lots, quote, stop: 'money' };
      lots += take;
      quote += take * unit;
      wanted -= take;
      if (wanted === 0n) return { lots, quote, stop: 'done' };
    }
    return { lots, quote, stop: 'empty' };
  }

  protected notTrading(ins: OracleInstrument): ErrorName | undefined {
    if (this.mode !== 'normal') return this.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly';
    if (ins.rules.instrumentKind !== InstrumentKind.coin) return 'orderProductWrong';
    if (ins.status === InstrumentStatus.trading) return undefined;
    return ins.status === InstrumentStatus.cancelOnly ? 'instrumentCancelOnly' : 'instrumentClosed';
  }

  protected fresh(ins: OracleInstrument): boolean {
    return ins.reference > 0n && this.time - ins.referenceTime <= staleAfterMs;
  }

  protected noRoom(account: number, ins: OracleInstrument, waits: boolean): ErrorName | undefined {
    const orders = [...this.open.values()];
    if (orders.filter((order) => order.account === account).length >= this.limits.openOrdersPerAccount) return 'tooManyOpenOrders';
    const here = orders.filter(
      (order) => order.instrument === ins.rules.instrument && (order.held || order.status === OrderStatus.untriggered) === waits,
    ).length;
    return here >= (waits ? this.limits.triggersPerBook : this.limits.ordersPerBook) ? 'bookFull' : undefined;
  }

  protected paidIn = (ins: OracleInstrument, order: OracleOrder) =>
    order.side === OrderSide.buy ? ins.rules.quoteAsset : ins.rules.baseAsset;

  protected poor(ins: OracleInstrument, order: OracleOrder, needed: bigint): ErrorName | undefined {
    return this.vault.available(order.account, Wallet.coin, this.paidIn(ins, order)) < needed ? 'insufficientBalance' : undefined;
  }

  protected freeze(ins: OracleInstrument, order: OracleOrder, amount: bigint): void {
    this.vault.change(order.account, Wallet.coin, this.paidIn(ins, order), -amount, amount);
  }

  protected own(account: number, id: number): OracleOrder | ErrorName {
    const order = this.open.get(id);
    if (order !== undefined) return order.account === account ? order : 'orderUnknown';
    return this.finished.get(id)?.account === account ? 'orderFinished' : 'orderUnknown';
  }

  protected end(ins: OracleInstrument, order: OracleOrder, status: OrderStatus, reason: OrderReason): void {
    order.status = status;
    this.finished.set(order.id, { account: order.account });
    this.tell(ins, order, reason, 0n);
  }

  protected tell(ins: OracleInstrument, order: OracleOrder, reason: OrderReason, reserved = reservedFor(order, ins.rules)): void {
    const { id, status, filled, filledQuote, lots, price } = order;
    this.meanings.push({ order: id, status, reason, filled, filledQuote, lots, price, reserved });
  }
}

export const min = (a: bigint, b: bigint) => (a < b ? a : b);
export const inBand = (ins: OracleInstrument, price: bigint, around: bigint) =>
  price >= lowOfBand(around, ins.rules) && price <= highOfBand(around, ins.rules);

export function badLots(ins: OracleInstrument, lots: number): ErrorName | undefined {
  if (!count(lots) || lots === 0) return 'quantityInvalid';
  if (lots < ins.rules.minLots) return 'quantityTooSmall';
  return BigInt(lots) > maxLots(ins.rules) ? 'quantityTooLarge' : undefined;
}

export function badWorth(ins: OracleInstrument, worth: bigint, dearest: bigint): ErrorName | undefined {
  if (worth < BigInt(ins.rules.minNotional)) return 'notionalTooSmall';
  return dearest > safe ? 'notionalTooLarge' : undefined;
}

/** Which fields go together, as a table: market orders have no price, waiting orders have a trigger, and so on. */
export function malformed(o: Omit<PlaceOrder, 'account'>): ErrorName | undefined {
  const sides: readonly unknown[] = Object.values(OrderSide);
  const types: readonly unknown[] = Object.values(OrderPriceType);
  const forces: readonly unknown[] = Object.values(TimeInForce);
  if (!sides.includes(o.side) || !types.includes(o.type) || !forces.includes(o.tif) || typeof o.postOnly !== 'boolean')
    return 'orderTypeInvalid';
  if (!count(o.priceTicks) || isMarket(o.type) !== (o.priceTicks === 0)) return 'priceInvalid';
  if (!count(o.triggerTicks) || isWaiting(o.type) !== o.triggerTicks > 0) return 'priceInvalid';
  if (!count(o.quoteAmount) || !count(o.lots)) return 'quantityInvalid';
  if (o.postOnly && (isMarket(o.type) || o.tif !== TimeInForce.gtc)) return 'orderTypeInvalid';
  if (o.quoteAmount === 0) return o.lots === 0 ? 'quantityInvalid' : undefined;
  const allowed = o.lots === 0 && isMarket(o.type) && o.tif !== TimeInForce.fok && !(isWaiting(o.type) && o.side === OrderSide.sell);
  return allowed ? undefined : 'orderTypeInvalid';
}
