import type { PlaceContractOrder } from '@bourse/engine';
import { OrderPriceType, PositionAction, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts, venueOf } from '../calls/trading.ts';
import { productIs } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';
import { previewOrder } from '../positions/preview.ts';
import { previewView } from '../positions/preview-view.ts';

/** The costs and results of an order, computed by the live engine. Nothing changes. */
export function previewContract(ports: TradingPorts): Handler<'GET pay/order-contract/preview'> {
  return async ({ symbol, direction, action, lever, marginMode, quantity, price, payFrom }, context) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), 2);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const timeInForce = price === undefined ? TimeInForce.ioc : TimeInForce.gtc;
    const priced = toPriced(instrument, { priceType, price, quantity, timeInForce, postOnly: false });
    const order: PlaceContractOrder = {
      kind: 'placeContractOrder',
      account: context.session.account,
      instrument: instrument.id,
      direction,
      action: action === 1 ? PositionAction.open : PositionAction.close,
      mode: marginMode,
      leverage: lever,
      ...priced,
    };
    const { value } = await venueOf(ports, context).read((engine) => ({
      ...previewOrder(ports, engine, {
        ...{ instrument, order, to: Wallet.contract, from: payFrom, trades: true },
        ask: (one, funds) => engine.previewContract(one, funds),
      }),
      funding: engine.contract(instrument.id),
    }));
    return previewView(ports, value, priced.lots, instrument, value.funding, context.language);
  };
}
