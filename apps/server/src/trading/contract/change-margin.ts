import type { Handler } from '../../http/handlers.ts';
import { resultAs } from '../answers.ts';
import { type Desk, submit } from '../desk.ts';
import { quoteText, toQuoteUnits } from '../figures.ts';
import { findPosition } from '../positions/live-positions.ts';

export function changeMargin(desk: Desk): Handler<'POST pay/order-contract/margin'> {
  return async ({ id, direction, amount: text }, context) => {
    const { position, instrument } = await findPosition(desk, context, id, 2);
    const amount = toQuoteUnits(instrument, text);
    const applied = await submit(desk, context, {
      kind: 'changeMargin',
      account: context.session.account,
      position: position.position,
      add: direction === 'add',
      amount,
    });
    const { margin } = resultAs(applied, 'position');
    return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, margin: quoteText(instrument, margin) };
  };
}
