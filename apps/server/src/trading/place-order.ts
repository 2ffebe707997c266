import type { Handler } from '../http/handlers.ts';
import { resultAs } from './answers.ts';
import { type Desk, instrumentBySymbol, submit } from './desk.ts';
import { toPlaceOrder } from './new-order.ts';
import { placedView } from './order-view.ts';

export function placeOrder(desk: Desk): Handler<'POST pay/order-coin/purchase-actual-commodities'> {
  return async (input, context) => {
    const instrument = instrumentBySymbol(desk, input.symbol);
    const applied = await submit(desk, context, toPlaceOrder(instrument, context.session.account, input));
    return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
  };
}
