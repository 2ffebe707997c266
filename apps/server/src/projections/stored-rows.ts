import { canonicalJson } from '@bourse/engine/receipts';
import type { MemoryTables } from './memory-store.ts';
import { answers, balances, fills, lines, orders, type Table } from './tables.ts';

/** All rows of a store by table, each as one text, sorted: for tests that compare stores. */
export type StoredRows = Record<string, string[]>;

/** Fields of events whose column has another name. */
const columnOf: Readonly<Record<string, string>> = { position: 'position_id', timed: 'timed_id', index: 'event_index' };
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One row as a text. The order of columns does not matter. */
export const rowText = (entries: readonly (readonly [string, unknown])[]): string =>
  entries
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .sort()
    .join(' ');

const declared = <Row>({ columns, cells }: Table<Row>, rows: Iterable<Row>) => {
  const names = Object.keys(columns);
  return [...rows].map((row) => rowText(cells(row).map((cell, at) => [names[at] ?? '', cell] as const))).sort();
};
const ofEvents = (events: Iterable<object>, leftOut: readonly string[], renamed: Readonly<Record<string, string>>) =>
  [...events]
    .map((event) =>
      rowText(
        Object.entries(event)
          .filter(([name]) => !leftOut.includes(name))
          .map(([name, value]) => [renamed[name] ?? snake(name), value] as const),
      ),
    )
    .sort();

export function memoryRows(tables: MemoryTables): StoredRows {
  const answered = [...tables.answers.values()].map(({ seq, time, outcome, ...identity }) => ({
    ...{ seq, time, outcome, identity },
    command: { kind: 'advanceTime' } as const,
  }));
  return {
    orders: declared(orders, tables.orders.values()),
    fills: declared(fills, tables.fills.values()),
    ledger_line: declared(lines, tables.lines),
    balance: declared(balances, tables.balances.values()),
    command_outcome: declared(answers, answered),
    positions: ofEvents(tables.positions.values(), ['kind', 'index'], { ...columnOf, time: 'updated_at' }),
    timed_contract: ofEvents(tables.timed.values(), ['kind', 'time'], columnOf),
    settlement: [...tables.settlements.values()].map((event) => canonicalJson(event)).sort(),
  };
}
