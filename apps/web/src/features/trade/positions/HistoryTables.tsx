import { Amount, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { SymbolCell } from '../lists/cells.tsx';
import { figureColumn, priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { Money, Quantity, Side } from './cells.tsx';
import styles from './Positions.module.css';
import { isLongPosition, type Position, type PositionKind, type Settlement, usePositionPage } from './positions.ts';
import { SettlementReceipt } from './SettlementReceipt.tsx';

type Props = { kind: PositionKind; symbol: string | undefined; onPick: (symbol: string) => void };

/** The result of each closed position, with its fees and funding. */
export function ClosedTable({ kind, symbol, onPick }: Props) {
  const t = useT();
  const remote = usePositionPage(kind, 'closed', 60, symbol);
  const rows = lastValue(remote)?.positions?.list ?? [];
  const signed = (value: string) => <Amount value={value} decimals={2} tone="direction" fraction="plain" />;
  const columns: Column<Position>[] = [
    timeColumn(t('leverage.closedAt'), (position) => position.updatedAt),
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
    figureColumn(
      'size',
      t('leverage.size'),
      (position) => <Quantity symbol={position.symbol} value={position.closedQuantity} />,
      (position) => position.closedQuantity,
    ),
    priceColumn('entry', t('leverage.entryPrice'), (position) => position.endPrice),
    priceColumn('close', t('leverage.closePrice'), (position) => position.closePrice),
    figureColumn(
      'result',
      t('leverage.result'),
      (position) => signed(position.realised),
      (position) => position.realised,
    ),
    figureColumn(
      'fees',
      t('leverage.fees'),
      (position) => <Money value={position.fees} decimals={4} />,
      (position) => position.fees,
    ),
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
    timeColumn(t('trade.time'), (each) => each.time),
    symbolColumn(t('trade.instrument'), onPick),
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
    priceColumn('price', t('trade.price'), (each) => each.price),
    figureColumn(
      'quantity',
      t('trade.quantity'),
      (each) => <Quantity symbol={each.symbol} value={each.quantity} />,
      (each) => each.quantity,
    ),
    figureColumn(
      'amount',
      t('leverage.result'),
      (each) => <Amount value={each.amount} decimals={4} tone="direction" unit={each.asset} fraction="plain" />,
      (each) => `${each.amount} ${each.asset}`,
    ),
    figureColumn(
      'fee',
      t('trade.feeSure'),
      (each) => <Money value={each.fee} decimals={4} />,
      (each) => each.fee,
    ),
    figureColumn(
      'receipt',
      t('trade.receipt'),
      (each) => <SettlementReceipt receipt={each.receipt} />,
      (each) => `${each.seq}.${each.index}`,
    ),
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
