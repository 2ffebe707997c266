import { articleTypes, sourceLanguage } from '@bourse/protocol/texts';
import { inBatches } from '../../jobs/batches.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Due } from '../../notices/due.ts';
import { pushNotices, type StoredNotice, storeNotices } from '../../notices/store.ts';
import type { Now } from '../../people/ports.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { utcText } from '../../platform/utc-text.ts';
import type { Hub } from '../../sockets/port.ts';
import type { VersionRow } from './store.ts';

const batch = 500;
const venues = ['real', 'demo'] as const;

type Version = Pick<VersionRow, 'id' | 'type' | 'language' | 'stricter'>;
/** Translations say what the English version says, so nobody is told of them once more. */
const isTold = ({ type, language, stricter }: Version) => type === articleTypes.terms && stricter && language === sourceLanguage;

/** In the transaction that schedules a version: whoever is a customer now will be told of stricter terms. */
export async function announceTerms(tx: Transaction, version: Version): Promise<void> {
  if (!isTold(version)) return;
  await tx.query(
    "INSERT INTO terms_told (version_id, what, last_customer) SELECT $1, 'announced', coalesce(max(id), 0) FROM customer ON CONFLICT DO NOTHING",
    [version.id],
  );
}

/** In the transaction that takes a scheduled version back: whoever was told of it is told that it does not come. */
export async function takeBackTerms(tx: Transaction, version: Version): Promise<void> {
  const [told] = await tx.query<{ reached: bigint }>(
    "UPDATE terms_told SET done = true WHERE version_id = $1 AND what = 'announced' RETURNING reached",
    [version.id],
  );
  if (!told) return;
  await tx.query("INSERT INTO terms_told (version_id, what, last_customer) VALUES ($1, 'withdrawn', $2) ON CONFLICT DO NOTHING", [
    version.id,
    told.reached,
  ]);
}

interface Row {
  version_id: bigint;
  what: 'announced' | 'withdrawn';
  reached: bigint;
  last_customer: bigint;
  article_id: bigint;
  version: number;
  category: string;
  effective_at: Date;
}

/**
 * Tells customers of stricter terms: those of the real venue, and whoever agreed to an earlier version. The notices of a batch and the mark of how far it is are one
 * transaction, so a server that stops anywhere leaves nobody out and tells nobody twice.
 */
export function tellTerms({
  database,
  clock,
  hub,
}: {
  database: Database;
  clock: Now;
  hub: Pick<Hub, 'toAccount'>;
}): Job & { run(): Promise<number> } {
  const one = async (): Promise<number | undefined> => {
    const done = await database.transaction(async (tx) => {
      const [row] = await tx.query<Row>(
        `SELECT t.version_id, t.what, t.reached, t.last_customer, v.article_id, v.version, a.category, v.effective_at
         FROM terms_told t JOIN article_version v ON v.id = t.version_id JOIN article a ON a.id = v.article_id
         WHERE NOT t.done ORDER BY t.version_id, t.what LIMIT 1 FOR UPDATE OF t SKIP LOCKED`,
      );
      if (!row) return undefined;
      const people = await tx.query<{ id: bigint; account: number; venue: (typeof venues)[number] }>(
        `SELECT id, account, venue FROM customer c WHERE account IS NOT NULL AND id > $1 AND id <= $2
         AND (venue = 'real' OR EXISTS (SELECT 1 FROM article_consent o WHERE o.customer_id = c.id AND o.article_id = $3)) ORDER BY id LIMIT $4`,
        [row.reached, row.last_customer, row.article_id, batch],
      );
      const { category: what } = row;
      const content: Pick<Due, 'kind' | 'params'> =
        row.what === 'announced'
          ? { kind: 'texts.announced', params: { what, time: utcText(row.effective_at.getTime()) } }
          : { kind: 'texts.withdrawn', params: { what } };
      const subject = `terms:${row.article_id}:${row.version}`;
      const stored: [(typeof venues)[number], StoredNotice[]][] = [];
      for (const venue of venues) {
        const due = people
          .filter((person) => person.venue === venue)
          .map(({ account }) => ({ account, ...content, subject, time: clock.now() }) as Due);
        stored.push([venue, await storeNotices(tx, venue, due)]);
      }
      await tx.query('UPDATE terms_told SET reached = $3, done = $4 WHERE version_id = $1 AND what = $2', [
        ...[row.version_id, row.what, people.at(-1)?.id ?? row.reached, people.length < batch],
      ]);
      return stored;
    });
    if (!done) return undefined;
    for (const [venue, stored] of done) pushNotices(hub, venue, stored);
    return done.reduce((sum, [, stored]) => sum + stored.length, 0);
  };
  return {
    name: 'tell-terms',
    everyMs: 2_000,
    run: () => inBatches(one),
  };
}
