import type { CallArguments, OrderFunds } from '@bourse/protocol';
import { OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { resultAs } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { instrumentBySymbol, submit, type TradingPorts } from '../calls/trading.ts';
import { mayOpen } from '../orders/may-open.ts';
import { placedView } from '../orders/order-view.ts';
import { toFunds } from '../positions/funds.ts';
import { productIs } from '../positions/live-positions.ts';
import { type Asked, toPriced } from '../positions/new-position-order.ts';
import { productOf } from '../protection/products.ts';

interface Opening {
  symbol: string;
  direction: CallArguments<'POST stock/order/create'>['direction'];
  lever: number;
  upperCircuit: boolean;
  funds?: OrderFunds | undefined;
}

async function open(
  ports: TradingPorts,
  context: SignedInContext,
  { symbol, direction, lever, upperCircuit, funds }: Opening,
  asked: Asked,
) {
  const instrument = productIs(instrumentBySymbol(ports, symbol), 3);
  const priced = upperCircuit
    ? { ...toPriced(instrument, { ...asked, price: instrument.tick }), priceTicks: 0 }
    : toPriced(instrument, asked);
  await mayOpen(ports, context, productOf(instrument, { direction, leverage: lever }));
  const order = {
    account: context.session.account,
    instrument: instrument.id,
    direction,
    action: PositionAction.open,
    leverage: lever,
    upperCircuit,
    ...priced,
  };
  const applied = await submit(
    ports,
    context,
    funds ? { kind: 'placeFundedStockOrder', ...order, ...toFunds(ports, instrument, funds) } : { kind: 'placeStockOrder', ...order },
  );
  return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
}

export function openStock(ports: TradingPorts): Handler<'POST stock/order/create'> {
  return ({ symbol, direction, lever, funds, ...asked }, context) =>
    open(ports, context, { symbol, direction, lever, upperCircuit: false, funds }, asked);
}

/** A day order at the day's upper limit, whatever that limit is when the order enters the book. */
export function queueAtUpperLimit(ports: TradingPorts): Handler<'POST stock/uc-order/create'> {
  return ({ symbol, quantity, lever, funds }, context) =>
    open(
      ports,
      context,
      { symbol, direction: PositionDirection.long, lever, upperCircuit: true, funds },
      { priceType: OrderPriceType.limit, quantity, timeInForce: TimeInForce.gtc, postOnly: false },
    );
}
