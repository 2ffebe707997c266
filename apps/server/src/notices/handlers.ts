import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { maxCounted } from '../orders/order-rows.ts';
import type { Database } from '../platform/database.ts';
import { type NoticeRow, pushOf } from './missed.ts';

type Names =
  | 'GET system/notice-msg/page'
  | 'GET system/notice-msg/get'
  | 'GET system/notice-msg/total-read'
  | 'PUT system/notice-msg/shown'
  | 'PUT system/notice-msg/read';

const columns = 'id, kind, params, created_ms, shown_at IS NOT NULL AS shown, read_at IS NOT NULL AS read';
const mine = 'venue = $1 AND account = $2';

function viewOf(row: NoticeRow & { shown: boolean; read: boolean }): CallOutput<'GET system/notice-msg/get'> {
  const { id, kind, params, t } = pushOf(row);
  return { id, kind, params, t, shown: row.shown, read: row.read };
}

/** A customer's stored notices. Those of other customers are not found. */
export function noticeHandlers(database: Database): Handlers<Names> {
  const mark = async (column: 'shown_at' | 'read_at', ids: readonly string[], { venue, account }: Session) => {
    const known = ids.filter((id) => BigInt(id) < 1n << 63n);
    await database.query(`UPDATE notice SET ${column} = coalesce(${column}, now()) WHERE ${mine} AND id = ANY($3::bigint[])`, [
      venue,
      account,
      known,
    ]);
    return { done: true as const };
  };
  return {
    'GET system/notice-msg/page': async ({ pageNo, pageSize, unshown = false }, { session: { venue, account } }) => {
      const where = `${mine} AND (NOT $3 OR shown_at IS NULL)`;
      const [rows, [counted]] = await Promise.all([
        database.query<Parameters<typeof viewOf>[0]>(`SELECT ${columns} FROM notice WHERE ${where} ORDER BY id DESC LIMIT $4 OFFSET $5`, [
          ...[venue, account, unshown, pageSize, (pageNo - 1) * pageSize],
        ]),
        database.query<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 FROM notice WHERE ${where} LIMIT ${maxCounted}) AS counted`, [
          ...[venue, account, unshown],
        ]),
      ]);
      return { list: rows.map(viewOf), total: Number(counted?.n ?? 0n), pageNo, pageSize };
    },

    'GET system/notice-msg/get': async ({ id }, { session: { venue, account } }) => {
      const [row] =
        BigInt(id) >= 1n << 63n
          ? []
          : await database.query<Parameters<typeof viewOf>[0]>(`SELECT ${columns} FROM notice WHERE ${mine} AND id = $3`, [
              ...[venue, account, id],
            ]);
      if (!row) throw new Refusal('notFound');
      return viewOf(row);
    },

    'GET system/notice-msg/total-read': async (_input, { session: { venue, account } }) => {
      const [row] = await database.query<{ total: bigint; unread: bigint }>(
        `SELECT count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notice WHERE ${mine}`,
        [venue, account],
      );
      return { total: Number(row?.total ?? 0n), unread: Number(row?.unread ?? 0n) };
    },

    'PUT system/notice-msg/shown': ({ ids }, { session }) => mark('shown_at', ids, session),
    'PUT system/notice-msg/read': ({ ids }, { session }) => mark('read_at', ids, session),
  };
}
