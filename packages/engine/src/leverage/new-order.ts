import {
  type MarginMode,
  OrderPriceType,
  OrderSide,
  OrderStatus,
  PositionAction,
  PositionDirection,
  TimeInForce,
} from '@bourse/protocol/enums';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { Product, packTerms } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Flag } from '../record/decode.ts';
import { directionOf, leverageOf, modeOf, PosI, positionInts } from './positions.ts';
import { productFor } from './product.ts';

/** Everything that the record of a new order of a contract or stock holds. */
export interface NewOrder {
  owner: number;
  direction: PositionDirection;
  action: PositionAction;
  mode: MarginMode;
  leverage: number;
  type: OrderPriceType;
  tif: TimeInForce;
  postOnly: boolean;
  /** Its limit price. For a waiting market order that opens: the price it reserves at. */
  priceTicks: number;
  triggerTicks: number;
  lots: number;
  /** Protects the whole position. */
  whole: boolean;
  /** The engine's own order of a liquidation. */
  forced: boolean;
  /** For stocks: the order waits for the open, or is a day order at the upper limit. */
  waits?: boolean | undefined;
  upperCircuit?: boolean | undefined;
  /** The fee rate that an opening order reserves. */
  feePpm: number;
  status: OrderStatus;
}

/** Longs are opened by buying and closed by selling, shorts the reverse. */
export const sideFor = (direction: PositionDirection, action: PositionAction) =>
  (direction === PositionDirection.long) === (action === PositionAction.open) ? OrderSide.buy : OrderSide.sell;

/** The engine's own order of a liquidation: at market, immediate, with the position's mode and leverage. */
export function newForcedOrder(s: State, ins: Instrument, position: number, lots: number): number {
  const { i } = s.positions.store;
  const flags = i[position * positionInts + PosI.flags]!;
  return newOrder(s, ins, {
    owner: i[position * positionInts + PosI.owner]!,
    direction: directionOf(flags),
    action: PositionAction.close,
    mode: modeOf(flags),
    leverage: leverageOf(flags),
    type: OrderPriceType.market,
    tif: TimeInForce.ioc,
    postOnly: false,
    priceTicks: 0,
    triggerTicks: 0,
    lots,
    whole: false,
    forced: true,
    feePpm: 0,
    status: OrderStatus.open,
  });
}

/** Writes the record under the next id. */
export function newOrder(s: State, ins: Instrument, order: NewOrder): number {
  const reserve = s.ledger.obtain(order.owner, productFor(s, ins).wallet, ins.quote.index, ins.quote.asset);
  const slot = s.orders.store.take();
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  f[at + Ord.id] = s.nextOrder++;
  f[at + Ord.price] = order.priceTicks;
  f[at + Ord.trigger] = order.triggerTicks;
  f[at + Ord.lots] = order.lots;
  f[at + Ord.filled] = 0;
  f[at + Ord.filledQuote] = 0;
  f[at + Ord.placedAt] = s.time;
  i[at * 2 + OrdI.owner] = order.owner;
  i[at * 2 + OrdI.instrument] = ins.slot;
  i[at * 2 + OrdI.flags] =
    sideFor(order.direction, order.action) |
    (order.type << Flag.type) |
    (order.tif << Flag.tif) |
    (order.postOnly ? 1 << Flag.postOnly : 0) |
    (order.status << Flag.status) |
    (order.feePpm << Flag.feePpm);
  i[at * 2 + OrdI.next] = 0;
  i[at * 2 + OrdI.previous] = 0;
  i[at * 2 + OrdI.ownerNext] = 0;
  i[at * 2 + OrdI.ownerPrevious] = 0;
  i[at * 2 + OrdI.place] = 0;
  i[at * 2 + OrdI.reserve] = reserve;
  const { direction, action, mode, leverage, whole, forced } = order;
  i[at * 2 + OrdI.terms] = packTerms({
    product: ins.stock === undefined ? Product.contract : Product.stock,
    direction,
    action,
    mode,
    leverage,
    whole,
    forced,
    waits: order.waits === true,
    upperCircuit: order.upperCircuit === true,
  });
  return slot;
}
