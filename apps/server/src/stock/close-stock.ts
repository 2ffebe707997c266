import { OrderPriceType, PositionAction } from '@bourse/protocol/enums';
import { resultAs } from '../calls/answers.ts';
import type { Handler } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';
import { placedView } from '../orders/order-view.ts';
import { findPosition } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';

export function closeStock(ports: TradingPorts): Handler<'POST stock/order/complete'> {
  return async ({ id, quantity, price, timeInForce }, context) => {
    const { position, instrument } = await findPosition(ports, context, id, 3);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const applied = await submit(ports, context, {
      kind: 'placeStockOrder',
      account: context.session.account,
      instrument: instrument.id,
      direction: position.direction,
      action: PositionAction.close,
      leverage: position.leverage,
      upperCircuit: false,
      ...toPriced(instrument, { priceType, price, quantity, timeInForce, postOnly: false }),
    });
    return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
  };
}
