import { formatAmount, trimZeros } from '@bourse/money';
import type { SwapRow } from '@bourse/protocol';
import { EmptyState, hiddenAmount, IconTransfer, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { Paged } from '../../history/parts/Paged.tsx';
import { searchOf } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { useRecord } from '../useRecord.ts';
import styles from './SwapList.module.css';

/** Own swaps in pages. Each row opens its receipt. */
export function SwapList() {
  const t = useT();
  const [page, setPage] = useState(1);
  const remote = useRecord(page);
  return (
    <section className={styles.record} aria-label={t('swaps.records')}>
      <h2 className={styles.head}>{t('swaps.records')}</h2>
      <Paged
        {...{ remote, page }}
        onPage={setPage}
        pick={(answer) => answer}
        empty={
          <EmptyState compact icon={<IconTransfer size={28} strokeWidth={1.5} aria-hidden />} title={t('swaps.none')}>
            {t('swaps.noneText')}
          </EmptyState>
        }
      >
        {(list) => (
          <List label={t('swaps.records')} className={styles.card}>
            {list.map((swap) => (
              <SwapLine key={swap.id} {...{ swap }} />
            ))}
          </List>
        )}
      </Paged>
    </section>
  );
}

function SwapLine({ swap }: { swap: SwapRow }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const plain = (value: string) => formatAmount(trimZeros(value), { locale });
  const own = (value: string) => (amountsHidden ? hiddenAmount : plain(value));
  const { from, to } = swap;
  return (
    <Row
      tall
      start={
        <span className={styles.mark}>
          <ReceiptMark size={18} />
        </span>
      }
      title={<bdi className={styles.line}>{t('swaps.lineOf', { paid: own(swap.paid), from, received: own(swap.received), to })}</bdi>}
      under={
        <span className={styles.under}>
          <span>{formatTime(swap.time, 'dateTime', zone)}</span>
          <bdi>{t('swaps.rate', { from, rate: plain(swap.rate), to })}</bdi>
        </span>
      }
      goes
      as={(content, className) => (
        <Link to="/receipt" search={searchOf({ settlement: swap.receipt })} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
