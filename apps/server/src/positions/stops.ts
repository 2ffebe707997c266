import { Refusal } from '@bourse/protocol/errors';
import { resultOf } from '../calls/answers.ts';
import { toLots, toTicks } from '../calls/figures.ts';
import type { SignedInContext } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';
import { findPosition, type PositionKind } from './live-positions.ts';

interface Stops {
  id: string;
  takeProfit?: string | undefined;
  stopLoss?: string | undefined;
  quantity?: string | undefined;
}

/** Sets take-profit and stop-loss of a whole position (a missing price removes that stop), or adds a pair for a part of it. */
export async function updateStops(ports: TradingPorts, context: SignedInContext, kind: PositionKind, stops: Stops) {
  const { position, instrument } = await findPosition(ports, context, stops.id, kind);
  const ticks = (text: string | undefined) => (text === undefined ? 0 : toTicks(instrument, text));
  const [takeProfitTicks, stopLossTicks] = [ticks(stops.takeProfit), ticks(stops.stopLoss)];
  if (stops.quantity !== undefined && takeProfitTicks === 0 && stopLossTicks === 0)
    throw new Refusal('badRequest', { field: 'takeProfit', problem: 'a part needs a take-profit, a stop-loss or both' });
  const applied = await submit(ports, context, {
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
