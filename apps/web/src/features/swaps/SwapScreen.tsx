import { EmptyState, IconTransfer } from '@bourse/ui';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lastValue, useEnterDemo, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { EnterButtons } from '../funds/parts/EnterButtons.tsx';
import { HeadDemo } from '../funds/parts/HeadDemo.tsx';
import { defaultTolerance } from './model/amounts.ts';
import type { Pair } from './model/pairs.ts';
import { SwapList } from './parts/SwapList.tsx';
import { type SwapDraft, SwapForm } from './SwapForm.tsx';
import styles from './SwapScreen.module.css';

/** Flash exchange: one asset for another with the house, and the customer's own swaps. */
export function SwapScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={signedIn ? styles.page : styles.narrow}>
      <ScreenHead title={t('swaps.title')} fallback="/funds">
        <HeadDemo />
      </ScreenHead>
      <div className={styles.columns}>
        <Offered />
        {signedIn && <SwapList />}
      </div>
    </div>
  );
}

/**
 * The form, once it is known what is exchanged. Whoever is in the form stays there when the last market closes: the quote says so. What was typed
 * outlives signing in, which reads everything again.
 */
function Offered() {
  const t = useT();
  const search = useSearch({ strict: false }) as Partial<Pair>;
  const [draft, setDraft] = useState<SwapDraft>({ wish: search, amount: '', tolerance: defaultTolerance });
  const [entered, setEntered] = useState(false);
  const page = useRead('GET pay/flash-exchange/page', { pageNo: 1, pageSize: 100 }, { staleMs: 10_000, everyMs: 30_000 });
  const coins = useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 });
  const [offers, known] = [lastValue(page)?.list, lastValue(coins)];
  // The demo may have prices where real accounts have none.
  const signedIn = useSignedIn();
  const entering = useEnterDemo();
  const open = offers?.some((offer) => offer.open) === true;
  useEffect(() => {
    if (open) setEntered(true);
  }, [open]);
  if (!offers || !known)
    return (
      <div className={styles.form}>
        <Unread remote={page.state === 'failed' ? page : coins} rows={4} height={64} />
      </div>
    );
  if (offers.length === 0 || !(open || entered))
    return (
      <div className={styles.form}>
        <EmptyState
          icon={<IconTransfer size={32} strokeWidth={1.5} aria-hidden />}
          title={t('swaps.closed')}
          action={signedIn ? undefined : <EnterButtons {...entering} />}
        >
          {t('swaps.closedText')}
        </EmptyState>
      </div>
    );
  return <SwapForm {...{ offers, draft }} coins={known} onDraft={(next) => setDraft((last) => ({ ...last, ...next }))} />;
}
