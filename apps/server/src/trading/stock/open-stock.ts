import type { CallArguments } from '@bourse/protocol';
import { OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { Handler, SignedInContext } from '../../http/handlers.ts';
import { productOf } from '../../people/protection/products.ts';
import { resultAs } from '../answers.ts';
import { type Desk, instrumentBySymbol, submit } from '../desk.ts';
import { mayOpen } from '../may-open.ts';
import { placedView } from '../order-view.ts';
import { productIs } from '../positions/live-positions.ts';
import { type Asked, toPriced } from '../positions/new-position-order.ts';

interface Opening {
  symbol: string;
  direction: CallArguments<'POST stock/order/create'>['direction'];
  lever: number;
  upperCircuit: boolean;
}

async function open(desk: Desk, context: SignedInContext, { symbol, direction, lever, upperCircuit }: Opening, asked: Asked) {
  const instrument = productIs(instrumentBySymbol(desk, symbol), 3);
  const priced = upperCircuit
    ? { ...toPriced(instrument, { ...asked, price: instrument.tick }), priceTicks: 0 }
    : toPriced(instrument, asked);
  await mayOpen(desk, context, productOf(instrument, { direction, leverage: lever }));
  const applied = await submit(desk, context, {
    kind: 'placeStockOrder',
    account: context.session.account,
    instrument: instrument.id,
    direction,
    action: PositionAction.open,
    leverage: lever,
    upperCircuit,
    ...priced,
  });
  return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
}

export function openStock(desk: Desk): Handler<'POST stock/order/create'> {
  return ({ symbol, direction, lever, ...asked }, context) => open(desk, context, { symbol, direction, lever, upperCircuit: false }, asked);
}

/** A day order at the day's upper limit, whatever that is when it enters. */
export function queueAtUpperLimit(desk: Desk): Handler<'POST stock/uc-order/create'> {
  return ({ symbol, quantity, lever }, context) =>
    open(
      desk,
      context,
      { symbol, direction: PositionDirection.long, lever, upperCircuit: true },
      { priceType: OrderPriceType.limit, quantity, timeInForce: TimeInForce.gtc, postOnly: false },
    );
}
