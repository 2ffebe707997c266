import { createHash } from 'node:crypto';
import type { EngineEvent, MarkEvent } from '@bourse/engine';
import { happenings, latest, positions, rules, terms } from '../projections/position-tables.ts';
import type { AppliedCommand } from '../projections/projection.ts';
import { rowsOf } from '../projections/rows.ts';
import { rowText } from '../projections/stored-texts.ts';
import { answers, balances, fills, type KeyedTable, lines, orders, type Table, transfers } from '../projections/tables.ts';

/** One hash per kind over the happenings in the order of the journal, so that any changed, missing or added row shows. */
export class HappeningHashes {
  readonly kinds = new Map<string, { count: number; hash: ReturnType<typeof createHash> }>();

  add(kind: string, text: string): void {
    const known = this.kinds.get(kind) ?? { count: 0, hash: createHash('sha256') };
    this.kinds.set(kind, known);
    known.count += 1;
    known.hash.update(`${text}\n`);
  }

  get count(): number {
    return [...this.kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  of(kind: string): { count: number; digest: string } {
    const { count, hash } = this.kinds.get(kind) ?? { count: 0, hash: createHash('sha256') };
    return { count, digest: hash.copy().digest('hex') };
  }
}

/** The key of a row among those of one venue, from what is to be written or was read. */
export const keyText = (key: readonly string[], of: (column: string) => unknown): string => key.map(of).join('/');

/** What the projections must hold after the commands seen so far, computed from the replay alone. */
export class Expected {
  /** Rows as text by key, of tables that are compared figure by figure. */
  readonly figures = new Map<KeyedTable<never>, Map<string, string>>([balances, positions, latest].map((table) => [table, new Map()]));
  readonly happenings = new HappeningHashes();
  private readonly added = new Map<string, number>([fills, lines, transfers, answers, rules].map(({ name }) => [name, 0]));
  private readonly keys = new Map<string, Set<number>>([orders, terms].map(({ name }) => [name, new Set()]));
  private readonly marks = new Map<number, MarkEvent>();

  /** Takes a command with its events. */
  take(applied: AppliedCommand, events: readonly EngineEvent[]): void {
    const { seq, time } = applied;
    const rows = rowsOf({ firstSeq: seq, lastSeq: seq, time, commands: [applied], events }, this.marks);
    const count = ({ name }: Table<never>, list: readonly unknown[]) => this.added.set(name, (this.added.get(name) ?? 0) + list.length);
    count(fills, rows.fills);
    count(lines, rows.lines);
    count(transfers, rows.transfers);
    count(answers, rows.answers);
    count(rules, rows.rules);
    for (const { order } of rows.orders) this.keys.get(orders.name)?.add(order);
    for (const { order } of rows.terms) this.keys.get(terms.name)?.add(order);
    for (const happening of rows.happenings) this.happenings.add(happening.event.kind, rowText(happenings, happening));
    this.replace(balances, rows.balances);
    this.replace(positions, rows.positions);
    this.replace(latest, rows.latest);
    for (const mark of rows.marks) this.marks.set(mark.instrument, mark);
  }

  /** The number of rows by table, of the tables that are compared by it alone. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.added, ...[...this.keys].map(([name, { size }]) => [name, size] as const)]);
  }

  private replace<Row>(table: KeyedTable<Row>, list: readonly Row[]): void {
    const names = Object.keys(table.columns);
    for (const row of list) {
      const cells = table.cells(row);
      this.figures.get(table)?.set(
        keyText(table.key, (column) => cells[names.indexOf(column)]),
        rowText(table, row),
      );
    }
  }
}
