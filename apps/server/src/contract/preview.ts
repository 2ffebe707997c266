import type { EngineReader, PlaceContractOrder } from '@bourse/engine';
import { divCeil, divFloor } from '@bourse/money';
import { OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts, venueOf } from '../calls/trading.ts';
import { productIs } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';
import { previewView } from '../positions/preview-view.ts';

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

/** The costs and results of an order, computed by the live engine. An order at market is valued by walking the book. Nothing changes. */
export function previewContract(ports: TradingPorts): Handler<'GET pay/order-contract/preview'> {
  return async ({ symbol, direction, action, lever, marginMode, quantity, price }, context) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), 2);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const timeInForce = price === undefined ? TimeInForce.ioc : TimeInForce.gtc;
    const priced = toPriced(instrument, { priceType, price, quantity, timeInForce, postOnly: false });
    const { account } = context.session;
    const buys = (direction === PositionDirection.long) === (action === PositionAction.open);
    const { value } = await venueOf(ports, context).read((engine) => {
      const order: PlaceContractOrder = {
        kind: 'placeContractOrder',
        account,
        instrument: instrument.id,
        direction,
        action: action === 1 ? PositionAction.open : PositionAction.close,
        mode: marginMode,
        leverage: lever,
        ...priced,
      };
      const preview = engine.previewContract(order);
      const funding = engine.contract(instrument.id);
      const at = price === undefined ? averageOf(engine.depth(instrument.id, bookLevels), buys, priced.lots) : 0;
      if (at === 0) return { preview, funding };
      const walked = engine.previewContract({ ...order, type: OrderPriceType.limit, priceTicks: at });
      return { preview: { ...walked, refusal: preview.refusal }, funding };
    });
    return previewView(ports, value.preview, priced.lots, instrument, value.funding, context.language);
  };
}
