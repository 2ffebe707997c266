import { InstrumentKind } from '@bourse/protocol/enums';
import { type CallOutput, cache, type PositionView, readKey } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';
import { act } from './act.ts';
import type { Position } from './positions.ts';

type Page = CallOutput<'GET pay/order-contract/page'>;
const view: PositionView = 'positions';
const pageInput = { view, pageSize: 100 } as const;

/** Changing a stop is reversible: it is shown at once, and reverts if the exchange refuses. */
function showStops(position: Position, stops: Partial<Pick<Position, 'takeProfit' | 'stopLoss'>>): () => void {
  const key = readKey(position.kind === InstrumentKind.stock ? 'GET pay/order-stock/page' : 'GET pay/order-contract/page', pageInput);
  const before = cache.read<Page>(key).data;
  if (!before?.positions) return () => {};
  const list = before.positions.list.map((each) => (each.id === position.id ? { ...each, ...stops } : each));
  cache.write(key, { ...before, positions: { ...before.positions, list } });
  return () => cache.write(key, before);
}

/** Sets (or, with null, removes) the take-profit and stop-loss of a whole position; one that is not named stays. */
export async function setStops(position: Position, stops: { takeProfit?: string | null; stopLoss?: string | null }) {
  const undo = showStops(position, stops);
  const takeProfit = stops.takeProfit === undefined ? position.takeProfit : stops.takeProfit;
  const stopLoss = stops.stopLoss === undefined ? position.stopLoss : stops.stopLoss;
  const input = { id: position.id, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) };
  const name =
    position.kind === InstrumentKind.stock ? 'POST stock/order/update-profit-loss' : 'POST pay/order-contract/update-profit-loss';
  const result = await act(name, input, () => t(takeProfit || stopLoss ? 'leverage.stopsSaved' : 'leverage.stopsRemoved'));
  if (!result.ok) undo();
  return result;
}
