import { Button, buttonClass, EmptyState } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** What stands where one's own orders would: the ways in. */
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
