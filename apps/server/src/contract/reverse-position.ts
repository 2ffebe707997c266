import { resultAs } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';
import { mayOpen } from '../orders/may-open.ts';
import { findPosition } from '../positions/live-positions.ts';
import type { Applied } from '../sequencer/port.ts';

const reversed = (applied: Applied, { commandId }: SignedInContext) => ({
  commandId,
  seq: String(applied.seq),
  repeated: applied.repeated,
  positions: resultAs(applied, 'reversed').positions.map(({ closed, opened }) => ({ closed: String(closed), opened: String(opened) })),
});

export function reverseOne(ports: TradingPorts): Handler<'GET pay/order-contract/reverse'> {
  return async ({ id }, context) => {
    const { position } = await findPosition(ports, context, id, 2);
    await mayOpen(ports, context, 'contract');
    const { account } = context.session;
    return reversed(await submit(ports, context, { kind: 'reversePosition', account, position: position.position }), context);
  };
}

export function reverseAll(ports: TradingPorts): Handler<'GET pay/order-contract/reverse-all'> {
  return async (_input, context) => {
    await mayOpen(ports, context, 'contract');
    return reversed(await submit(ports, context, { kind: 'reverseAllPositions', account: context.session.account }), context);
  };
}
