import type { Venue } from '@bourse/protocol/enums';
import type { Database, Queryable } from '../platform/database.ts';
import { Columns, replacing } from './columns.ts';
import { endRounds, fillMarks, linkOrders, markTable, positionTables } from './position-columns.ts';
import {
  type AnswerKey,
  outcomeFromText,
  outcomeToText,
  type ProjectionBatch,
  type ProjectionStore,
  type StoredAnswer,
} from './projection.ts';
import { dayMs, type ProjectedRows, rowsOf, usesMark } from './rows.ts';

export function createPostgresProjections(database: Database): ProjectionStore {
  return {
    async checkpoint(venue) {
      const [row] = await database.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
      return Number(row?.seq ?? 0n);
    },

    project: (venue, after, batch) =>
      database.transaction(async (tx) => {
        // Losing the last of it in a crash loses its checkpoint too, and the journal gives it again.
        await tx.query('SET LOCAL synchronous_commit = off');
        const moved = await moveCheckpoint(tx, venue, after, batch.lastSeq, batch.time);
        if (moved !== batch.lastSeq) return moved;
        await writeRows(tx, venue, rowsOf(batch), batch);
        return moved;
      }),

    async answers(venue, keys) {
      const rows = await database.query<AnswerRow>(
        `SELECT ${answerColumns} FROM command_outcome JOIN unnest($2::int[], $3::uuid[]) AS wanted (account, command_id) USING (account, command_id) WHERE venue = $1`,
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
          `SELECT ${answerColumns} FROM command_outcome WHERE venue = $1 AND seq > $2 ORDER BY seq DESC LIMIT $3`,
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
const answerColumns = `account, command_id, seq, time, encode(body_hash, 'hex') AS body_hash, outcome, ahead`;

const answerOf = (row: AnswerRow): StoredAnswer => ({
  account: row.account,
  commandId: row.command_id,
  bodyHash: row.body_hash,
  ahead: row.ahead === null ? undefined : Number(row.ahead),
  seq: Number(row.seq),
  time: Number(row.time),
  outcome: outcomeFromText(row.outcome),
});

async function moveCheckpoint(tx: Queryable, venue: Venue, after: number, to: number, time: number): Promise<number> {
  if (after === 0) await tx.query('INSERT INTO projection_checkpoint VALUES ($1, 0, 0) ON CONFLICT DO NOTHING', [venue]);
  const moved = await tx.query('UPDATE projection_checkpoint SET seq = $3, time = $4 WHERE venue = $1 AND seq = $2 RETURNING seq', [
    venue,
    after,
    to,
    time,
  ]);
  if (moved.length === 1) return to;
  const [row] = await tx.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
  return Number(row?.seq ?? 0n);
}

async function writeRows(tx: Queryable, venue: Venue, rows: ProjectedRows, { firstSeq, lastSeq }: ProjectionBatch): Promise<void> {
  const write = async (table: string, columns: Columns, conflict = '') => {
    if (columns.rows > 0) await tx.query(columns.insert(table, conflict), columns.values(venue));
  };
  const orders = orderColumns(rows);
  await write('orders', orders, replacing(['venue', 'order_id'], orders.names));
  await write('fills', fillColumns(rows));
  await write('ledger_line', lineColumns(rows));
  await write('transfers', transferColumns(rows));
  await write('command_outcome', answerRows(rows));
  const balances = balanceColumns(rows);
  await write('balance', balances, replacing(['venue', 'account', 'wallet', 'asset'], balances.names));
  const daily = dailyColumns(rows);
  await write('daily_balance', daily, replacing(['venue', 'account', 'day', 'wallet', 'asset'], daily.names));
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

function orderColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({
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
  });
  for (const o of rows.orders) {
    columns.add(
      o.order,
      o.account,
      o.instrument,
      o.side,
      o.type,
      o.tif,
      o.postOnly,
      o.priceTicks,
      o.triggerTicks,
      o.lots,
      o.quoteAmount,
      ...[o.filledLots, o.filledQuote, o.reserved, o.reservedAsset, o.status, o.reason, o.placedAt, o.time, o.seq],
    );
  }
  return columns;
}

function fillColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({
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
  });
  for (const f of rows.fills) {
    const sides = [f.taker, f.maker].flatMap(({ order, account, feePpm, feeUnits, feeAsset }) => [
      order,
      account,
      feePpm,
      feeUnits,
      feeAsset,
    ]);
    columns.add(f.fill, f.seq, f.index, f.time, f.instrument, f.priceTicks, f.lots, f.baseUnits, f.quoteUnits, f.takerSide, ...sides);
  }
  return columns;
}

function lineColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({
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
  });
  for (const l of rows.lines) {
    const amounts = [l.availableDelta, l.frozenDelta, l.availableAfter, l.frozenAfter];
    columns.add(l.account, l.seq, l.index, l.time, l.posting, l.wallet, l.asset, l.direction, ...amounts, l.flow, l.order, l.fill);
  }
  return columns;
}

function transferColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({
    account: 'int',
    seq: 'bigint',
    time: 'bigint',
    from_wallet: 'smallint',
    to_wallet: 'smallint',
    asset: 'int',
    amount: 'numeric',
  });
  for (const { applied, transfer: t } of rows.transfers) columns.add(t.account, applied.seq, applied.time, t.from, t.to, t.asset, t.amount);
  return columns;
}

function answerRows(rows: ProjectedRows): Columns {
  const columns = new Columns({
    account: 'int',
    command_id: 'uuid',
    seq: 'bigint',
    time: 'bigint',
    body_hash: 'bytea',
    outcome: 'text',
    ahead: 'bigint',
  });
  for (const { seq, time, outcome, identity } of rows.answers) {
    if (!identity) continue;
    columns.add(identity.account, identity.commandId, seq, time, identity.bodyHash, outcomeToText(outcome), identity.ahead);
  }
  return columns;
}

function balanceColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({ account: 'int', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric', seq: 'bigint' });
  for (const b of rows.balances) columns.add(b.account, b.wallet, b.asset, b.availableAfter, b.frozenAfter, b.seq);
  return columns;
}

function dailyColumns(rows: ProjectedRows): Columns {
  const columns = new Columns({ account: 'int', day: 'date', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric' });
  for (const b of rows.daily) {
    columns.add(b.account, daysSince2000(b.time), b.wallet, b.asset, b.availableAfter, b.frozenAfter);
  }
  return columns;
}

const daysSince2000 = (time: number) => Math.floor((time - Date.UTC(2000, 0, 1)) / dayMs);
