import { Chip } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';

/** The direction a timed contract bets on: where the index will be at its end. */
export function HigherChip({ direction }: { direction: 1 | 2 }) {
  const t = useT();
  return <Chip tone={direction === 1 ? 'up' : 'down'}>{t(direction === 1 ? 'history.higher' : 'history.lower')}</Chip>;
}
