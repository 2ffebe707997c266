import { Button, buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** A visitor's two ways in: the demo account, or signing in. */
export function EnterButtons({ enter, busy }: ReturnType<typeof useEnterDemo>) {
  const t = useT();
  return (
    <>
      <Button busy={busy} onClick={() => void enter()}>
        {t('common.tryDemo')}
      </Button>
      <Link to="/login" className={buttonClass({ kind: 'outline' })}>
        {t('common.signIn')}
      </Link>
    </>
  );
}
