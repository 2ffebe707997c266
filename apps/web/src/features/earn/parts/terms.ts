import { decimalSign, trimZeros } from '@bourse/money';
import type { EarnProduct } from '@bourse/protocol';
import type { Translate } from '../../../i18n/index.ts';

/** The terms of a product, sentence by sentence. */
export const termsOf = (t: Translate, { days, earlyPart }: EarnProduct, renew: boolean): string[] => [
  t('earn.term_frozen'),
  ...(days === 0
    ? [t('earn.term_flexible'), t('earn.term_short')]
    : [
        t('earn.term_fixed'),
        decimalSign(earlyPart) === 0 ? t('earn.term_earlyNone') : t('earn.term_early', { part: trimZeros(earlyPart) }),
        ...(renew ? [t('earn.renewText')] : []),
      ]),
  t('earn.term_days'),
  t('earn.term_year'),
];
