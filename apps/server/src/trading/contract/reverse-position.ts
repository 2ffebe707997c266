import type { Handler, SignedInContext } from '../../http/handlers.ts';
import type { Applied } from '../../sequencer/port.ts';
import { resultAs } from '../answers.ts';
import { type Desk, submit } from '../desk.ts';
import { mayOpen } from '../may-open.ts';
import { findPosition } from '../positions/live-positions.ts';

const reversed = (applied: Applied, { commandId }: SignedInContext) => ({
  commandId,
  seq: String(applied.seq),
  repeated: applied.repeated,
  positions: resultAs(applied, 'reversed').positions.map(({ closed, opened }) => ({ closed: String(closed), opened: String(opened) })),
});

export function reverseOne(desk: Desk): Handler<'GET pay/order-contract/reverse'> {
  return async ({ id }, context) => {
    const { position } = await findPosition(desk, context, id, 2);
    await mayOpen(desk, context, 'contract');
    const { account } = context.session;
    return reversed(await submit(desk, context, { kind: 'reversePosition', account, position: position.position }), context);
  };
}

export function reverseAll(desk: Desk): Handler<'GET pay/order-contract/reverse-all'> {
  return async (_input, context) => {
    await mayOpen(desk, context, 'contract');
    return reversed(await submit(desk, context, { kind: 'reverseAllPositions', account: context.session.account }), context);
  };
}
