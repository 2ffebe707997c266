import type { EngineEvent, MarkEvent } from '@bourse/engine';
import { happenings, latest, marks, positionHistory, positions, rules, terms } from '../projections/position-tables.ts';
import type { AppliedCommand } from '../projections/projection.ts';
import { type ProjectedRows, rowsOf } from '../projections/rows.ts';
import { rowValues } from '../projections/stored-texts.ts';
import { answers, balances, dailyBalances, fills, lines, orders, type Table, transfers } from '../projections/tables.ts';
import { type Facet, facetOf, keyOfRow, linkFacet, valuesOf } from './facets.ts';
import type { RowSink } from './sums.ts';

/** A table with its rows among those of a batch. */
const part = <Row>(table: Table<Row>, of: (rows: ProjectedRows) => readonly Row[]) => {
  const facet = facetOf(table);
  return (rows: ProjectedRows, give: (facet: Facet, values: readonly string[]) => void) => {
    for (const row of of(rows)) give(facet, rowValues(table, row));
  };
};
const parts = [
  part(orders, (rows) => rows.orders),
  part(fills, (rows) => rows.fills),
  part(lines, (rows) => rows.lines),
  part(transfers, (rows) => rows.transfers),
  part(answers, (rows) => rows.answers),
  part(balances, (rows) => rows.balances),
  part(dailyBalances, (rows) => rows.daily),
  part(terms, (rows) => rows.terms),
  part(positions, (rows) => rows.positions),
  part(positionHistory, (rows) => rows.positionHistory),
  part(happenings, (rows) => rows.happenings),
  part(latest, (rows) => rows.latest),
  part(marks, (rows) => rows.marks),
  part(rules, (rows) => rows.rules),
];

/** Gives a sink the rows that the projections must hold after the commands seen so far, computed from the replay alone. */
export class ExpectedRows {
  /** What the row of the checkpoint must say besides its sequence. */
  readonly checkpoint = { time: 0, newestOrder: 0 };
  private readonly sink: RowSink;
  private readonly marks = new Map<number, MarkEvent>();
  /** The position of each order with terms; 0 before it has one. */
  private readonly positions = new Map<number, number>();

  constructor(sink: RowSink) {
    this.sink = sink;
  }

  /** Takes a command with its events. */
  take(applied: AppliedCommand, events: readonly EngineEvent[]): void {
    const { seq, time } = applied;
    const rows = rowsOf({ firstSeq: seq, lastSeq: seq, time, commands: [applied], events }, this.marks);
    for (const each of parts) each(rows, this.give);
    for (const { order, position } of rows.terms) this.link(order, position || (this.positions.get(order) ?? 0));
    for (const [order, position] of rows.links) if (this.positions.get(order) === 0) this.link(order, position);
    for (const mark of rows.marks) this.marks.set(mark.instrument, mark);
    this.checkpoint.time = time;
    for (const { order } of rows.orders) this.checkpoint.newestOrder = Math.max(this.checkpoint.newestOrder, order);
  }

  private link(order: number, position: number): void {
    this.positions.set(order, position);
    const key = String(order);
    if (this.sink.wants(linkFacet, key)) this.sink.take(linkFacet, key, [String(position)]);
  }

  private readonly give = (facet: Facet, values: readonly string[]): void => {
    const key = keyOfRow(facet, values);
    if (this.sink.wants(facet, key)) this.sink.take(facet, key, valuesOf(facet, values));
  };
}
