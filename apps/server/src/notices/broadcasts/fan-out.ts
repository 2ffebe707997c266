import type { Effect } from '../../cases/carry-out.ts';
import { inBatches } from '../../jobs/batches.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { Hub } from '../../sockets/port.ts';
import { pushNotices, type StoredNotice, storeNotices } from '../store.ts';
import { nextRecipients, type StoredBroadcast } from './store.ts';

const batch = 500;

interface Parts {
  database: Database;
  clock: Now;
  hub: Pick<Hub, 'toAccount'>;
}

/**
 * Gives a broadcast that was decided to its customers, a batch at a time. The notices of a batch and the mark of how far it is are one transaction, so a server that
 * stops anywhere leaves nobody out and tells nobody twice. It reaches no more people than were counted when it was decided.
 */
export function fanOut({ database, clock, hub }: Parts): Job & { run(): Promise<number> } {
  const one = async (): Promise<number | undefined> => {
    const done = await database.transaction(async (tx) => {
      const [row] = await tx.query<StoredBroadcast>(
        `SELECT id, texts, filter, recipients, last_customer, state, case_id, reached, given FROM broadcast
         WHERE state = 'sending' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!row) return undefined;
      const limit = Math.min(batch, row.recipients - row.given);
      const people = limit > 0 ? await nextRecipients(tx, row, limit) : [];
      const time = clock.now();
      const stored = await storeNotices(
        tx,
        row.filter.venue,
        people.map(({ account }) => ({
          ...{ account, kind: 'broadcast', params: { broadcast: String(row.id) }, subject: `broadcast:${row.id}`, time },
        })),
      );
      const over = people.length < batch;
      await tx.query(
        `UPDATE broadcast SET reached = $2, given = given + $3, state = $4, sent_at = CASE WHEN $4 = 'sent' THEN $5::timestamptz END WHERE id = $1`,
        [row.id, people.at(-1)?.id ?? row.reached, people.length, over ? 'sent' : 'sending', new Date(time)],
      );
      return { venue: row.filter.venue, stored: stored as StoredNotice[] };
    });
    if (!done) return undefined;
    pushNotices(hub, done.venue, done.stored);
    return done.stored.length;
  };
  return {
    name: 'fan-out-broadcasts',
    everyMs: 2_000,
    run: () => inBatches(one),
  };
}

/** Two people decided: it is given out, or never. */
export const broadcastEffect =
  ({ database }: Pick<Parts, 'database'>): Effect =>
  async ({ subject, verdict }) => {
    await database.query("UPDATE broadcast SET state = $2 WHERE id = $1 AND state = 'waits'", [
      subject['broadcast'] ?? '0',
      verdict ? 'sending' : 'refused',
    ]);
    return null;
  };
