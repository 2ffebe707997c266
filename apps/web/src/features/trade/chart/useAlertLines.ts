import { type Instrument, lastValue, useAction, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { removePriceAlert, setPriceAlert, usePriceAlerts } from '../../alerts/alerts.ts';
import type { ChartLine } from './ChartLines.tsx';

/** The price alerts that wait on this instrument, as lines; and how to set one. Undefined for a visitor. */
export function useAlertLines(instrument: Instrument) {
  const t = useT();
  const signedIn = useSignedIn();
  const alerts = lastValue(usePriceAlerts(instrument.symbol))?.list ?? [];
  const set = useAction((price: string) => setPriceAlert(instrument.symbol, price));
  const remove = useAction(removePriceAlert);
  const name = t('chart.alertLine');
  const lines = alerts
    .filter(({ firedAt }) => firedAt === null)
    .map(
      (alert): ChartLine => ({
        ...{ id: `alert-${alert.id}`, price: alert.price, tone: 'warn', dashed: true, name },
        label: () => name,
        cancel: { label: t('chart.alertRemove'), busy: remove.busy, run: () => void remove.run(alert) },
      }),
    );
  return { lines, set: signedIn ? (price: string) => void set.run(price) : undefined };
}
