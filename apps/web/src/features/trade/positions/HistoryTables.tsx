import { Amount, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { lastValue } from '../../../data/index.ts';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { SymbolCell, TimeCell } from '../lists/cells.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { Money, PriceText, Quantity, Side } from './cells.tsx';
import styles from './Positions.module.css';
import { isLongPosition, type Position, type PositionKind, type Settlement, usePositionPage } from './positions.ts';
import { SettlementReceipt } from './SettlementReceipt.tsx';

type Props = { kind: PositionKind; symbol: string | undefined; onPick: (symbol: string) => void };

/** What each finished position made, and what it cost on the way. */
export function ClosedTable({ kind, symbol, onPick }: Props) {
  const t = useT();
  const remote = usePositionPage(kind, 'closed', 60, symbol);
  const rows = lastValue(remote)?.positions?.list ?? [];
  const signed = (value: string) => <Amount value={value} decimals={2} tone="direction" fraction="plain" />;
  const columns: Column<Position>[] = [
    {
      id: 'time',
      head: t('leverage.closedAt'),
      cell: (position) => <TimeCell at={position.updatedAt} />,
      text: (position) => isoTime(position.updatedAt),
    },
    {
      id: 'symbol',
      head: t('trade.instrument'),
      cell: (position) => (
        <span className={styles.name}>
          <SymbolCell symbol={position.symbol} onPick={onPick} />
          <Side position={position} />
        </span>
      ),
      text: (position) => `${position.symbol} ${isLongPosition(position) ? 'long' : 'short'} ${position.lever}x`,
    },
    {
      id: 'size',
      head: t('leverage.size'),
      align: 'end',
      cell: (position) => <Quantity symbol={position.symbol} value={position.closedQuantity} />,
      text: (position) => position.closedQuantity,
    },
    {
      id: 'entry',
      head: t('leverage.entryPrice'),
      align: 'end',
      cell: (position) => <PriceText symbol={position.symbol} value={position.endPrice} />,
      text: (position) => position.endPrice,
    },
    {
      id: 'close',
      head: t('leverage.closePrice'),
      align: 'end',
      cell: (position) => <PriceText symbol={position.symbol} value={position.closePrice} />,
      text: (position) => position.closePrice ?? '',
    },
    {
      id: 'result',
      head: t('leverage.result'),
      align: 'end',
      cell: (position) => signed(position.realised),
      text: (position) => position.realised,
    },
    {
      id: 'fees',
      head: t('leverage.fees'),
      align: 'end',
      cell: (position) => <Money value={position.fees} decimals={4} />,
      text: (position) => position.fees,
    },
    {
      id: 'funding',
      head: t('leverage.fundingSum'),
      align: 'end',
      optional: true,
      cell: (position) => signed(position.funding),
      text: (position) => position.funding,
    },
    {
      id: 'reason',
      head: t('trade.info'),
      optional: true,
      cell: (position) => <span className={styles.muted}>{reasonText(position.reason)}</span>,
      text: (position) => position.reason,
    },
  ];
  return (
    <DataTable
      dense
      label={t('leverage.closed')}
      csvName="closed-positions"
      rememberAs="closedPositions"
      {...{ columns, rows }}
      rowKey={(position) => position.id}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('leverage.noClosed')}>
          {t('leverage.noClosedWhy')}
        </EmptyState>
      }
    />
  );
}

export function SettlementsTable({ kind, symbol, onPick }: Props) {
  const t = useT();
  const remote = usePositionPage(kind, 'settlements', 60, symbol);
  const rows = lastValue(remote)?.settlements?.list ?? [];
  const columns: Column<Settlement>[] = [
    { id: 'time', head: t('trade.time'), cell: (each) => <TimeCell at={each.time} />, text: (each) => isoTime(each.time) },
    {
      id: 'symbol',
      head: t('trade.instrument'),
      cell: (each) => <SymbolCell symbol={each.symbol} onPick={onPick} />,
      text: (each) => each.symbol,
    },
    {
      id: 'kind',
      head: t('leverage.settlementKind'),
      cell: (each) => (
        <>
          {t(`leverage.settle_${each.kind}`)}{' '}
          {each.action !== null && (
            <span className={styles.muted}>{t('leverage.directionAction', { action: each.action, direction: each.direction })}</span>
          )}
        </>
      ),
      text: (each) => each.kind,
    },
    {
      id: 'price',
      head: t('trade.price'),
      align: 'end',
      cell: (each) => <PriceText symbol={each.symbol} value={each.price} />,
      text: (each) => each.price ?? '',
    },
    {
      id: 'quantity',
      head: t('trade.quantity'),
      align: 'end',
      cell: (each) => <Quantity symbol={each.symbol} value={each.quantity} />,
      text: (each) => each.quantity ?? '',
    },
    {
      id: 'amount',
      head: t('leverage.result'),
      align: 'end',
      cell: (each) => <Amount value={each.amount} decimals={4} tone="direction" unit={each.asset} fraction="plain" />,
      text: (each) => `${each.amount} ${each.asset}`,
    },
    {
      id: 'fee',
      head: t('trade.feeSure'),
      align: 'end',
      cell: (each) => <Money value={each.fee} decimals={4} />,
      text: (each) => each.fee,
    },
    {
      id: 'receipt',
      head: t('trade.receipt'),
      align: 'end',
      cell: (each) => <SettlementReceipt receipt={each.receipt} />,
      text: (each) => `${each.seq}.${each.index}`,
    },
  ];
  return (
    <DataTable
      dense
      label={t('leverage.settlements')}
      csvName="settlements"
      rememberAs="settlements"
      {...{ columns, rows }}
      rowKey={(each) => `${each.kind} ${each.seq} ${each.index}`}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('leverage.noSettlements')}>
          {t('leverage.noSettlementsWhy')}
        </EmptyState>
      }
    />
  );
}
