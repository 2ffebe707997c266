import { Button, buttonClass, EmptyState, IconFunds } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { useDemo } from '../../account/parts/DemoButton.tsx';

/** What a visitor finds where money of theirs would be, or something else that is theirs. */
export function SignInFirst({ title, text }: { title?: string | undefined; text?: string | undefined }) {
  const t = useT();
  const { enter, busy } = useDemo();
  return (
    <EmptyState
      icon={<IconFunds size={32} strokeWidth={1.5} aria-hidden />}
      title={title ?? t('funds.signInTitle')}
      action={
        <>
          <Button busy={busy} onClick={enter}>
            {t('common.tryDemo')}
          </Button>
          <Link to="/login" className={buttonClass({ kind: 'outline' })}>
            {t('common.signIn')}
          </Link>
        </>
      }
    >
      {text ?? t('funds.signInText')}
    </EmptyState>
  );
}
