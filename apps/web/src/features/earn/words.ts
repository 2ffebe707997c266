import { formatAmount, trimZeros } from '@bourse/money';
import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import { hiddenAmount, useUi } from '@bourse/ui';
import { formatTime } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';

export const termOf = (t: Translate, days: number): string => (days === 0 ? t('earn.flexible') : t('earn.term', { days }));

/** “USDT · 30 days” */
export const nameOf = (t: Translate, { asset, days }: Pick<EarnProduct | EarnHolding, 'asset' | 'days'>): string =>
  t('earn.named', { asset, term: termOf(t, days) });

/** Days begin at 00:00 UTC wherever the customer is. */
export const dayOf = (ms: number): string => formatTime(ms, 'date', 'UTC');

/** Figures in sentences: `plain` for public ones, `own` for the customer's, which can be hidden. */
export function useFigures() {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const plain = (value: string) => formatAmount(trimZeros(value), { locale });
  return {
    plain,
    own: (value: string) => (amountsHidden ? hiddenAmount : plain(value)),
    percent: (value: string) => t('earn.rate', { rate: plain(value) }),
  };
}
