import { type InstrumentStatus, OrderPriceType, OrderSide, OrderStatus, TimeInForce } from '@bourse/protocol/enums';
import type { DefineInstrument, PlaceOrder } from '../commands.ts';

/** An order as a plain object. Quantities and prices are bigint, so that this code does not repeat the fast engine's rules for safe numbers. */
export interface OracleOrder {
  id: number;
  account: number;
  instrument: number;
  side: OrderSide;
  type: OrderPriceType;
  tif: TimeInForce;
  postOnly: boolean;
  price: bigint;
  trigger: bigint;
  lots: bigint;
  value: bigint;
  filled: bigint;
  filledQuote: bigint;
  status: OrderStatus;
  placedAt: number;
  /** Price at which an untriggered market buy reserves. */
  reservePrice: bigint;
  /** Has fired and waits outside the book for a counterparty within its bounds. */
  held: boolean;
  /** When it joined its queue, as a count of arrivals. */
  arrival: number;
}

export interface OracleInstrument {
  rules: DefineInstrument;
  status: InstrumentStatus;
  reference: bigint;
  referenceTime: number;
  source: string;
  high: bigint;
  low: bigint;
  backlog: boolean;
  /** An order came to the book while protective stops were held. */
  reviewDue: boolean;
}

export const isMarket = (type: OrderPriceType) =>
  type === OrderPriceType.market || type === OrderPriceType.stopMarket || type === OrderPriceType.takeProfitMarket;
export const isStop = (type: OrderPriceType) => type === OrderPriceType.stopLimit || type === OrderPriceType.stopMarket;
export const isWaiting = (type: OrderPriceType) => type >= OrderPriceType.stopLimit;
/** Whether the order fires when the price rises to its trigger. */
export const rises = (side: OrderSide, type: OrderPriceType) => isStop(type) === (side === OrderSide.buy);

/** Whether the order is a protective stop that the venue keeps: it sells all or part at the market price once its trigger is reached. */
export const protects = (order: OracleOrder, rules: DefineInstrument) =>
  rules.keepsProtection === true &&
  isMarket(order.type) &&
  isWaiting(order.type) &&
  order.side === OrderSide.sell &&
  order.tif !== TimeInForce.fok;

export const lowOfBand = (around: bigint, rules: DefineInstrument): bigint => {
  const low = around - (around * BigInt(rules.bandBps)) / 10_000n;
  return low < 1n ? 1n : low;
};
export const highOfBand = (around: bigint, rules: DefineInstrument): bigint => {
  const high = around + (around * BigInt(rules.bandBps)) / 10_000n;
  return high > safe ? safe : high;
};
export const safe = 2n ** 53n - 1n;
export const unitOf = (rules: DefineInstrument) => BigInt(rules.quoteUnitsPerTickLot);
export const maxLots = (rules: DefineInstrument): bigint => {
  const max = safe / rules.lotUnits;
  return max < BigInt(rules.maxLots) ? max : BigInt(rules.maxLots);
};

export const newOrder = (
  id: number,
  account: number,
  order: Omit<PlaceOrder, 'account'>,
  time: number,
  reservePrice: bigint,
): OracleOrder => ({
  id,
  account,
  instrument: order.instrument,
  side: order.side,
  type: order.type,
  tif: order.tif,
  postOnly: order.postOnly,
  price: BigInt(order.priceTicks),
  trigger: BigInt(order.triggerTicks),
  lots: BigInt(order.lots),
  value: BigInt(order.quoteAmount),
  filled: 0n,
  filledQuote: 0n,
  status: OrderStatus.open,
  placedAt: time,
  reservePrice,
  held: false,
  arrival: 0,
});

/** Minor units that an open order has frozen. */
export function reservedFor(order: OracleOrder, rules: DefineInstrument): bigint {
  if (order.value > 0n) return order.value;
  const open = order.lots - order.filled;
  if (order.side === OrderSide.sell) return open * rules.lotUnits;
  return open * (isMarket(order.type) ? order.reservePrice : order.price) * unitOf(rules);
}

/** One side of a book in price-time priority. */
export function queue(orders: Iterable<OracleOrder>, instrument: number, side: OrderSide): OracleOrder[] {
  return [...orders]
    .filter((order) => order.instrument === instrument && order.side === side && order.status !== OrderStatus.untriggered && !order.held)
    .sort((a, b) => {
      if (a.price !== b.price) return a.price < b.price === (side === OrderSide.sell) ? -1 : 1;
      return a.arrival - b.arrival;
    });
}
