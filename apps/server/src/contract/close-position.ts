import { OrderPriceType, PositionAction } from '@bourse/protocol/enums';
import { refusalOf, resultAs, spoken } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { instrumentBySymbol, submit, type TradingPorts } from '../calls/trading.ts';
import { placedView } from '../orders/order-view.ts';
import { findPosition } from '../positions/live-positions.ts';
import { type Asked, atMarket, toPriced } from '../positions/new-position-order.ts';

async function close(ports: TradingPorts, context: SignedInContext, id: string, asked: Asked) {
  const { position, instrument } = await findPosition(ports, context, id, 2);
  const applied = await submit(ports, context, {
    kind: 'placeContractOrder',
    account: context.session.account,
    instrument: instrument.id,
    direction: position.direction,
    action: PositionAction.close,
    mode: position.mode,
    leverage: position.leverage,
    ...toPriced(instrument, asked),
  });
  return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
}

export function closeAtMarket(ports: TradingPorts): Handler<'POST pay/order-contract/complete'> {
  return ({ id, quantity }, context) => close(ports, context, id, { ...atMarket, quantity });
}

export function closeAtLimit(ports: TradingPorts): Handler<'POST pay/order-contract/limit-complete'> {
  return ({ id, price, quantity, timeInForce, postOnly }, context) =>
    close(ports, context, id, { priceType: OrderPriceType.limit, price, quantity, timeInForce, postOnly });
}

/** Closes each position on its own. A position that could not be closed carries its reason. */
export function closeAll(ports: TradingPorts): Handler<'PUT pay/order-contract/close-one-click'> {
  return async ({ symbol }, context) => {
    const instrument = symbol === undefined ? 0 : instrumentBySymbol(ports, symbol).id;
    const applied = await submit(ports, context, { kind: 'closeAllPositions', account: context.session.account, instrument });
    const items = resultAs(applied, 'closed').items.map(({ position, outcome }) => {
      if (outcome.ok) return { positionId: String(position), ok: true, refusal: null };
      return { positionId: String(position), ok: false, refusal: spoken(refusalOf(outcome), context.language) };
    });
    return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, items };
  };
}
