import { OrderSide } from '@bourse/protocol/enums';
import { EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useRead } from '../../../data/index.ts';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { MoneyCell, PriceCell, QuantityCell, SideCell, SymbolCell, TimeCell } from '../lists/cells.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';
import { MoreRows, usePages } from '../lists/pages.tsx';
import { ReceiptButton } from '../lists/ReceiptButton.tsx';
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
    { id: 'time', head: t('trade.time'), cell: (fill) => <TimeCell at={fill.time} />, text: (fill) => isoTime(fill.time) },
    {
      id: 'symbol',
      head: t('trade.instrument'),
      cell: (fill) => <SymbolCell symbol={fill.symbol} onPick={onPick} />,
      text: (fill) => fill.symbol,
    },
    {
      id: 'side',
      head: t('trade.side'),
      cell: (fill) => <SideCell side={fill.side} />,
      text: (fill) => (fill.side === OrderSide.buy ? 'buy' : 'sell'),
    },
    {
      id: 'price',
      head: t('trade.price'),
      align: 'end',
      cell: (fill) => <PriceCell symbol={fill.symbol} value={fill.price} />,
      text: (fill) => fill.price,
    },
    {
      id: 'quantity',
      head: t('trade.quantity'),
      align: 'end',
      cell: (fill) => <QuantityCell symbol={fill.symbol} value={fill.quantity} />,
      text: (fill) => fill.quantity,
    },
    {
      id: 'amount',
      head: t('trade.amount'),
      align: 'end',
      cell: (fill) => <MoneyCell value={fill.amount} unit={fill.symbol.split('/')[1]} />,
      text: (fill) => fill.amount,
    },
    {
      id: 'fee',
      head: t('trade.feeSure'),
      align: 'end',
      cell: (fill) => <MoneyCell value={fill.fee} unit={fill.feeAsset} />,
      text: (fill) => `${fill.fee} ${fill.feeAsset}`,
    },
    {
      id: 'role',
      head: t('trade.role'),
      optional: true,
      cell: (fill) => <span className={styles.muted}>{t(`trade.${fill.role}`)}</span>,
      text: (fill) => fill.role,
    },
    {
      id: 'receipt',
      head: t('trade.receipt'),
      align: 'end',
      cell: (fill) => <ReceiptButton fill={fill} onReceipt={onReceipt} />,
      text: (fill) => fill.receiptHash,
    },
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
