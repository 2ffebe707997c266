import { decimalRound } from '@bourse/money';
import type { Loan } from '@bourse/protocol';
import { useT } from '../../i18n/index.ts';
import { useFigures as useDealFigures } from '../deals/useFigures.ts';

/** Figures in sentences, and percents: `share` is rounded up to a tenth, so that a level is never shown as far away as it is not. */
export function useFigures() {
  const t = useT();
  const figures = useDealFigures();
  const percent = (value: string) => t('loans.percent', { figure: figures.plain(value) });
  return { ...figures, percent, share: (value: string) => percent(decimalRound(value, 1, 'ceil')) };
}

/** A warned loan is running, and more than that. */
export const stateOf = ({ state, called }: Pick<Loan, 'state' | 'called'>) => (state === 'open' && called ? 'called' : state);
