import type { EngineEvent, MarkEvent, OrderTermsEvent, PositionEvent } from '@bourse/engine';
import type { Cell, ColumnType } from './columns.ts';
import { eventText, keyOf, ownerOf } from './kept.ts';
import { type AppliedRule, type Happening, historyStep, type RuleCommand } from './rows.ts';
import { all, answers, balances, dailyBalances, fills, type KeyedTable, lines, orders, type Table, transfers } from './tables.ts';

/** A position, and what an order does to one, from the engine or from the histories. */
export type PositionFacts = Omit<PositionEvent, 'kind' | 'index'>;
export type Terms = Omit<OrderTermsEvent, 'kind' | 'seq' | 'index' | 'time'>;

/** A table with one column per field of an event. */
interface FactsTable<Facts> extends KeyedTable<Facts> {
  /** The facts of a stored row. */
  factsOf(row: Readonly<Record<string, unknown>>): Facts;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function factsTable<Facts extends object>(
  head: Pick<KeyedTable<Facts>, 'name' | 'key' | 'merged' | 'replaced'>,
  fields: Readonly<Record<keyof Facts & string, ColumnType>>,
  renamed: Readonly<Partial<Record<keyof Facts, string>>>,
): FactsTable<Facts> {
  const names = Object.keys(fields) as (keyof Facts & string)[];
  const columnOf = (name: keyof Facts & string) => renamed[name] ?? snake(name);
  const numbered = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  return {
    ...head,
    columns: Object.fromEntries(names.map((name) => [columnOf(name), fields[name]])),
    cells: (facts) => names.map((name) => facts[name] as Cell),
    factsOf: (row) => Object.fromEntries(names.map((name) => [name, numbered(row[columnOf(name)])])) as Facts,
  };
}

export const terms = factsTable<Terms>(
  {
    name: 'order_terms',
    replaced: true,
    key: ['order_id'],
    // The engine reports an order whose position is gone without that position. The order still belonged to it.
    merged: { position_id: 'CASE excluded.position_id WHEN 0 THEN order_terms.position_id ELSE excluded.position_id END' },
  },
  {
    ...all('bigint', 'order', 'position', 'takeProfitTicks', 'stopLossTicks'),
    ...all('smallint', 'direction', 'action', 'mode', 'leverage'),
    ...all('boolean', 'whole', 'upperCircuit', 'waits'),
  },
  { order: 'order_id', position: 'position_id' },
);

export const positions = factsTable<PositionFacts>(
  { name: 'positions', replaced: true, key: ['position_id'] },
  {
    ...all('bigint', 'position', 'lots', 'entryValue', 'margin', 'loan', 'realised', 'fees', 'funding'),
    ...all('bigint', 'closedLots', 'exitValue', 'closedEntry'),
    ...all('bigint', 'takeProfitTicks', 'stopLossTicks', 'liquidationTicks', 'openedAt', 'time', 'seq'),
    ...all('int', 'account', 'instrument'),
    ...all('smallint', 'direction', 'mode', 'leverage'),
    reason: 'text',
  },
  { position: 'position_id', time: 'updated_at' },
);

export const positionHistory: KeyedTable<PositionEvent> = {
  name: 'position_history',
  replaced: true,
  key: ['account', 'position_id', 'step'],
  columns: {
    ...all('int', 'account', 'instrument'),
    ...all('bigint', 'position_id', 'step', 'lots', 'entry_value', 'loan'),
    direction: 'smallint',
  },
  cells: (p) => [p.account, p.instrument, p.position, historyStep(p.time), p.lots, p.entryValue, p.loan, p.direction],
};

const kept = { kind: 'text', key: 'bigint', owner: 'int', seq: 'bigint', event_index: 'int', time: 'bigint', event: 'jsonb' } as const;
const keptCells = (e: EngineEvent) => [e.kind, keyOf(e), ownerOf(e), e.seq, e.index, e.time, eventText(e)];

/** Events that are kept each, and settlements, whatever room declares them. */
export const happenings: Table<Happening> = {
  name: 'happening',
  key: ['seq', 'event_index'],
  columns: { ...kept, mark: 'jsonb' },
  cells: ({ event, mark }) => [...keptCells(event), mark && JSON.stringify(mark)],
};

/** Of events that are kept by their latest, the newest one of each key. */
export const latest: KeyedTable<EngineEvent> = { name: 'latest', replaced: true, key: ['kind', 'key'], columns: kept, cells: keptCells };

export const marks: KeyedTable<MarkEvent> = {
  name: 'latest_mark',
  replaced: true,
  key: ['instrument'],
  columns: { instrument: 'int', event: 'jsonb' },
  cells: (mark) => [mark.instrument, JSON.stringify(mark)],
};

/** Behind every event of a command. */
const behindAll = 2 ** 31 - 1;

export const rules: Table<AppliedRule> = {
  name: 'instrument_rule',
  key: ['seq', 'event_index', 'instrument', 'kind'],
  columns: { seq: 'bigint', event_index: 'int', time: 'bigint', instrument: 'int', kind: 'text', command: 'jsonb' },
  cells: ({ applied: { seq, time, index = behindAll }, rule }) => [seq, index, time, rule.instrument, rule.kind, textOf(rule)],
};
const textOf = (rule: RuleCommand) => JSON.stringify(rule, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** Every table that the journal's replay fills. */
export const everyTable: readonly Table<never>[] = [
  ...[orders, fills, lines, transfers, answers, balances, dailyBalances],
  ...[terms, positions, positionHistory, happenings, latest, marks, rules],
];
