import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import { formatTime } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { useFigures as useDealFigures } from '../deals/useFigures.ts';

export const termOf = (t: Translate, days: number): string => (days === 0 ? t('earn.flexible') : t('earn.term', { days }));

/** “USDT · 30 days” */
export const nameOf = (t: Translate, { asset, days }: Pick<EarnProduct | EarnHolding, 'asset' | 'days'>): string =>
  t('earn.named', { asset, term: termOf(t, days) });

/** Days begin at 00:00 UTC wherever the customer is. */
export const dayOf = (ms: number): string => formatTime(ms, 'date', 'UTC');

/** Figures in sentences, and rates. */
export function useFigures() {
  const t = useT();
  const figures = useDealFigures();
  return { ...figures, percent: (value: string) => t('earn.rate', { rate: figures.plain(value) }) };
}
