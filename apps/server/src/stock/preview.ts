import type { PlaceStockOrder } from '@bourse/engine';
import { OrderPriceType, PositionAction, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts, venueOf } from '../calls/trading.ts';
import { productIs } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';
import { previewOrder } from '../positions/preview.ts';
import { previewView } from '../positions/preview-view.ts';

export function previewStock(ports: TradingPorts): Handler<'GET stock/order/preview'> {
  return async ({ symbol, direction, action, lever, quantity, price, payFrom }, context) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), 3);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const priced = toPriced(instrument, { priceType, price, quantity, timeInForce: TimeInForce.gtc, postOnly: false });
    const order: PlaceStockOrder = {
      kind: 'placeStockOrder',
      account: context.session.account,
      instrument: instrument.id,
      direction,
      action: action === 1 ? PositionAction.open : PositionAction.close,
      leverage: lever,
      upperCircuit: false,
      ...priced,
    };
    const { value } = await venueOf(ports, context).read((engine) =>
      previewOrder(ports, engine, {
        ...{ instrument, order, to: Wallet.stock, from: payFrom, trades: engine.stock(instrument.id)?.inSession === true },
        ask: (one, funds) => engine.previewStock(one, funds),
      }),
    );
    return previewView(ports, value, priced.lots, instrument, undefined, context.language);
  };
}
