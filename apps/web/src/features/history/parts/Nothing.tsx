import { buttonClass, EmptyState, IconCandles } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type PlainKey, useT } from '../../../i18n/index.ts';

/** An empty list: what will appear here, and where to start. */
export function Nothing({ title, text, board }: { title: PlainKey; text: PlainKey; board: 'perps' | 'us' }) {
  const t = useT();
  return (
    <EmptyState
      icon={<IconCandles size={32} aria-hidden />}
      title={t(title)}
      action={
        <Link to="/market" search={{ board }} className={buttonClass()}>
          {t('funds.goTrade')}
        </Link>
      }
    >
      {t(text)}
    </EmptyState>
  );
}
