import { buttonClass, EmptyState, IconFunds } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/index.ts';

/** A list that fills when friends come: it leads to the invitation. */
export function NoneYet({ title, text }: { title: string; text: string }) {
  const t = useT();
  return (
    <EmptyState
      icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />}
      title={title}
      action={
        <Link className={buttonClass({})} to="/invite">
          {t('referral.title')}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}
