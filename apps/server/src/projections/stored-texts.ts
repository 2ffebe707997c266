import { canonicalJson } from '@bourse/engine/receipts';
import type { MemoryTables } from './memory-store.ts';
import { happenings, latest, positions } from './position-tables.ts';
import { answers, balances, fills, lines, orders, type Table } from './tables.ts';

/** All rows of a store by table, each as one text, sorted: for tests that compare stores. */
export type StoredRows = Record<string, string[]>;

/** A row as one text: each column with its value. The same row has the same text whether it is to be written or was read. */
export function rowText<Row>({ columns, cells }: Table<Row>, row: Row): string {
  const values = cells(row);
  return textOf(Object.entries(columns).map(([name, type], at) => [name, type === 'jsonb' ? parsed(values[at]) : values[at]]));
}

export const storedText = ({ columns }: Table<never>, row: Readonly<Record<string, unknown>>): string =>
  textOf(Object.keys(columns).map((name) => [name, row[name]]));

const parsed = (json: unknown): unknown => (json === undefined ? undefined : JSON.parse(String(json)));
const textOf = (entries: readonly (readonly [string, unknown])[]): string =>
  entries.map(([name, value]) => `${name}=${shown(value)}`).join(' ');

function shown(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? canonicalJson(value) : String(value ?? '');
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
