import type { Job } from '../../jobs/jobs.ts';
import { writeAudit } from '../../operators/audit/chain.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';

/** Versions of one run, so that the job can stop. The next run goes on. */
const atMost = 100;

/**
 * Publishes what was scheduled and whose moment has come; the version before it is superseded in the same transaction. Two servers that run it at once skip each other's
 * rows, and one that runs it twice finds nothing the second time.
 */
export function publishDue({ database, clock }: { database: Database; clock: Now }): Job & { run(): Promise<number> } {
  const one = () =>
    database.transaction(async (tx) => {
      const now = new Date(clock.now());
      const [due] = await tx.query<{ id: bigint; article_id: bigint; language: string; version: number }>(
        `SELECT id, article_id, language, version FROM article_version WHERE state = 'scheduled' AND effective_at <= $1
         ORDER BY effective_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [now],
      );
      if (!due) return false;
      const [before] = await tx.query<{ version: number }>(
        `UPDATE article_version SET state = 'superseded', revision = revision + 1, changed_at = $3
         WHERE article_id = $1 AND language = $2 AND state = 'published' RETURNING version`,
        [due.article_id, due.language, now],
      );
      await tx.query(
        "UPDATE article_version SET state = 'published', revision = revision + 1, changed_at = $2, published_at = $2 WHERE id = $1",
        [due.id, now],
      );
      const change = { field: `published ${due.language}`, before: before ? `v${before.version}` : null, after: `v${due.version}` };
      await writeAudit(tx, {
        ...{ at: clock.now(), operator: null, call: 'publish-texts', subject: `article ${due.article_id}` },
        ...{ reason: 'scheduled', changes: [change] },
      });
      return true;
    });
  return {
    name: 'publish-texts',
    everyMs: 2_000,
    async run() {
      let published = 0;
      while (published < atMost && (await one())) published += 1;
      return published;
    },
  };
}
