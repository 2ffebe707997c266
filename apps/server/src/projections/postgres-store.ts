import type { FillEvent, LedgerEvent, OrderEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { type Cell, Columns, type ColumnTypes, CopiedRows, replacing } from './columns.ts';
import { endRounds, fillMarks, linkOrders, markTable, positionTables } from './position-columns.ts';
import {
  type AnswerKey,
  outcomeFromText,
  outcomeToText,
  type ProjectionBatch,
  type ProjectionStore,
  type StoredAnswer,
} from './projection.ts';
import { type AnsweredCommand, type AppliedTransfer, dayMs, type ProjectedRows, rowsOf, usesMark } from './rows.ts';

export function createPostgresProjections(database: Database): ProjectionStore {
  return {
    checkpoint: (venue) => checkpointOf(database, venue),

    project: (venue, after, batch) =>
      database.transaction(async (tx) => {
        // Losing the last of it in a crash loses its checkpoint too, and the journal gives it again.
        await tx.query('SET LOCAL synchronous_commit = off');
        const rows = rowsOf(batch);
        const newestOrder = await moveCheckpoint(tx, venue, after, batch, rows);
        if (newestOrder === undefined) return checkpointOf(tx, venue);
        await writeRows(tx, venue, rows, batch, newestOrder);
        return batch.lastSeq;
      }),

    async answers(venue, keys) {
      const rows = await database.query<AnswerRow>(
        `SELECT ${storedAnswer} FROM command_outcome JOIN unnest($2::int[], $3::uuid[]) AS wanted (account, command_id) USING (account, command_id) WHERE venue = $1`,
        [venue, keys.map((key: AnswerKey) => key.account), keys.map((key: AnswerKey) => key.commandId)],
      );
      return rows.map(answerOf);
    },

    async newestAnswers(venue, limit) {
      // The block-range index finds a range of sequences; answers are fewer than sequences, so the range is widened until it holds enough.
      const [top] = await database.query<{ seq: bigint; time: bigint }>('SELECT seq, time FROM projection_checkpoint WHERE venue = $1', [
        venue,
      ]);
      const head = Number(top?.seq ?? 0n);
      for (let span = limit; ; span *= 4) {
        const from = Math.max(0, head - span);
        const rows = await database.query<AnswerRow>(
          `SELECT ${storedAnswer} FROM command_outcome WHERE venue = $1 AND seq > $2 ORDER BY seq DESC LIMIT $3`,
          [venue, from, limit + 1],
        );
        if (rows.length <= limit && from > 0 && span < limit * 256) continue;
        const answers = rows.slice(0, limit).map(answerOf).reverse();
        if (from === 0 && rows.length <= limit) return { answers, coverTime: Number.NEGATIVE_INFINITY };
        return { answers, coverTime: answers[0]?.time ?? Number(top?.time ?? 0n) };
      }
    },

    async aheadOf(venue, after) {
      const rows = await database.query<{ account: number; ahead: bigint }>(
        'SELECT account, max(ahead) AS ahead FROM command_outcome WHERE venue = $1 AND ahead > $2 GROUP BY account',
        [venue, Number.isFinite(after) ? after : 0],
      );
      return rows.map(({ account, ahead }) => ({ account, ahead: Number(ahead) }));
    },
  };
}

interface AnswerRow {
  account: number;
  command_id: string;
  seq: bigint;
  time: bigint;
  body_hash: string;
  outcome: string;
  ahead: bigint | null;
}
const storedAnswer = `account, command_id, seq, time, encode(body_hash, 'hex') AS body_hash, outcome, ahead`;

const answerOf = (row: AnswerRow): StoredAnswer => ({
  account: row.account,
  commandId: row.command_id,
  bodyHash: row.body_hash,
  ahead: row.ahead === null ? undefined : Number(row.ahead),
  seq: Number(row.seq),
  time: Number(row.time),
  outcome: outcomeFromText(row.outcome),
});

async function checkpointOf(db: Queryable, venue: Venue): Promise<number> {
  const [row] = await db.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
  return Number(row?.seq ?? 0n);
}

/** Resolves with the newest order known before, or undefined when the checkpoint is elsewhere. */
async function moveCheckpoint(
  tx: Queryable,
  venue: Venue,
  after: number,
  batch: ProjectionBatch,
  rows: ProjectedRows,
): Promise<number | undefined> {
  if (after === 0) await tx.query('INSERT INTO projection_checkpoint VALUES ($1, 0, 0) ON CONFLICT DO NOTHING', [venue]);
  const newest = rows.orders.reduce((highest, { order }) => Math.max(highest, order), 0);
  const [moved] = await tx.query<{ newest_order: bigint }>(
    `UPDATE projection_checkpoint AS now SET seq = $3, time = $4, newest_order = greatest(now.newest_order, $5)
     FROM (SELECT newest_order FROM projection_checkpoint WHERE venue = $1 FOR UPDATE) AS before
     WHERE now.venue = $1 AND now.seq = $2 RETURNING before.newest_order`,
    [venue, after, batch.lastSeq, batch.time, newest],
  );
  return moved && Number(moved.newest_order);
}

/**
 * What can only be new is copied, which costs the database half of an insert. Orders are counted upwards, so one beyond the newest of before is new too; any
 * other may be there already.
 */
async function writeRows(
  tx: Transaction,
  venue: Venue,
  rows: ProjectedRows,
  { firstSeq, lastSeq }: ProjectionBatch,
  newestOrder: number,
): Promise<void> {
  const add = async <Row>(table: string, columns: ColumnTypes, cells: (row: Row) => readonly Cell[], list: readonly Row[]) => {
    if (list.length === 0) return;
    const copied = new CopiedRows(venue, columns);
    for (const row of list) copied.add(cells(row));
    await tx.copy(copied.statement(table), copied.bytes());
  };
  const write = async (table: string, columns: Columns, conflict = '') => {
    if (columns.rows > 0) await tx.query(columns.insert(table, conflict), columns.values(venue));
  };
  const replace = async <Row>(
    table: string,
    key: readonly string[],
    columns: ColumnTypes,
    cells: (row: Row) => readonly Cell[],
    list: readonly Row[],
  ) => {
    const page = new Columns(columns);
    for (const row of list) page.add(...cells(row));
    await write(table, page, replacing(['venue', ...key], page.names));
  };
  const isNew = ({ order }: OrderEvent) => order > newestOrder;
  await add('orders', orderColumns, orderCells, rows.orders.filter(isNew));
  await replace(
    'orders',
    ['order_id'],
    orderColumns,
    orderCells,
    rows.orders.filter((order) => !isNew(order)),
  );
  await add('fills', fillColumns, fillCells, rows.fills);
  await add('ledger_line', lineColumns, lineCells, rows.lines);
  await add('transfers', transferColumns, transferCells, rows.transfers);
  await add('command_outcome', answerColumns, answerCells, rows.answers);
  await replace('balance', ['account', 'wallet', 'asset'], balanceColumns, balanceCells, rows.balances);
  await replace('daily_balance', ['account', 'day', 'wallet', 'asset'], dailyColumns, dailyCells, rows.daily);
  for (const { table, columns, conflict } of positionTables(rows)) await write(table, columns, conflict);
  if (rows.links.size > 0) await tx.query(linkOrders, [venue, [...rows.links.keys()], [...rows.links.values()]]);
  if (rows.settlements.some(usesMark)) await tx.query(fillMarks('settlement'), [venue, firstSeq, lastSeq]);
  if (rows.fundingRounds.length > 0) await tx.query(fillMarks('funding_round'), [venue, firstSeq, lastSeq]);
  const ends = rows.fundingEnds;
  if (ends.length > 0)
    await tx.query(endRounds, [
      venue,
      ...(['instrument', 'round', 'paid', 'received'] as const).map((field) => ends.map((end) => end[field])),
    ]);
  const { table, columns, conflict } = markTable(rows);
  await write(table, columns, conflict);
}

const orderColumns = {
  order_id: 'bigint',
  account: 'int',
  instrument: 'int',
  side: 'smallint',
  type: 'smallint',
  tif: 'smallint',
  post_only: 'boolean',
  price_ticks: 'bigint',
  trigger_ticks: 'bigint',
  lots: 'bigint',
  quote_amount: 'bigint',
  filled_lots: 'bigint',
  filled_quote: 'bigint',
  reserved: 'numeric',
  reserved_asset: 'int',
  status: 'smallint',
  reason: 'text',
  placed_at: 'bigint',
  updated_at: 'bigint',
  seq: 'bigint',
} as const;
const orderCells = (o: OrderEvent): Cell[] => [
  ...[o.order, o.account, o.instrument, o.side, o.type, o.tif, o.postOnly, o.priceTicks, o.triggerTicks, o.lots, o.quoteAmount],
  ...[o.filledLots, o.filledQuote, o.reserved, o.reservedAsset, o.status, o.reason, o.placedAt, o.time, o.seq],
];

const fillColumns = {
  fill_id: 'bigint',
  seq: 'bigint',
  event_index: 'int',
  time: 'bigint',
  instrument: 'int',
  price_ticks: 'bigint',
  lots: 'bigint',
  base_units: 'numeric',
  quote_units: 'bigint',
  taker_side: 'smallint',
  taker_order: 'bigint',
  taker_account: 'int',
  taker_fee_ppm: 'int',
  taker_fee: 'bigint',
  taker_fee_asset: 'int',
  maker_order: 'bigint',
  maker_account: 'int',
  maker_fee_ppm: 'int',
  maker_fee: 'bigint',
  maker_fee_asset: 'int',
} as const;
const fillCells = ({ taker, maker, ...f }: FillEvent): Cell[] => [
  ...[f.fill, f.seq, f.index, f.time, f.instrument, f.priceTicks, f.lots, f.baseUnits, f.quoteUnits, f.takerSide],
  ...[taker.order, taker.account, taker.feePpm, taker.feeUnits, taker.feeAsset],
  ...[maker.order, maker.account, maker.feePpm, maker.feeUnits, maker.feeAsset],
];

const lineColumns = {
  account: 'int',
  seq: 'bigint',
  event_index: 'int',
  time: 'bigint',
  posting: 'int',
  wallet: 'smallint',
  asset: 'int',
  direction: 'smallint',
  available_delta: 'numeric',
  frozen_delta: 'numeric',
  available_after: 'numeric',
  frozen_after: 'numeric',
  flow: 'int',
  order_id: 'bigint',
  fill_id: 'bigint',
} as const;
const lineCells = (l: LedgerEvent): Cell[] => [
  ...[l.account, l.seq, l.index, l.time, l.posting, l.wallet, l.asset, l.direction],
  ...[l.availableDelta, l.frozenDelta, l.availableAfter, l.frozenAfter, l.flow, l.order, l.fill],
];

const transferColumns = {
  account: 'int',
  seq: 'bigint',
  time: 'bigint',
  from_wallet: 'smallint',
  to_wallet: 'smallint',
  asset: 'int',
  amount: 'numeric',
} as const;
const transferCells = ({ applied, transfer: t }: AppliedTransfer): Cell[] => [
  ...[t.account, applied.seq, applied.time, t.from, t.to, t.asset, t.amount],
];

const answerColumns = {
  account: 'int',
  command_id: 'uuid',
  seq: 'bigint',
  time: 'bigint',
  body_hash: 'bytea',
  outcome: 'text',
  ahead: 'bigint',
} as const;
const answerCells = ({ identity: i, seq, time, outcome }: AnsweredCommand): Cell[] => [
  ...[i.account, i.commandId, seq, time, i.bodyHash, outcomeToText(outcome), i.ahead],
];

const balanceColumns = {
  account: 'int',
  wallet: 'smallint',
  asset: 'int',
  available: 'numeric',
  frozen: 'numeric',
  seq: 'bigint',
} as const;
const balanceCells = (b: LedgerEvent): Cell[] => [b.account, b.wallet, b.asset, b.availableAfter, b.frozenAfter, b.seq];

const dailyColumns = { account: 'int', day: 'date', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric' } as const;
const dailyCells = (b: LedgerEvent): Cell[] => [b.account, daysSince2000(b.time), b.wallet, b.asset, b.availableAfter, b.frozenAfter];

const daysSince2000 = (time: number) => Math.floor((time - Date.UTC(2000, 0, 1)) / dayMs);
