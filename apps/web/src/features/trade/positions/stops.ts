import { decimalCompare } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { type CallOutput, cache, type PositionView, readKey } from '../../../data/index.ts';
import { activeLocale, t } from '../../../i18n/index.ts';
import { instrumentNow } from '../ticket/again.ts';
import { exactText } from '../ticket/arithmetic.ts';
import { act, type Done, said } from './act.ts';
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

type Prices = { takeProfit?: string | null; stopLoss?: string | null };
const kinds = ['takeProfit', 'stopLoss'] as const;

/** What changes, from which price to which. */
function changeText(position: Position, stops: Prices, price: (value: string) => string): string {
  const changes = kinds.flatMap((stop) => {
    const [from, to] = [position[stop], stops[stop]];
    if (to === undefined || (from ?? '') === (to ?? '') || (from && to && decimalCompare(from, to) === 0)) return [];
    if (from && to) return [t('leverage.stopMoved', { stop, from: price(from), to: price(to) })];
    if (to) return [t('leverage.stopPlaced', { stop, price: price(to) })];
    return from ? [t('leverage.stopGone', { stop, price: price(from) })] : [];
  });
  return changes.length > 0 ? changes.join(' · ') : t('leverage.stopsSaved');
}

/**
 * Sets (or, with null, removes) the take-profit and stop-loss of a whole position; one that is not named stays. Says from which price to
 * which, and offers to undo it.
 */
export async function setStops(position: Position, stops: Prices): Promise<Done> {
  const undo = showStops(position, stops);
  const takeProfit = stops.takeProfit === undefined ? position.takeProfit : stops.takeProfit;
  const stopLoss = stops.stopLoss === undefined ? position.stopLoss : stops.stopLoss;
  const input = { id: position.id, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) };
  const name =
    position.kind === InstrumentKind.stock ? 'POST stock/order/update-profit-loss' : 'POST pay/order-contract/update-profit-loss';
  const tick = instrumentNow(position.symbol)?.tick ?? '1';
  const before = { takeProfit: position.takeProfit, stopLoss: position.stopLoss };
  const result = await act(name, input, () => changeText(position, stops, (value) => exactText(value, tick, activeLocale())), {
    label: t('leverage.stopsUndo'),
    onClick: () => void setStops({ ...position, takeProfit, stopLoss }, before).then(said),
  });
  if (!result.ok) undo();
  return result;
}
