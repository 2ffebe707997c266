import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import { type NoticeTopic, noticeTopics, topicKinds, topicOf } from '@bourse/protocol/notice-topics';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { maxCounted } from '../orders/order-rows.ts';
import type { Database } from '../platform/database.ts';
import { lineId } from '../wallets/statement-rows.ts';
import { type NoticeRow, pushOf, toldParams } from './missed.ts';

type Names =
  | 'GET system/notice-msg/page'
  | 'GET system/notice-msg/get'
  | 'GET system/notice-msg/total-read'
  | 'PUT system/notice-msg/shown'
  | 'PUT system/notice-msg/read'
  | 'POST system/notice-msg/read';
type Listed = CallOutput<'GET system/notice-msg/page'>['list'][number];

const columns = `id, kind, ${toldParams} AS params, created_ms, shown_at IS NOT NULL AS shown, read_at IS NOT NULL AS read`;
const mine = 'venue = $1 AND account = $2';

const firstWord = "split_part(kind, '.', 1)";
/** Whether a notice is about the topic in `$n`: the words that name it, or, for trading, those that name another. Null: any topic. */
const about = (n: number) => `($${n}::text[] IS NULL OR (${firstWord} = ANY($${n})) = $${n + 1})`;
const wordsOf = (topic: NoticeTopic | undefined): [readonly string[] | null, boolean] =>
  topic === undefined ? [null, true] : topic === 'trading' ? [Object.values(topicKinds).flat(), false] : [topicKinds[topic], true];
/** Lines of one event that a notice leads to. */
const mostLines = 20;

function viewOf(row: NoticeRow & { shown: boolean; read: boolean }): Listed {
  const { id, kind, params, t } = pushOf(row);
  return { id, kind, params, t, shown: row.shown, read: row.read };
}

/** A customer's stored notices. Those of other customers are not found. */
export function noticeHandlers(database: Database): Handlers<Names> {
  const mark = async (column: 'shown_at' | 'read_at', ids: readonly string[], { venue, account }: Session) => {
    await database.query(`UPDATE notice SET ${column} = coalesce(${column}, now()) WHERE ${mine} AND id = ANY($3::bigint[])`, [
      venue,
      account,
      ids,
    ]);
    return { done: true as const };
  };
  return {
    'GET system/notice-msg/page': async ({ pageNo, pageSize, unshown = false, unread = false, topic }, { session: { venue, account } }) => {
      const where = `${mine} AND (NOT $3 OR shown_at IS NULL) AND (NOT $4 OR read_at IS NULL) AND ${about(5)}`;
      const values = [venue, account, unshown, unread, ...wordsOf(topic)];
      const [rows, [counted]] = await Promise.all([
        database.query<Parameters<typeof viewOf>[0]>(`SELECT ${columns} FROM notice WHERE ${where} ORDER BY id DESC LIMIT $7 OFFSET $8`, [
          ...[...values, pageSize, (pageNo - 1) * pageSize],
        ]),
        database.query<{ n: bigint }>(
          `SELECT count(*) AS n FROM (SELECT 1 FROM notice WHERE ${where} LIMIT ${maxCounted}) AS counted`,
          values,
        ),
      ]);
      return { list: rows.map(viewOf), total: Number(counted?.n ?? 0n), pageNo, pageSize };
    },

    'GET system/notice-msg/get': async ({ id }, { session: { venue, account } }) => {
      const [row] = await database.query<Parameters<typeof viewOf>[0] & { subject: string }>(
        `SELECT ${columns}, subject FROM notice WHERE ${mine} AND id = $3`,
        [venue, account, id],
      );
      if (!row) throw new Refusal('notFound');
      const seq = /^settlement:([0-9]+)\//.exec(row.subject)?.[1];
      const lines = seq
        ? await database.query<{ seq: bigint; event_index: number }>(
            `SELECT seq, event_index FROM ledger_line WHERE ${mine} AND seq = $3 ORDER BY event_index LIMIT ${mostLines}`,
            [venue, account, seq],
          )
        : [];
      return { ...viewOf(row), lines: lines.map((line) => lineId(line.seq, line.event_index)) };
    },

    'GET system/notice-msg/total-read': async (_input, { session: { venue, account } }) => {
      const rows = await database.query<{ word: string; total: bigint; unread: bigint; newest: bigint }>(
        `SELECT ${firstWord} AS word, max(id) AS newest, count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notice WHERE ${mine} GROUP BY 1`,
        [venue, account],
      );
      const sum = (of: typeof rows) => ({
        total: of.reduce((before, { total }) => before + Number(total), 0),
        unread: of.reduce((before, { unread }) => before + Number(unread), 0),
      });
      const newest = rows.map((row) => row.newest).reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null);
      return {
        ...sum(rows),
        newest: newest === null ? null : String(newest),
        topics: noticeTopics.map((topic) => ({ topic, ...sum(rows.filter(({ word }) => topicOf(word) === topic)) })),
      };
    },

    'PUT system/notice-msg/shown': ({ ids }, { session }) => mark('shown_at', ids, session),
    'PUT system/notice-msg/read': ({ ids }, { session }) => mark('read_at', ids, session),
    'POST system/notice-msg/read': async ({ upTo, topic }, { session: { venue, account } }) => {
      await database.query(`UPDATE notice SET read_at = now() WHERE ${mine} AND read_at IS NULL AND id <= $3 AND ${about(4)}`, [
        ...[venue, account, upTo, ...wordsOf(topic)],
      ]);
      return { done: true };
    },
  };
}
