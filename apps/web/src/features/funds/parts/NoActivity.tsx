import { EmptyState } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';

/** The only item of an empty list of statement lines. */
export function NoActivity() {
  const t = useT();
  return (
    <li>
      <EmptyState compact title={t('own.noActivity')}>
        {t('own.noActivityText')}
      </EmptyState>
    </li>
  );
}
