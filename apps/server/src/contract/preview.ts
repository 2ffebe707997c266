import { OrderPriceType, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts, venueOf } from '../calls/trading.ts';
import { productIs } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';
import { previewView } from '../positions/preview-view.ts';

/** The costs and results of an order, computed by the live engine. Nothing changes. */
export function previewContract(ports: TradingPorts): Handler<'GET pay/order-contract/preview'> {
  return async ({ symbol, direction, action, lever, marginMode, quantity, price }, context) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), 2);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const timeInForce = price === undefined ? TimeInForce.ioc : TimeInForce.gtc;
    const priced = toPriced(instrument, { priceType, price, quantity, timeInForce, postOnly: false });
    const { account } = context.session;
    const { value } = await venueOf(ports, context).read((engine) => ({
      preview: engine.previewContract({
        kind: 'placeContractOrder',
        account,
        instrument: instrument.id,
        direction,
        action: action === 1 ? PositionAction.open : PositionAction.close,
        mode: marginMode,
        leverage: lever,
        ...priced,
      }),
      funding: engine.contract(instrument.id),
    }));
    return previewView(ports, value.preview, priced.lots, instrument, value.funding, context.language);
  };
}
