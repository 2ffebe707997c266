import { useMemo } from 'react';
import { useMenuVisible } from '../../data/index.ts';
import { type Key, useT } from '../../i18n/index.ts';

/** Screens that the search can open, under the titles they show. */
const listed = [
  ['/home', 'shell.home'],
  ['/market', 'market.title'],
  ['/order', 'trade.title'],
  ['/heatmap', 'market.heatmap'],
  ['/funds', 'shell.funds'],
  ['/mine', 'shell.mine'],
  ['/funds/position_history', 'history.positionsTitle'],
  ['/funds/stock_history', 'history.stockTitle'],
  ['/risk', 'risk.title'],
  ['/mine/settings', 'settings.title'],
  ['/mine/protection', 'protection.title'],
] as const satisfies readonly (readonly [string, Key])[];

export function useScreens(): readonly { to: string; title: string }[] {
  const t = useT();
  const visible = useMenuVisible();
  return useMemo(() => listed.filter(([to]) => visible(to)).map(([to, key]) => ({ to, title: t(key) })), [t, visible]);
}
