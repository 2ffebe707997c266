import { buttonClass, EmptyState, IconLock } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';

/** What a demo account sees in place of anything that only real accounts have. */
export function RealAccountFirst({ title, text }: { title: string; text: string }) {
  const t = useT();
  return (
    <EmptyState
      icon={<IconLock size={28} strokeWidth={1.5} aria-hidden />}
      title={title}
      action={
        <Link to="/register" className={buttonClass()}>
          {t('journey.openReal')}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}
