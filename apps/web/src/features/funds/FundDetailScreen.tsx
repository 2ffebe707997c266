import { formatAmount } from '@bourse/money';
import type { StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Amount, Button, EmptyState, ErrorState, hiddenAmount, SkeletonRows, useUi } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, useRead, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { ReceiptMark } from '../receipt/ReceiptMark.tsx';
import { ReceiptSheet } from '../receipt/ReceiptSheet.tsx';
import styles from './FundDetailScreen.module.css';
import { neat } from './model/figures.ts';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { flowLabel } from './parts/labels.ts';

/** Statement lines of one order (`?id=17`) or one asset (`?id=USDT`): why a balance changed, line by line, each with its event. */
export function FundDetailScreen() {
  const t = useT();
  const search = useSearch({ strict: false }) as { id?: string };
  const id = search.id ?? '';
  const isOrder = /^[0-9]+$/.test(id);
  const [size, setSize] = useState(isOrder ? 100 : 30);
  const [receipt, setReceipt] = useState<string | null>(null);
  // Read the newest hundred coin-wallet lines of the order's time span and pick out the order's own.
  const order = lastValue(useRead('GET pay/order-coin/order-detail', { id: isOrder ? id : '0' }, { needsSession: true, enabled: isOrder }));
  const remote = useRead(
    'GET pay/funds-flow/page',
    isOrder
      ? { pageSize: 100, wallet: 1, ...(order ? { from: order.createdAt, to: order.updatedAt + 1 } : {}) }
      : { pageSize: size, ...(id === '' ? {} : { asset: id }) },
    { needsSession: true, keepPrevious: true, enabled: !isOrder || order !== undefined },
  );
  const page = lastValue(remote);
  const lines = page?.list.filter((line) => !isOrder || line.orderId === id);
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('trade.fundTitle')} fallback="/funds">
        <HeadDemo />
      </ScreenHead>
      <p className={styles.of}>
        {isOrder ? (
          <Link to="/order/detail/$id" params={{ id }} className={styles.link}>
            {t('trade.fundOfOrder', { id })}
          </Link>
        ) : (
          t(id === '' ? 'trade.fundOfAll' : 'trade.fundOfAsset', { asset: id })
        )}
      </p>
      {remote.state === 'failed' && !page ? (
        <ErrorState title={t('common.loadFailed')} onRetry={remote.retry}>
          {t('common.loadFailedWhy', { reason: remote.error.message })}
        </ErrorState>
      ) : !lines ? (
        <SkeletonRows rows={6} height={64} />
      ) : lines.length === 0 ? (
        <EmptyState title={t('trade.fundEmpty')}>{t('trade.fundEmptyWhy')}</EmptyState>
      ) : (
        <ol className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.id} line={line} onReceipt={setReceipt} />
          ))}
        </ol>
      )}
      {!isOrder && page && page.total > page.list.length && size < 100 && (
        <div className={styles.more}>
          <Button kind="plain" busy={remote.state === 'ready' && remote.refreshing} onClick={() => setSize(Math.min(100, size + 30))}>
            {t('trade.loadMore')}
          </Button>
        </div>
      )}
      <ReceiptSheet fillId={receipt} onClose={() => setReceipt(null)} />
    </div>
  );
}

function Line({ line, onReceipt }: { line: StatementLine; onReceipt: (fillId: string) => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) }));
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span className={styles.name}>{flowLabel(t, line.flowName)}</span>
        <span className={styles.under}>
          {line.direction > 2 && `${t(`trade.direction${line.direction}`)} · `}
          {formatTime(line.time, 'dateTime', zone)}
        </span>
        <span className={styles.under}>{t('trade.ledgerLine', { id: line.id })}</span>
      </div>
      <div className={styles.figures}>
        <Amount value={line.amount} decimals={neat(line.amount)} sign="always" unit={line.asset} fraction="plain" />
        <span className={styles.under}>
          {t('trade.balanceAfter', { amount: figure(line.availableAfter) })}
          {!/^0(\.0*)?$/.test(line.frozenAfter) && `, ${t('trade.frozenAfter', { amount: figure(line.frozenAfter) })}`}
        </span>
      </div>
      {line.wallet !== Wallet.coin ? (
        <Link
          to="/funds/tradingHistoryDetail"
          search={{ id: line.id, kind: 'line' }}
          className={styles.receipt}
          aria-label={t('trade.ledgerLine', { id: line.id })}
        >
          <ReceiptMark size={16} />
        </Link>
      ) : line.fillId !== null ? (
        <button
          type="button"
          className={styles.receipt}
          aria-label={t('trade.seeReceipt', { id: line.fillId })}
          onClick={() => line.fillId && onReceipt(line.fillId)}
        >
          <ReceiptMark size={16} />
        </button>
      ) : (
        <span className={styles.receipt} />
      )}
    </li>
  );
}
