import { EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { MoneyCell, QuantityCell } from '../lists/cells.tsx';
import { figureColumn, priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';
import { MoreRows, usePages } from '../lists/pages.tsx';
import { ReceiptButton } from '../lists/ReceiptButton.tsx';
import { sideColumn } from './columns.tsx';
import type { Fill } from './orders.ts';

type Props = { symbol: string | undefined; onPick: (symbol: string) => void; onReceipt: (fillId: string) => void };

/** Trades, each with its receipt. */
export function FillsTable({ symbol, onPick, onReceipt }: Props) {
  const t = useT();
  const pages = usePages();
  const remote = useRead(
    'GET pay/order-coin/fill-page',
    { pageSize: pages.size, ...(symbol ? { symbol } : {}) },
    { needsSession: true, keepPrevious: true, staleMs: 5_000 },
  );
  const rows = pages.rows(remote);
  const columns: Column<Fill>[] = [
    timeColumn(t('trade.time'), (fill) => fill.time),
    symbolColumn(t('trade.instrument'), onPick),
    sideColumn(t),
    priceColumn('price', t('trade.price'), (fill) => fill.price),
    figureColumn(
      'quantity',
      t('trade.quantity'),
      (fill) => <QuantityCell symbol={fill.symbol} value={fill.quantity} />,
      (fill) => fill.quantity,
    ),
    figureColumn(
      'amount',
      t('trade.amount'),
      (fill) => <MoneyCell value={fill.amount} unit={fill.symbol.split('/')[1]} />,
      (fill) => fill.amount,
    ),
    figureColumn(
      'fee',
      t('trade.feeSure'),
      (fill) => <MoneyCell value={fill.fee} unit={fill.feeAsset} />,
      (fill) => `${fill.fee} ${fill.feeAsset}`,
    ),
    {
      id: 'role',
      head: t('trade.role'),
      optional: true,
      cell: (fill) => <span className={styles.muted}>{t(`trade.${fill.role}`)}</span>,
      text: (fill) => fill.role,
    },
    figureColumn(
      'receipt',
      t('trade.receipt'),
      (fill) => <ReceiptButton fill={fill} onReceipt={onReceipt} />,
      (fill) => fill.receiptHash,
    ),
  ];
  return (
    <DataTable
      dense
      label={t('trade.fills')}
      csvName="fills"
      rememberAs="fills"
      {...{ columns, rows }}
      rowKey={(fill) => fill.id}
      {...tableRead(remote)}
      tools={<MoreRows pages={pages} remote={remote} />}
      empty={
        <EmptyState compact title={t('trade.noFills')}>
          {t('trade.noFillsWhy')}
        </EmptyState>
      }
    />
  );
}
