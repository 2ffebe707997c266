import { Button, buttonClass, EmptyState, IconFunds } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useArrive } from '../../account/parts/useArrive.ts';

/** What a visitor sees in place of anything that belongs to a customer. */
export function SignInFirst({ title, text }: { title?: string | undefined; text?: string | undefined }) {
  const t = useT();
  const { enter, busy } = useEnterDemo(useArrive());
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
