import { formatAmount } from '@bourse/money';
import type { PriceAlert } from '@bourse/protocol';
import { type ToastAction, toast } from '@bourse/ui';
import { useEffect } from 'react';
import { cache, call, on, useRead } from '../../data/index.ts';
import { activeLocale, t } from '../../i18n/index.ts';

const page = 'GET pay/price-alert/page';
const reread = () => void cache.invalidate(page);

/** The customer's price alerts, of one instrument or all: those that wait first. Read again when one was told. */
export function usePriceAlerts(symbol?: string, pageSize = 100) {
  useEffect(() => on('notice', ({ kind }) => kind === 'alerts.reached' && reread()), []);
  return useRead(page, { pageSize, ...(symbol ? { symbol } : {}) }, { needsSession: true, staleMs: 30_000, keepPrevious: true });
}

/** Sets an alert and says so. `quiet`: the caller shows a refusal in its own place. */
export async function setPriceAlert(symbol: string, price: string, quiet = false): Promise<PriceAlert> {
  const alert = await call('POST pay/price-alert/create', { symbol, price }, { noMsg: quiet });
  reread();
  const shown = formatAmount(alert.price, { locale: activeLocale() });
  toast('success', t('chart.alertDone', { symbol: alert.symbol, direction: alert.direction, price: shown }));
  return alert;
}

/** Removes an alert, and offers to set it again. */
export async function removePriceAlert({ id, symbol, price }: PriceAlert): Promise<void> {
  await call('POST pay/price-alert/delete', { ids: [id] });
  reread();
  const undo: ToastAction = { label: t('chart.alertUndo'), onClick: () => void setPriceAlert(symbol, price).catch(() => undefined) };
  toast('success', t('chart.alertRemoved'), { action: undo, closesAfterMs: 8_000 });
}
