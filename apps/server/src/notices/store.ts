import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { Hub } from '../sockets/port.ts';
import type { Due } from './due.ts';
import { type NoticeRow, pushOf, toldParams } from './missed.ts';

export type StoredNotice = NoticeRow & { account: number };

/** Stores notices, each of them once, and returns those that are new. They are pushed once they are durable. */
export async function storeNotices(db: Queryable, venue: Venue, notices: readonly Due[]): Promise<StoredNotice[]> {
  if (notices.length === 0) return [];
  return db.query<StoredNotice>(
    `INSERT INTO notice (venue, account, kind, params, subject, created_ms)
     SELECT $1, account, kind, params::jsonb, subject, created_ms FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[])
       AS due (account, kind, params, subject, created_ms)
     ON CONFLICT (venue, account, subject, kind) DO NOTHING RETURNING id, account, kind, ${toldParams} AS params, created_ms`,
    [
      venue,
      notices.map((one) => one.account),
      notices.map((one) => one.kind),
      notices.map((one) => JSON.stringify(one.params)),
      notices.map((one) => one.subject),
      notices.map((one) => one.time),
    ],
  );
}

export function pushNotices(hub: Pick<Hub, 'toAccount'>, venue: Venue, rows: readonly StoredNotice[]): void {
  for (const row of rows) hub.toAccount(venue, row.account, pushOf(row));
}
