import { decimalCompare, decimalSum, formatAmount } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Amount, Button, EmptyState, noSort, sortRows, type TableSort, Total, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import { useLookAt, useLookAtMarks } from '../../../data/index.ts';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { SymbolName } from '../instrument/SymbolName.tsx';
import { figureColumn, priceColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { LivePrice, Money, PriceText, Profit, ProfitSum, Quantity, Side } from './cells.tsx';
import { PositionMenu } from './PositionMenu.tsx';
import styles from './Positions.module.css';
import { isLongPosition, type Position, type PositionKind, useOpenPositions, usePositionPage } from './positions.ts';
import type { PositionAct } from './usePositionSheets.tsx';

type Props = {
  kind: PositionKind;
  symbol: string | undefined;
  onPick: (symbol: string) => void;
  onAct: (what: PositionAct, position: Position) => void;
};

const compare = (a: Position, b: Position, id: string): number =>
  id === 'symbol'
    ? a.symbol.localeCompare(b.symbol)
    : id === 'margin'
      ? decimalCompare(a.earnestMoney, b.earnestMoney)
      : decimalCompare(a.plAmount, b.plAmount);

export function PositionsTable({ kind, symbol, onPick, onAct }: Props) {
  const t = useT();
  const { locale } = useUi();
  const remote = usePositionPage(kind, 'positions');
  const all = useOpenPositions(kind, symbol);
  const [sort, setSort] = useState<TableSort>(noSort);
  const symbols = [...new Set(all.map((position) => position.symbol))];
  useLookAtMarks(kind === InstrumentKind.contract ? symbols : []);
  useLookAt(kind === InstrumentKind.stock ? symbols : []);
  const rows = sortRows([...all], sort, compare);
  const asset = rows[0]?.asset;
  const percent = (value: string) => `${formatAmount(value, { locale, decimals: 1 })}%`;
  const columns: Column<Position>[] = [
    {
      id: 'symbol',
      head: t('trade.instrument'),
      sort: 0,
      cell: (position) => (
        <span className={styles.name}>
          <button type="button" className={styles.symbol} onClick={() => onPick(position.symbol)}>
            <SymbolName symbol={position.symbol} />
          </button>
          <Side position={position} />
        </span>
      ),
      text: (position) => `${position.symbol} ${isLongPosition(position) ? 'long' : 'short'} ${position.lever}x`,
      foot: rows.length > 1 ? t('trade.total') : undefined,
    },
    figureColumn(
      'size',
      t('leverage.size'),
      (position) => <Quantity symbol={position.symbol} value={position.quantity} />,
      (position) => position.quantity,
    ),
    priceColumn('entry', t('leverage.entryPrice'), (position) => position.endPrice),
    figureColumn(
      'mark',
      t(kind === InstrumentKind.contract ? 'leverage.mark' : 'trade.index'),
      (position) => <LivePrice position={position} />,
      (position) => position.markPrice,
    ),
    priceColumn('liquidation', t('leverage.liquidationShort'), (position) => position.liquidationPrice),
    {
      id: 'margin',
      head: t('leverage.margin'),
      align: 'end',
      sort: 0,
      cell: (position) => <Money value={position.earnestMoney} />,
      text: (position) => position.earnestMoney,
      foot:
        rows.length > 1 ? (
          <Total>
            <Amount value={decimalSum(rows.map((position) => position.earnestMoney))} decimals={2} fraction="plain" />
          </Total>
        ) : undefined,
    },
    {
      id: 'ratio',
      head: t('leverage.marginRatio'),
      align: 'end',
      optional: true,
      startsHidden: true,
      cell: (position) => (
        <span title={t('leverage.marginRatioWhy')}>{position.marginRatio === null ? '–' : percent(position.marginRatio)}</span>
      ),
      text: (position) => position.marginRatio ?? '',
    },
    {
      id: 'profit',
      head: t('leverage.unrealisedIn', { asset: asset ?? '' }).replace(/[,，]\s*$/, ''),
      align: 'end',
      sort: 0,
      cell: (position) => <Profit position={position} />,
      text: (position) => position.plAmount,
      foot:
        rows.length > 1 ? (
          <Total>
            <ProfitSum positions={all} />
          </Total>
        ) : undefined,
    },
    {
      id: 'realised',
      head: t('leverage.realised'),
      align: 'end',
      optional: true,
      startsHidden: true,
      cell: (position) => <Amount value={position.realised} decimals={2} tone="direction" fraction="plain" />,
      text: (position) => position.realised,
    },
    {
      id: 'stops',
      head: t('leverage.stopsShort'),
      align: 'end',
      cell: (position) => (
        <button type="button" className={styles.stops} onClick={() => onAct('stops', position)}>
          <span className="visually-hidden">{t('leverage.stopsTitle', { symbol: position.symbol })}: </span>
          {position.takeProfit === null && position.stopLoss === null ? (
            position.protections.length > 0 ? (
              t('leverage.parts', { count: position.protections.length })
            ) : (
              t('leverage.addStops')
            )
          ) : (
            <>
              <span>
                <PriceText symbol={position.symbol} value={position.takeProfit} short /> /
              </span>{' '}
              <span>
                <PriceText symbol={position.symbol} value={position.stopLoss} short />
              </span>
            </>
          )}
        </button>
      ),
      text: (position) => `${position.takeProfit ?? ''} / ${position.stopLoss ?? ''}`,
    },
    {
      id: 'opened',
      head: t('leverage.openedAt'),
      optional: true,
      startsHidden: true,
      cell: (position) => <time dateTime={isoTime(position.openedAt)}>{isoTime(position.openedAt).slice(0, 16).replace('T', ' ')}</time>,
      text: (position) => isoTime(position.openedAt),
    },
    {
      id: 'actions',
      head: t('trade.actions'),
      align: 'end',
      pinned: true,
      cell: (position) => (
        <span className={styles.actions}>
          <Button
            kind="outline"
            size="small"
            aria-label={`${t('leverage.closeOne')} ${position.symbol}`}
            onClick={() => onAct('close', position)}
          >
            {t('leverage.closeOne')}
          </Button>
          <PositionMenu position={position} onAct={onAct} small />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      dense
      label={t('leverage.positions')}
      csvName="positions"
      rememberAs={`positions${kind}`}
      {...{ columns, rows, sort }}
      onSort={setSort}
      rowKey={(position) => position.id}
      chosen={(position) => position.symbol === symbol}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('leverage.noPositions')}>
          {t('leverage.noPositionsWhy')}
        </EmptyState>
      }
    />
  );
}
