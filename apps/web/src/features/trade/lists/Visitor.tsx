import { Button, buttonClass, EmptyState } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** Shown to a visitor instead of their orders: buttons to sign in or open a demo account. */
export function Visitor() {
  const t = useT();
  const { enter, busy } = useEnterDemo();
  return (
    <EmptyState
      compact
      title={t('trade.signInToSee')}
      action={
        <>
          <Button size="small" busy={busy} onClick={() => void enter()}>
            {t('trade.tryDemoShort')}
          </Button>
          <Link to="/login" className={buttonClass({ kind: 'outline', size: 'small' })}>
            {t('common.signIn')}
          </Link>
        </>
      }
    >
      {t('trade.gateVisitor')}
    </EmptyState>
  );
}
