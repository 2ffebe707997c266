import { Columns, replacing } from './columns.ts';
import { historyStep, type ProjectedRows, placeOf, type SettlementEvent } from './rows.ts';

/** The rows of positions for one batch, by table, and what happens when a row exists already. */
export interface TableRows {
  table: string;
  columns: Columns;
  conflict: string;
}

export const positionTables = (rows: ProjectedRows): TableRows[] => [
  { ...latest('order_terms', ['venue', 'order_id'], termsColumns(rows)), conflict: termsConflict },
  latest('positions', ['venue', 'position_id'], positionColumns(rows)),
  latest('position_history', ['venue', 'account', 'position_id', 'step'], historyColumns(rows)),
  { table: 'settlement', columns: settlementColumns(rows), conflict: '' },
  { table: 'funding_round', columns: roundColumns(rows), conflict: '' },
  latest('timed_contract', ['venue', 'timed_id'], timedColumns(rows)),
  { table: 'margin_warning', columns: warningColumns(rows), conflict: '' },
  { table: 'instrument_rule', columns: ruleColumns(rows), conflict: '' },
];

/** Written last: first, events that used an earlier mark copy that mark from this table. */
export const markTable = (rows: ProjectedRows): TableRows => latest('latest_mark', ['venue', 'instrument'], markColumns(rows));

/** Gives events the mark price of an earlier batch that they used. Parameters: the venue and the sequences of the batch. */
export const fillMarks = (table: 'settlement' | 'funding_round'): string =>
  `UPDATE ${table} AS used SET mark = latest_mark.event FROM latest_mark
   WHERE used.venue = $1 AND used.seq >= $2 AND used.seq <= $3 AND used.mark IS NULL ${table === 'settlement' ? "AND used.kind = 'liquidation'" : ''}
     AND latest_mark.venue = used.venue AND latest_mark.instrument = used.instrument`;

/** Adds to the sums of a funding round that took more than one command. Parameters: the venue, then instruments, rounds and both sums of each. */
export const endRounds = `UPDATE funding_round SET paid = told.paid, received = told.received
 FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) AS told (instrument, round, paid, received)
 WHERE funding_round.venue = $1 AND funding_round.instrument = told.instrument AND funding_round.round = told.round`;

/** The engine reports an order whose position is gone without that position. The order still belonged to it. */
const termsConflict = `ON CONFLICT (venue, order_id) DO UPDATE SET direction = excluded.direction, action = excluded.action, mode = excluded.mode,
 leverage = excluded.leverage, take_profit_ticks = excluded.take_profit_ticks, stop_loss_ticks = excluded.stop_loss_ticks, whole = excluded.whole,
 upper_circuit = excluded.upper_circuit, waits = excluded.waits,
 position_id = CASE excluded.position_id WHEN 0 THEN order_terms.position_id ELSE excluded.position_id END`;

/** Sets the position that an order first traded for, where it was unknown. Parameters: the venue, orders and positions. */
export const linkOrders = `UPDATE order_terms SET position_id = link.position_id FROM unnest($2::bigint[], $3::bigint[]) AS link (order_id, position_id)
 WHERE order_terms.venue = $1 AND order_terms.order_id = link.order_id AND order_terms.position_id = 0`;

const latest = (table: string, key: readonly string[], columns: Columns): TableRows => ({
  table,
  columns,
  conflict: replacing(key, columns.names),
});

function termsColumns({ terms }: ProjectedRows): Columns {
  const columns = new Columns({
    order_id: 'bigint',
    direction: 'smallint',
    action: 'smallint',
    mode: 'smallint',
    leverage: 'smallint',
    position_id: 'bigint',
    take_profit_ticks: 'bigint',
    stop_loss_ticks: 'bigint',
    whole: 'boolean',
    upper_circuit: 'boolean',
    waits: 'boolean',
  });
  for (const t of terms) {
    const stops = [t.takeProfitTicks, t.stopLossTicks];
    columns.add(t.order, t.direction, t.action, t.mode, t.leverage, t.position, ...stops, t.whole, t.upperCircuit, t.waits);
  }
  return columns;
}

function positionColumns({ positions }: ProjectedRows): Columns {
  const columns = new Columns({
    position_id: 'bigint',
    account: 'int',
    instrument: 'int',
    direction: 'smallint',
    mode: 'smallint',
    leverage: 'smallint',
    lots: 'bigint',
    entry_value: 'bigint',
    margin: 'bigint',
    loan: 'bigint',
    realised: 'bigint',
    fees: 'bigint',
    funding: 'bigint',
    closed_lots: 'bigint',
    exit_value: 'bigint',
    closed_entry: 'bigint',
    take_profit_ticks: 'bigint',
    stop_loss_ticks: 'bigint',
    liquidation_ticks: 'bigint',
    opened_at: 'bigint',
    updated_at: 'bigint',
    reason: 'text',
    seq: 'bigint',
  });
  for (const p of positions) {
    columns.add(
      ...[p.position, p.account, p.instrument, p.direction, p.mode, p.leverage, p.lots, p.entryValue, p.margin, p.loan],
      ...[p.realised, p.fees, p.funding, p.closedLots, p.exitValue, p.closedEntry],
      ...[p.takeProfitTicks, p.stopLossTicks, p.liquidationTicks, p.openedAt, p.time, p.reason, p.seq],
    );
  }
  return columns;
}

function historyColumns({ positionHistory }: ProjectedRows): Columns {
  const columns = new Columns({
    account: 'int',
    position_id: 'bigint',
    step: 'bigint',
    instrument: 'int',
    direction: 'smallint',
    lots: 'bigint',
    entry_value: 'bigint',
    loan: 'bigint',
  });
  for (const p of positionHistory)
    columns.add(p.account, p.position, historyStep(p.time), p.instrument, p.direction, p.lots, p.entryValue, p.loan);
  return columns;
}

const jsonOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

function markColumns({ marks }: ProjectedRows): Columns {
  const columns = new Columns({ instrument: 'int', event: 'jsonb' });
  for (const mark of marks) columns.add(mark.instrument, jsonOf(mark));
  return columns;
}

function ruleColumns({ rules }: ProjectedRows): Columns {
  const columns = new Columns({ seq: 'bigint', time: 'bigint', instrument: 'int', kind: 'text', command: 'jsonb' });
  for (const { applied, rule } of rules) columns.add(applied.seq, applied.time, rule.instrument, rule.kind, jsonOf(rule));
  return columns;
}

function settlementColumns({ settlements, marksUsed }: ProjectedRows): Columns {
  const columns = new Columns({
    seq: 'bigint',
    event_index: 'int',
    time: 'bigint',
    kind: 'text',
    account: 'int',
    instrument: 'int',
    position_id: 'bigint',
    order_id: 'bigint',
    event: 'jsonb',
    mark: 'jsonb',
  });
  for (const s of settlements)
    columns.add(s.seq, s.index, s.time, s.kind, s.account, s.instrument, ...touched(s), jsonOf(s), jsonOf(marksUsed.get(placeOf(s))));
  return columns;
}

/** The position and the order of a settlement; 0 where it has none. */
const touched = (event: SettlementEvent): [position: number, order: number] => [
  event.kind === 'timed' ? 0 : event.position,
  event.kind === 'positionFill' ? event.order : 0,
];

function roundColumns({ fundingRounds, marksUsed }: ProjectedRows): Columns {
  const columns = new Columns({
    seq: 'bigint',
    event_index: 'int',
    time: 'bigint',
    round: 'bigint',
    instrument: 'int',
    due: 'bigint',
    mark_ticks: 'bigint',
    premium_sum_e8: 'bigint',
    samples: 'bigint',
    interest_e8: 'bigint',
    cap_e8: 'bigint',
    rate_e8: 'bigint',
    void: 'boolean',
    paid: 'bigint',
    received: 'bigint',
    mark: 'jsonb',
  });
  for (const r of fundingRounds) {
    columns.add(
      ...[r.seq, r.index, r.time, r.round, r.instrument, r.due, r.markTicks, r.premiumSumE8, r.samples, r.interestE8, r.capE8, r.rateE8],
      ...[r.void, r.paid, r.received, jsonOf(marksUsed.get(placeOf(r)))],
    );
  }
  return columns;
}

function timedColumns({ timed }: ProjectedRows): Columns {
  const columns = new Columns({
    timed_id: 'bigint',
    account: 'int',
    instrument: 'int',
    direction: 'smallint',
    status: 'smallint',
    stake: 'bigint',
    asset: 'int',
    payout_ppm: 'int',
    payout: 'bigint',
    placed_at: 'bigint',
    duration_ms: 'bigint',
    start_ticks: 'bigint',
    start_tick_time: 'bigint',
    end_ticks: 'bigint',
    end_tick_time: 'bigint',
    source: 'text',
    void_reason: 'text',
    seq: 'bigint',
    event_index: 'int',
  });
  for (const t of timed) {
    columns.add(
      ...[t.timed, t.account, t.instrument, t.direction, t.status, t.stake, t.asset, t.payoutPpm, t.payout, t.placedAt, t.durationMs],
      ...[t.startTicks, t.startTickTime, t.endTicks, t.endTickTime, t.source, t.voidReason, t.seq, t.index],
    );
  }
  return columns;
}

function warningColumns({ warnings }: ProjectedRows): Columns {
  const columns = new Columns({
    seq: 'bigint',
    event_index: 'int',
    time: 'bigint',
    account: 'int',
    position_id: 'bigint',
    instrument: 'int',
    ratio_ppm: 'bigint',
  });
  for (const w of warnings) columns.add(w.seq, w.index, w.time, w.account, w.position, w.instrument, w.ratioPpm);
  return columns;
}
