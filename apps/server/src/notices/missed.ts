import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { PrivatePush } from '../sockets/port.ts';

type NoticePush = Extract<PrivatePush, { c: 'notice' }>;

/** Max. number of missed notices that are pushed to a returning customer. All are stored. */
const maxMissed = 50;
/** Notices older than this are not pushed to a returning customer. */
const missedForMs = 7 * 86_400_000;

export interface NoticeRow {
  id: bigint;
  kind: string;
  params: Record<string, string | number>;
  created_ms: bigint;
}

/** SQL: the values of a notice. Those of a broadcast are its text, which is stored once for all who get it. */
export const toldParams = `CASE WHEN notice.kind = 'broadcast'
  THEN coalesce((SELECT b.texts FROM broadcast b WHERE b.id = (notice.params->>'broadcast')::bigint), '{}') ELSE notice.params END`;

export const pushOf = (row: NoticeRow): NoticePush => ({
  c: 'notice',
  id: String(row.id),
  kind: row.kind,
  params: row.params,
  t: Number(row.created_ms),
});

/** Notices that no page of this account has shown, oldest first. The socket sends them after sign-in, until a page says that it showed them. */
export async function missedNotices(db: Queryable, venue: Venue, account: number, now: number): Promise<NoticePush[]> {
  const rows = await db.query<NoticeRow>(
    `SELECT id, kind, ${toldParams} AS params, created_ms FROM notice
     WHERE venue = $1 AND account = $2 AND shown_at IS NULL AND created_ms > $3 ORDER BY id DESC LIMIT $4`,
    [venue, account, now - missedForMs, maxMissed],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(pushOf);
}
