import type { Venue } from '@bourse/protocol/enums';
import type { Job } from '../jobs/jobs.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Hub } from '../sockets/port.ts';
import type { Due } from './due.ts';
import { pushNotices, type StoredNotice, storeNotices } from './store.ts';

/** Stores notices in the transaction of what they tell. Open pages are told a moment after it is durable, by `pushLeft`. */
export async function leaveNotices(tx: Queryable, venue: Venue, notices: readonly Due[]): Promise<void> {
  const stored = await storeNotices(tx, venue, notices);
  if (stored.length === 0) return;
  await tx.query('INSERT INTO notice_left (notice) SELECT unnest($1::bigint[])', [stored.map(({ id }) => id)]);
}

/** Tells open pages what was left for them. Whoever has none is told at the next sign-in, as of every other notice. */
export const pushLeft = ({ database, hub }: { database: Database; hub: Pick<Hub, 'toAccount'> }): Job => ({
  name: 'push-notices',
  everyMs: 1_000,
  run: async () => {
    const rows = await database.query<StoredNotice & { venue: Venue }>(
      `WITH told AS (DELETE FROM notice_left WHERE notice IN (SELECT notice FROM notice_left ORDER BY notice LIMIT 500) RETURNING notice)
       SELECT n.id, n.venue, n.account, n.kind, n.params, n.created_ms FROM told JOIN notice n ON n.id = told.notice ORDER BY n.id`,
    );
    for (const row of rows) pushNotices(hub, row.venue, [row]);
  },
});
