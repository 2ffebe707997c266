import { canonicalJson } from '@bourse/engine/receipts';
import type { ColumnType } from './columns.ts';
import type { MemoryTables } from './memory-store.ts';
import { happenings, latest, positions } from './position-tables.ts';
import { answers, balances, fills, lines, orders, type Table } from './tables.ts';

/** All rows of a store by table, each as one text, sorted: for tests that compare stores. */
export type StoredRows = Record<string, string[]>;

/** The values of a row as texts, in the order of the columns. The same row has the same texts whether it is to be written or was read. */
export function rowValues<Row>({ columns, cells }: Table<Row>, row: Row): string[] {
  const values = cells(row);
  return Object.values(columns).map((type, at) => shown(type, values[at]));
}

export const storedValues = ({ columns }: Table<never>, row: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(columns).map(([name, type]) => shown(type, row[name]));

/** A row as one text: each column with its value. */
export const rowText = <Row>(table: Table<Row>, row: Row): string => textOf(Object.keys(table.columns), rowValues(table, row));
export const storedText = (table: Table<never>, row: Readonly<Record<string, unknown>>): string =>
  textOf(Object.keys(table.columns), storedValues(table, row));

export const textOf = (columns: readonly string[], values: readonly string[]): string =>
  columns.map((name, at) => `${name}=${values[at]}`).join(' ');

function shown(type: ColumnType, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (type === 'jsonb') return canonicalJson(typeof value === 'string' ? JSON.parse(value) : value);
  if (type === 'date') return dateText(value as number | Date);
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
}

/** Days since 2000-01-01 as they are written, midnight here as they are read. */
function dateText(day: number | Date): string {
  const date =
    typeof day === 'number' ? new Date(Date.UTC(2000, 0, 1 + day)) : new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()));
  return date.toISOString().slice(0, 10);
}

export function memoryRows(tables: MemoryTables): StoredRows {
  const texts = <Row>(table: Table<Row>, rows: Iterable<Row>) => [...rows].map((row) => rowText(table, row)).sort();
  const answered = [...tables.answers.values()].map(({ seq, time, outcome, ...identity }) => ({
    ...{ seq, time, outcome, identity },
    command: { kind: 'advanceTime' } as const,
  }));
  return {
    orders: texts(orders, tables.orders.values()),
    fills: texts(fills, tables.fills.values()),
    ledger_line: texts(lines, tables.lines),
    balance: texts(balances, tables.balances.values()),
    command_outcome: texts(answers, answered),
    positions: texts(positions, tables.positions.values()),
    happening: texts(happenings, tables.happenings.values()),
    latest: texts(latest, tables.latest.values()),
  };
}
