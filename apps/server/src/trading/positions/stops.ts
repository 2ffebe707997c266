import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../../http/handlers.ts';
import { resultOf } from '../answers.ts';
import { type Desk, submit } from '../desk.ts';
import { toLots, toTicks } from '../figures.ts';
import { findPosition, type PositionKind } from './live-positions.ts';

interface Stops {
  id: string;
  takeProfit?: string | undefined;
  stopLoss?: string | undefined;
  quantity?: string | undefined;
}

/** Take-profit and stop-loss of a whole position (a price left out removes it), or a further pair for a part. */
export async function updateStops(desk: Desk, context: SignedInContext, kind: PositionKind, stops: Stops) {
  const { position, instrument } = await findPosition(desk, context, stops.id, kind);
  const ticks = (text: string | undefined) => (text === undefined ? 0 : toTicks(instrument, text));
  const [takeProfitTicks, stopLossTicks] = [ticks(stops.takeProfit), ticks(stops.stopLoss)];
  if (stops.quantity !== undefined && takeProfitTicks === 0 && stopLossTicks === 0)
    throw new Refusal('badRequest', { field: 'takeProfit', problem: 'a part needs a take-profit, a stop-loss or both' });
  const applied = await submit(desk, context, {
    kind: 'setPositionStops',
    account: context.session.account,
    position: position.position,
    lots: stops.quantity === undefined ? 0 : toLots(instrument, stops.quantity),
    takeProfitTicks,
    stopLossTicks,
  });
  resultOf(applied);
  return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, positionId: String(position.position) };
}
