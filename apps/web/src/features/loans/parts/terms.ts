import type { LoanProduct } from '@bourse/protocol';
import type { Translate } from '../../../i18n/index.ts';
import type { useFigures } from '../words.ts';

/** The terms of a product, sentence by sentence. */
export const termsOf = (
  t: Translate,
  { percent }: Pick<ReturnType<typeof useFigures>, 'percent'>,
  { openLevel, callLevel, sellLevel, saleFee }: LoanProduct,
): string[] => [
  t('loans.term_frozen'),
  t('loans.term_hours'),
  t('loans.term_repay'),
  t('loans.term_call', { call: percent(callLevel) }),
  t('loans.term_sell', { sell: percent(sellLevel), open: percent(openLevel), fee: percent(saleFee) }),
  t('loans.term_floor'),
];
