import { decimalDivide, formatAmount, trimZeros } from '@bourse/money';
import { activeLocale, type Translate } from '../../../i18n/index.ts';

/** A share in millionths as percent: 2,500 is 0.25%. */
export function percentOf(ppm: number): string {
  const percent = trimZeros(decimalDivide(String(ppm), '10000', 4));
  return `${formatAmount(percent, { locale: activeLocale() })}%`;
}

/** The fee of a way in: a share of the amount. */
export const feeIn = (t: Translate, ppm: number): string => (ppm === 0 ? t('journey.free') : percentOf(ppm));
