import type { EngineReader, Funds, PlaceContractOrder, PlaceStockOrder, PositionPreview } from '@bourse/engine';
import { divCeil, divFloor } from '@bourse/money';
import { OrderPriceType, PositionAction, PositionDirection, type Wallet } from '@bourse/protocol/enums';
import type { TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { type Offer, offerFunds } from './funds.ts';

const bookLevels = 1_000;

/**
 * The average price at which the book fills an order at once, rounded against the customer. What the book does not hold counts at its worst price;
 * 0 for an empty book.
 */
export function averageOf({ bids, asks }: ReturnType<EngineReader['depth']>, buys: boolean, lots: number): number {
  let left = BigInt(lots);
  let value = 0n;
  let worst = 0n;
  for (const level of buys ? asks : bids) {
    if (left === 0n) break;
    const taken = BigInt(level.lots) < left ? BigInt(level.lots) : left;
    worst = BigInt(level.priceTicks);
    value += taken * worst;
    left -= taken;
  }
  if (worst === 0n || lots <= 0) return 0;
  return Number((buys ? divCeil : divFloor)(value + left * worst, BigInt(lots)));
}

interface Asked<Order> {
  instrument: InstrumentInfo;
  order: Order;
  /** The wallet that margins the position, and the one that the customer chose to pay from. */
  to: Wallet;
  from: Wallet | undefined;
  /** Whether an order at market meets the book now. */
  trades: boolean;
  ask(order: Order, funds?: Funds): PositionPreview;
}

/** What an order costs and leads to, an order at market by walking the book, and the money that it can bring along from another wallet. */
export function previewOrder<Order extends PlaceContractOrder | PlaceStockOrder>(
  ports: TradingPorts,
  engine: EngineReader,
  { instrument, order, to, from, trades, ask }: Asked<Order>,
): { preview: PositionPreview; offer: Offer | undefined } {
  const { account, direction, action, lots, type } = order;
  const market = type === OrderPriceType.market;
  const buys = (direction === PositionDirection.long) === (action === PositionAction.open);
  const alone = ask(order);
  const at = market && trades ? averageOf(engine.depth(instrument.id, bookLevels), buys, lots) : 0;
  const priced = at === 0 ? alone : ask({ ...order, type: OrderPriceType.limit, priceTicks: at });
  const preview = { ...priced, refusal: alone.refusal };
  const offer = action === PositionAction.open ? offerFunds(ports, engine, { instrument, account, to, preview, market, from }) : undefined;
  return offer === undefined ? { preview, offer } : { preview: { ...preview, refusal: ask(order, offer.funds).refusal }, offer };
}
