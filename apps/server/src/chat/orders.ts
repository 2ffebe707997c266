import { randomUUID } from 'node:crypto';
import type { ChatEntryBody, ChatMember, ChatWorkOrder } from '@bourse/protocol/chat';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { Refusal } from '@bourse/protocol/errors';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type ClockParts, clockOf } from './clocks.ts';
import { type GroupLog, type GroupRow, groupColumns } from './log.ts';
import { Said } from './said.ts';

export interface OrderRow extends Record<string, unknown> {
  id: bigint;
  group_id: bigint;
  state: 'waiting' | 'active' | 'answered' | 'finished';
  agent: number | null;
  first_offset: bigint;
  last_offset: bigint | null;
  opened_at: Date;
  finished_at: Date | null;
  finish_way: 1 | 2 | 3 | 4 | null;
  after: bigint | null;
  score: number | null;
  reasons: string[];
  remark: Buffer | null;
  rated_at: Date | null;
}
export const orderColumns =
  'id, group_id, state, agent, first_offset, last_offset, opened_at, finished_at, finish_way, after, score, reasons, remark, rated_at';

/** 1 by the customer, 2 by an agent, 3 after silence, 4 after its subject ended. */
export type FinishWay = 1 | 2 | 3 | 4;
type Sender = { id: bigint; role: 0 | 1 | 2 | 3 } | null;

/** Where a work order may go. What is not here does not happen. */
const moves: Readonly<Record<OrderRow['state'], readonly OrderRow['state'][]>> = {
  waiting: ['active', 'finished'],
  active: ['answered', 'waiting', 'finished'],
  answered: ['active', 'waiting', 'finished'],
  finished: [],
};
export const mayMove = (from: OrderRow['state'], to: OrderRow['state']) => moves[from].includes(to);

export async function openOrder(db: Queryable, group: bigint): Promise<OrderRow | undefined> {
  const [row] = await db.query<OrderRow>(`SELECT ${orderColumns} FROM chat_work_order WHERE group_id = $1 AND state <> 'finished'`, [
    group,
  ]);
  return row;
}
export async function orderById(db: Queryable, id: string | bigint): Promise<OrderRow | undefined> {
  return (await db.query<OrderRow>(`SELECT ${orderColumns} FROM chat_work_order WHERE id = $1`, [id]))[0];
}
export async function newestOrder(db: Queryable, group: bigint): Promise<OrderRow | undefined> {
  const [row] = await db.query<OrderRow>(`SELECT ${orderColumns} FROM chat_work_order WHERE group_id = $1 ORDER BY id DESC LIMIT 1`, [
    group,
  ]);
  return row;
}

/** The group of a work order, locked, and the work order as it is then. */
export async function lockOrder(tx: Transaction, id: string | bigint): Promise<{ group: GroupRow; order: OrderRow }> {
  const [group] = await tx.query<GroupRow>(
    `SELECT ${groupColumns} FROM chat_group WHERE id = (SELECT group_id FROM chat_work_order WHERE id = $1) FOR UPDATE`,
    [id],
  );
  const order = group && (await orderById(tx, id));
  if (!group || !order) throw new Refusal('workOrderUnknown');
  return { group, order };
}

async function move(tx: Transaction, order: OrderRow, to: OrderRow['state'], agent: number | null): Promise<void> {
  if (!mayMove(order.state, to)) throw new Error(`a work order cannot go from ${order.state} to ${to}`);
  await tx.query('UPDATE chat_work_order SET state = $2, agent = $3 WHERE id = $1', [order.id, to, agent]);
  order.state = to;
  order.agent = agent;
}

/** A customer wrote at this offset: a work order begins, goes on, or is to be answered again. */
export async function afterCustomer(tx: Transaction, group: GroupRow, offset: bigint, at: number): Promise<void> {
  const open = await openOrder(tx, group.id);
  if (open) {
    if (open.state === 'answered') await move(tx, open, 'active', open.agent);
    return;
  }
  const last = await newestOrder(tx, group.id);
  const goesOn = last?.finished_at && at - last.finished_at.getTime() <= chatLimits.reopenS * 1_000;
  await tx.query("INSERT INTO chat_work_order (group_id, state, first_offset, opened_at, after) VALUES ($1, 'waiting', $2, $3, $4)", [
    group.id,
    offset,
    new Date(at),
    goesOn ? last.id : null,
  ]);
}

export async function afterAgent(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.state === 'active') await move(tx, order, 'answered', order.agent);
}

/** The member that an operator is in a group, made or called back with this role. */
export async function memberOf(
  tx: Transaction,
  group: bigint,
  operator: number,
  role: 0 | 2 | 3,
): Promise<{ id: bigint; role: 0 | 2 | 3 }> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO chat_member (group_id, operator_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (group_id, operator_id) DO UPDATE SET role = $3, left_at = NULL RETURNING id`,
    [group, operator, role],
  );
  return { id: row!.id, role };
}

const own = (body: ChatEntryBody) => ({ body: new Said(body), asked: new Said<unknown>(body), uuid: randomUUID() });

/** Work orders of one agent are counted one after the other. */
async function assertRoom(tx: Transaction, operator: number): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chat agent ${operator}`]);
  const [row] = await tx.query<{ count: bigint }>(
    "SELECT count(*) AS count FROM chat_work_order WHERE agent = $1 AND state IN ('active', 'answered')",
    [operator],
  );
  if (Number(row!.count) >= chatLimits.capacity) throw new Refusal('workOrderFull', { count: chatLimits.capacity });
}

/** An agent's socket is there, or the agent acts. Whoever is not seen for two minutes gives their work orders back. */
export const seenAt = (db: Queryable, operators: readonly number[], at: number) =>
  db.query(
    `INSERT INTO chat_presence (operator_id, seen_at) SELECT unnest($1::integer[]), $2
     ON CONFLICT (operator_id) DO UPDATE SET seen_at = greatest(chat_presence.seen_at, excluded.seen_at)`,
    [operators, new Date(at)],
  );

/** Compare-and-set: only a work order that waits is taken. The customer sees who joined. */
export async function take(tx: Transaction, log: GroupLog, group: GroupRow, order: OrderRow, operator: number, at: number): Promise<void> {
  if (order.state === 'finished') throw new Refusal('chatFinished');
  if (order.state !== 'waiting') throw new Refusal('workOrderTaken');
  await assertRoom(tx, operator);
  await move(tx, order, 'active', operator);
  await seenAt(tx, [operator], at);
  const member = await memberOf(tx, group.id, operator, 0);
  await log.append(
    tx,
    group,
    { kind: 'join', sender: member, ...own({ kind: 'JOIN', member: String(member.id), role: 0, identified: false }) },
    at,
  );
  if (await answeredSince(tx, group, order)) await move(tx, order, 'answered', operator);
}

/** Whether the last word of a work order is an agent's. */
async function answeredSince(tx: Queryable, group: GroupRow, order: OrderRow): Promise<boolean> {
  const [row] = await tx.query<{ role: number | null }>(
    'SELECT role FROM chat_entry WHERE group_id = $1 AND "offset" >= $2 AND kind = 1 AND role IS NOT NULL ORDER BY "offset" DESC LIMIT 1',
    [group.id, order.first_offset],
  );
  return row !== undefined && row.role !== 1;
}

/** The agent gives it up, or is gone. The wait of the customer counts from their own words, so nothing of it is lost. */
export async function release(tx: Transaction, log: GroupLog, group: GroupRow, order: OrderRow, at: number): Promise<void> {
  if (order.agent === null) return;
  const member = await memberOf(tx, group.id, order.agent, 3);
  await move(tx, order, 'waiting', null);
  await log.append(
    tx,
    group,
    { kind: 'leave', sender: member, ...own({ kind: 'LEAVE', member: String(member.id), handedOver: true }) },
    at,
  );
  await tx.query('UPDATE chat_member SET left_at = $2 WHERE id = $1', [member.id, new Date(at)]);
}

export async function finish(
  tx: Transaction,
  log: GroupLog,
  group: GroupRow,
  order: OrderRow,
  { sender, way, reason, uuid, at }: { sender: Sender; way: FinishWay; reason: string | null; uuid?: string; at: number },
): Promise<void> {
  if (!mayMove(order.state, 'finished')) throw new Refusal('chatFinished');
  const said = own({ kind: 'FINISH', finishWay: way, workOrder: String(order.id), reason });
  await log.append(
    tx,
    group,
    { kind: 'finish', sender, ...said, asked: new Said({ finish: String(order.id) }), uuid: uuid ?? said.uuid },
    at,
  );
  await tx.query("UPDATE chat_work_order SET state = 'finished', finished_at = $2, finish_way = $3, last_offset = $4 WHERE id = $1", [
    ...[order.id, new Date(at), way, group.last_offset],
  ]);
  order.state = 'finished';
}

/** A work order as both sides see it. */
export async function orderView(
  db: Queryable,
  parts: ClockParts & { log: GroupLog },
  group: GroupRow,
  order: OrderRow,
): Promise<ChatWorkOrder> {
  const [agent] =
    order.agent === null
      ? []
      : await db.query<{ id: bigint; name: string; role: 0 | 2 | 3 }>(
          `SELECT m.id, o.name, m.role FROM chat_member m JOIN operator o ON o.id = m.operator_id WHERE m.group_id = $1 AND m.operator_id = $2`,
          [group.id, order.agent],
        );
  const [before] =
    order.state === 'waiting'
      ? await db.query<{ count: bigint }>("SELECT count(*) AS count FROM chat_work_order WHERE state = 'waiting' AND opened_at < $1", [
          order.opened_at,
        ])
      : [];
  return {
    ...{ id: String(order.id), groupId: String(group.id), state: order.rated_at ? 'rated' : order.state },
    agent: agent ? ({ id: String(agent.id), name: agent.name, avatar: null, role: agent.role } satisfies ChatMember) : null,
    ahead: before ? Number(before.count) : null,
    ...(await clockOf(db, parts, order, group.group_type)),
    ...{
      finishWay: order.finish_way,
      finishedAt: order.finished_at?.getTime() ?? null,
      after: order.after === null ? null : String(order.after),
    },
    rating: ratingView(parts.log, group, order),
  };
}

export function ratingView(log: GroupLog, group: GroupRow, order: OrderRow): ChatWorkOrder['rating'] {
  if (!order.rated_at || order.score === null) return null;
  return {
    ...{ score: order.score, reasons: order.reasons, text: log.openText(group, `rating ${order.id}`, order.remark) },
    ...{ time: order.rated_at.getTime(), changeableUntil: order.rated_at.getTime() + chatLimits.rateAgainS * 1_000 },
  };
}
