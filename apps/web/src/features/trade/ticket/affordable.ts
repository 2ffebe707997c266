import { formatAmount, trimZeros } from '@bourse/money';
import type { Translate } from '../../../i18n/index.ts';
import { isPositive } from './arithmetic.ts';

/** What the wallet covers, to offer at a field that holds more; undefined where it covers nothing. */
export function affordableOffer(t: Translate, amount: string | null | undefined, asset: string, locale: string) {
  if (!amount || !isPositive(amount)) return undefined;
  const value = trimZeros(amount);
  return { value, label: t('trade.affordable', { amount: formatAmount(value, { locale }), asset }) };
}
