import { OrderPriceType, PositionAction } from '@bourse/protocol/enums';
import type { Handler, SignedInContext } from '../../http/handlers.ts';
import { refusalOf, resultAs, spoken } from '../answers.ts';
import { type Desk, instrumentBySymbol, submit } from '../desk.ts';
import { placedView } from '../order-view.ts';
import { findPosition } from '../positions/live-positions.ts';
import { type Asked, atMarket, toPriced } from '../positions/new-position-order.ts';

async function close(desk: Desk, context: SignedInContext, id: string, asked: Asked) {
  const { position, instrument } = await findPosition(desk, context, id, 2);
  const applied = await submit(desk, context, {
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

export function closeAtMarket(desk: Desk): Handler<'POST pay/order-contract/complete'> {
  return ({ id, quantity }, context) => close(desk, context, id, { ...atMarket, quantity });
}

export function closeAtLimit(desk: Desk): Handler<'POST pay/order-contract/limit-complete'> {
  return ({ id, price, quantity, timeInForce, postOnly }, context) =>
    close(desk, context, id, { priceType: OrderPriceType.limit, price, quantity, timeInForce, postOnly });
}

/** Every position for itself: what could not be closed says why. */
export function closeAll(desk: Desk): Handler<'PUT pay/order-contract/close-one-click'> {
  return async ({ symbol }, context) => {
    const instrument = symbol === undefined ? 0 : instrumentBySymbol(desk, symbol).id;
    const applied = await submit(desk, context, { kind: 'closeAllPositions', account: context.session.account, instrument });
    const items = resultAs(applied, 'closed').items.map(({ position, outcome }) => {
      if (outcome.ok) return { positionId: String(position), ok: true, refusal: null };
      return { positionId: String(position), ok: false, refusal: spoken(refusalOf(outcome), context.language) };
    });
    return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, items };
  };
}
