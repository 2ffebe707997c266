import { resultAs } from '../calls/answers.ts';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, submit, type TradingPorts } from '../calls/trading.ts';
import { placedView } from '../orders/order-view.ts';
import { toPlaceOrder } from './new-order.ts';

export function placeOrder(ports: TradingPorts): Handler<'POST pay/order-coin/purchase-actual-commodities'> {
  return async (input, context) => {
    const instrument = instrumentBySymbol(ports, input.symbol);
    const applied = await submit(ports, context, toPlaceOrder(instrument, context.session.account, input));
    return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
  };
}
