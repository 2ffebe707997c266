import type { CallArguments } from '@bourse/protocol';
import { PositionAction } from '@bourse/protocol/enums';
import { resultAs } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { instrumentBySymbol, submit, type TradingPorts } from '../calls/trading.ts';
import { mayOpen } from '../orders/may-open.ts';
import { placedView } from '../orders/order-view.ts';
import { toFunds } from '../positions/funds.ts';
import { type Asked, atMarket, toPriced } from '../positions/new-position-order.ts';

type Opening = CallArguments<'POST pay/order-contract/create'>;

async function open(ports: TradingPorts, context: SignedInContext, { symbol, direction, lever, marginMode, funds }: Opening, asked: Asked) {
  const instrument = instrumentBySymbol(ports, symbol);
  const priced = toPriced(instrument, asked);
  await mayOpen(ports, context, 'contract');
  const order = {
    account: context.session.account,
    instrument: instrument.id,
    direction,
    action: PositionAction.open,
    mode: marginMode,
    leverage: lever,
    ...priced,
  };
  const applied = await submit(
    ports,
    context,
    funds ? { kind: 'placeFundedContractOrder', ...order, ...toFunds(ports, instrument, funds) } : { kind: 'placeContractOrder', ...order },
  );
  return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
}

const stopsOf = ({ quantity, takeProfit, stopLoss }: Opening) => ({ quantity, takeProfit, stopLoss });

export function openAtMarket(ports: TradingPorts): Handler<'POST pay/order-contract/create'> {
  return (input, context) => open(ports, context, input, { ...atMarket, ...stopsOf(input) });
}

export function openAtPrice(ports: TradingPorts): Handler<'POST pay/order-contract/create-specify'> {
  return (input, context) => {
    const { priceType, price, triggerPrice, timeInForce, postOnly } = input;
    return open(ports, context, input, { priceType, price, triggerPrice, timeInForce, postOnly, ...stopsOf(input) });
  };
}
