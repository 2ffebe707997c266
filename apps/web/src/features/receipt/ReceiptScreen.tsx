import { Button, ErrorState, IconButton, IconCopy, IconDownload, IconShare } from '@bourse/ui';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { t as say, useT } from '../../i18n/index.ts';
import { copyText } from '../../shell/copy.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { type ReceiptSearch, searchOf, sourceOf } from './address.ts';
import styles from './ReceiptScreen.module.css';
import ReceiptView from './ReceiptView.tsx';
import { type ReceiptState, type Source, useReceipt } from './useReceipt.ts';

const LineReceiptScreen = lazy(() => import('./LineReceiptScreen.tsx'));

/** A receipt on its own page. Anyone with the address can open and recompute it. */
export function ReceiptScreen() {
  const t = useT();
  const search = useSearch({ strict: false }) as ReceiptSearch;
  const source = sourceOf(search);
  if (search.line && /^[0-9]{1,19}$/.test(search.line))
    return (
      <div className={styles.page}>
        <ScreenHead title={t('trade.receiptTitle')} fallback="/funds" />
        <Suspense>
          <LineReceiptScreen id={search.line} />
        </Suspense>
      </div>
    );
  if (!source)
    return (
      <div className={styles.page}>
        <ScreenHead title={t('trade.receiptTitle')} fallback="/funds" />
        <ErrorState title={t('trade.receiptUnknown')}>{t('receipt.addressWrong')}</ErrorState>
      </div>
    );
  return <Named key={JSON.stringify(source)} source={source} />;
}

function Named({ source }: { source: Source }) {
  const t = useT();
  const [round, setRound] = useState(0);
  const state = useReceipt(source, round);
  const link = `${location.origin}/receipt?${new URLSearchParams(searchOf(published(source, state)))}`;
  return (
    <div className={styles.page}>
      <ScreenHead title={t('trade.receiptTitle')} fallback="/funds">
        <IconButton label={t('receipt.copyLink')} onClick={() => void copyText(link, say('receipt.linkCopied'))}>
          <IconCopy size={20} />
        </IconButton>
        <IconButton label={t('receipt.share')} onClick={() => void share(link)}>
          <IconShare size={20} />
        </IconButton>
      </ScreenHead>
      <div className={styles.paper}>
        <ReceiptView state={state} />
      </div>
      {state.state === 'done' && <p className={styles.about}>{t('receipt.about')}</p>}
      <Foot state={state} onAgain={() => setRound(round + 1)} />
    </div>
  );
}

/** The address to share: it names the venue and the side, so that it works for people who are not signed in. */
function published(source: Source, state: ReceiptState): Source {
  const worked = state.state === 'done' ? state.recomputed : undefined;
  if (!worked) return source;
  const venue = worked.venue === 'demo' ? 'demo' : 'real';
  return 'fillId' in source ? { ...source, venue, role: worked.role } : { ...source, venue };
}

function Foot({ state, onAgain }: { state: ReceiptState; onAgain: () => void }) {
  const t = useT();
  if (state.state !== 'done') return null;
  const { receipt } = state;
  return (
    <div className={styles.foot}>
      <Button kind="outline" size="large" onClick={() => void copyText(receipt.hash, say('receipt.hashCopied'))}>
        {t('receipt.copyHash')}
      </Button>
      <IconButton
        label={t('evidence.saveProof')}
        className={styles.save ?? ''}
        onClick={() => void import('../evidence/save.ts').then(({ saveReceipt }) => saveReceipt(receipt))}
      >
        <IconDownload size={20} />
      </IconButton>
      <Button size="large" wide onClick={onAgain}>
        {t('trade.recomputeAgain')}
      </Button>
    </div>
  );
}

/** Opens the device's share sheet; without one, copies the address. */
async function share(link: string) {
  if (!navigator.share) return copyText(link, say('receipt.linkCopied'));
  try {
    await navigator.share({ title: say('trade.receiptTitle'), url: link });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(link, say('receipt.linkCopied'));
  }
}
