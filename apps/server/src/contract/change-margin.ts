import { resultAs } from '../calls/answers.ts';
import { quoteText, toQuoteUnits } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';
import { findPosition } from '../positions/live-positions.ts';

export function changeMargin(ports: TradingPorts): Handler<'POST pay/order-contract/margin'> {
  return async ({ id, direction, amount: text }, context) => {
    const { position, instrument } = await findPosition(ports, context, id, 2);
    const amount = toQuoteUnits(instrument, text);
    const applied = await submit(ports, context, {
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
