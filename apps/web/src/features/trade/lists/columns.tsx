import type { Column } from '@bourse/ui/table.ts';
import type { ReactNode } from 'react';
import { isoTime } from '../../../i18n/format.ts';
import { PriceCell, SymbolCell, TimeCell } from './cells.tsx';

/** Columns that the tables of orders, positions and trades share. `text` is the value in the CSV file: full precision, ISO times. */

type Text<Row> = (row: Row) => string | null;
const written =
  <Row,>(text: Text<Row>) =>
  (row: Row): string =>
    text(row) ?? '';

export const column = <Row,>(id: string, head: string, cell: (row: Row) => ReactNode, text: Text<Row>): Column<Row> => ({
  ...{ id, head, cell },
  text: written(text),
});

/** A column of figures, aligned at the end. */
export const figureColumn = <Row,>(id: string, head: string, cell: (row: Row) => ReactNode, text: Text<Row>): Column<Row> => ({
  ...column(id, head, cell, text),
  align: 'end',
});

export const priceColumn = <Row extends { symbol: string }>(id: string, head: string, price: Text<Row>): Column<Row> =>
  figureColumn(id, head, (row) => <PriceCell symbol={row.symbol} value={price(row)} />, price);

export const timeColumn = <Row,>(head: string, at: (row: Row) => number): Column<Row> =>
  column(
    'time',
    head,
    (row) => <TimeCell at={at(row)} />,
    (row) => isoTime(at(row)),
  );

export const symbolColumn = <Row extends { symbol: string }>(head: string, onPick: (symbol: string) => void): Column<Row> =>
  column(
    'symbol',
    head,
    (row) => <SymbolCell symbol={row.symbol} onPick={onPick} />,
    (row) => row.symbol,
  );
