import type { MarkEvent, OrderEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { Columns, CopiedRows, replacing } from './columns.ts';
import { markedInstrument } from './kept.ts';
import { happenings, latest, marks, positionHistory, positions, rules, terms } from './position-tables.ts';
import {
  type AnswerKey,
  mustFollow,
  outcomeFromText,
  type ProjectionBatch,
  type ProjectionStore,
  type StoredAnswer,
} from './projection.ts';
import { type ProjectedRows, rowsOf } from './rows.ts';
import { answers, balances, dailyBalances, fills, type KeyedTable, lines, orders, type Table, transfers } from './tables.ts';

export function createPostgresProjections(database: Database): ProjectionStore {
  return {
    checkpoint: (venue) => checkpointOf(database, venue),

    project: (venue, after, batch) =>
      database.transaction(async (tx) => {
        mustFollow(after, batch);
        // Losing the last of it in a crash loses its checkpoint too, and the journal gives it again.
        await tx.query('SET LOCAL synchronous_commit = off');
        const rows = rowsOf(batch, await earlierMarks(tx, venue, batch));
        const newestOrder = await moveCheckpoint(tx, venue, after, batch, rows);
        if (newestOrder === undefined) return checkpointOf(tx, venue);
        await writeRows(tx, venue, rows, newestOrder);
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
      // The block-range index finds a range of sequences. There are fewer answers than sequences, so the range grows until it holds enough.
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

/** The newest mark prices before a batch by instrument, if the batch needs them. A checkpoint that is still there afterwards makes them the right ones. */
async function earlierMarks(db: Queryable, venue: Venue, { events }: ProjectionBatch): Promise<ReadonlyMap<number, MarkEvent>> {
  if (!events.some((event) => markedInstrument(event) !== undefined)) return new Map();
  const rows = await db.query<{ event: MarkEvent }>('SELECT event FROM latest_mark WHERE venue = $1', [venue]);
  return new Map(rows.map(({ event }) => [event.instrument, event]));
}

/** Sets the position that an order first traded for, where it was unknown. Parameters: the venue, orders and positions. */
const linkOrders = `UPDATE order_terms SET position_id = link.position_id FROM unnest($2::bigint[], $3::bigint[]) AS link (order_id, position_id)
 WHERE order_terms.venue = $1 AND order_terms.order_id = link.order_id AND order_terms.position_id = 0`;

/** Resolves with the newest order before this batch, or undefined when the checkpoint is elsewhere. */
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
 * Copy rows that can only be new: `COPY` costs the database less than an insert. Order numbers ascend, so an order above the newest known one is new.
 * Any other order may exist already.
 */
async function writeRows(tx: Transaction, venue: Venue, rows: ProjectedRows, newestOrder: number): Promise<void> {
  const add = async <Row>({ name, columns, cells }: Table<Row>, list: readonly Row[]) => {
    if (list.length === 0) return;
    const copied = new CopiedRows(venue, columns);
    for (const row of list) copied.add(cells(row));
    await tx.copy(copied.statement(name), copied.bytes());
  };
  const replace = async <Row>({ name, key, columns, cells, merged }: KeyedTable<Row>, list: readonly Row[]) => {
    if (list.length === 0) return;
    const page = new Columns(columns);
    for (const row of list) page.add(...cells(row));
    await tx.query(page.insert(name, replacing(['venue', ...key], page.names, merged)), page.values(venue));
  };
  const isNew = ({ order }: OrderEvent) => order > newestOrder;
  await add(orders, rows.orders.filter(isNew));
  await replace(
    orders,
    rows.orders.filter((order) => !isNew(order)),
  );
  await add(fills, rows.fills);
  await add(lines, rows.lines);
  await add(transfers, rows.transfers);
  await add(answers, rows.answers);
  await add(happenings, rows.happenings);
  await add(rules, rows.rules);
  await replace(balances, rows.balances);
  await replace(dailyBalances, rows.daily);
  await replace(terms, rows.terms);
  await replace(positions, rows.positions);
  await replace(positionHistory, rows.positionHistory);
  await replace(latest, rows.latest);
  await replace(marks, rows.marks);
  if (rows.links.size > 0) await tx.query(linkOrders, [venue, [...rows.links.keys()], [...rows.links.values()]]);
}
