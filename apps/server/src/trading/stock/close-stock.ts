import { OrderPriceType, PositionAction } from '@bourse/protocol/enums';
import type { Handler } from '../../http/handlers.ts';
import { resultAs } from '../answers.ts';
import { type Desk, submit } from '../desk.ts';
import { placedView } from '../order-view.ts';
import { findPosition } from '../positions/live-positions.ts';
import { toPriced } from '../positions/new-position-order.ts';

export function closeStock(desk: Desk): Handler<'POST stock/order/complete'> {
  return async ({ id, quantity, price, timeInForce }, context) => {
    const { position, instrument } = await findPosition(desk, context, id, 3);
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    const applied = await submit(desk, context, {
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
