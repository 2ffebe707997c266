import { Chip } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';

/** "▲ Long 10×": direction in colour, shape and words. */
export function DirectionChip({ direction, leverage }: { direction: 1 | 2; leverage?: number | undefined }) {
  const t = useT();
  return (
    <Chip tone={direction === 1 ? 'up' : 'down'}>
      {t(direction === 1 ? 'history.long' : 'history.short')}
      {leverage !== undefined && leverage > 1 && <span dir="ltr"> {leverage}×</span>}
    </Chip>
  );
}
