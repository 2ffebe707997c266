import type { CallArguments } from '@bourse/protocol';
import { PositionAction } from '@bourse/protocol/enums';
import type { Handler, SignedInContext } from '../../http/handlers.ts';
import { resultAs } from '../answers.ts';
import { type Desk, instrumentBySymbol, submit } from '../desk.ts';
import { mayOpen } from '../may-open.ts';
import { placedView } from '../order-view.ts';
import { type Asked, atMarket, toPriced } from '../positions/new-position-order.ts';

type Opening = CallArguments<'POST pay/order-contract/create'>;

async function open(desk: Desk, context: SignedInContext, { symbol, direction, lever, marginMode }: Opening, asked: Asked) {
  const instrument = instrumentBySymbol(desk, symbol);
  const priced = toPriced(instrument, asked);
  await mayOpen(desk, context, 'contract');
  const applied = await submit(desk, context, {
    kind: 'placeContractOrder',
    account: context.session.account,
    instrument: instrument.id,
    direction,
    action: PositionAction.open,
    mode: marginMode,
    leverage: lever,
    ...priced,
  });
  return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
}

const stopsOf = ({ quantity, takeProfit, stopLoss }: Opening) => ({ quantity, takeProfit, stopLoss });

export function openAtMarket(desk: Desk): Handler<'POST pay/order-contract/create'> {
  return (input, context) => open(desk, context, input, { ...atMarket, ...stopsOf(input) });
}

export function openAtPrice(desk: Desk): Handler<'POST pay/order-contract/create-specify'> {
  return (input, context) => {
    const { priceType, price, triggerPrice, timeInForce, postOnly } = input;
    return open(desk, context, input, { priceType, price, triggerPrice, timeInForce, postOnly, ...stopsOf(input) });
  };
}
