import { OrderPriceType, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import type { Handler } from '../../http/handlers.ts';
import { type Desk, instrumentBySymbol, venueOf } from '../desk.ts';
import { productIs } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';
import { previewView } from '../positions/preview-view.ts';

export function previewStock(desk: Desk): Handler<'GET stock/order/preview'> {
  return async ({ symbol, direction, action, lever, quantity, price }, context) => {
    const instrument = productIs(instrumentBySymbol(desk, symbol), 3);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const priced = toPriced(instrument, { priceType, price, quantity, timeInForce: TimeInForce.gtc, postOnly: false });
    const { account } = context.session;
    const { value } = await venueOf(desk, context).read((engine) =>
      engine.previewStock({
        kind: 'placeStockOrder',
        account,
        instrument: instrument.id,
        direction,
        action: action === 1 ? PositionAction.open : PositionAction.close,
        leverage: lever,
        upperCircuit: false,
        ...priced,
      }),
    );
    return previewView(desk, value, priced.lots, instrument, undefined, context.language);
  };
}
