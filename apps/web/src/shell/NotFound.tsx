import { buttonClass } from '@bourse/ui/Button.tsx';
import { EmptyState } from '@bourse/ui/States.tsx';
import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/index.ts';
import { ScreenHead } from './ScreenHead.tsx';

export function NotFound() {
  const t = useT();
  return (
    <>
      <ScreenHead title="404" />
      <EmptyState
        title={t('shell.notFoundTitle')}
        action={
          <>
            <Link to="/home" className={buttonClass()}>
              {t('shell.goHome')}
            </Link>
            <Link to="/market" className={buttonClass({ kind: 'outline' })}>
              {t('shell.markets')}
            </Link>
          </>
        }
      >
        {t('shell.notFoundText')}
      </EmptyState>
    </>
  );
}
