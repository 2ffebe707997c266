import { formatOf, journalFormat } from '@bourse/engine';
import type { Database } from '../platform/database.ts';

/** Throws when the database holds a journal of another format, and changes nothing. Call it before any migration. */
export async function refuseOtherFormats(database: Database): Promise<void> {
  const [table] = await database.query<{ journal: string | null }>("SELECT to_regclass('journal_batch')::text AS journal");
  if (!table?.journal) return;
  const batches = await database.query<{ venue: string; bytes: Buffer }>(
    'SELECT DISTINCT ON (venue) venue, substring(bytes FOR 2) AS bytes FROM journal_batch ORDER BY venue, first_seq',
  );
  for (const { venue, bytes } of batches) {
    const format = formatOf(bytes);
    if (format === journalFormat) continue;
    const found = format === 0 ? 'was written before journals named their format' : `has format ${format}`;
    throw new Error(
      `The ${venue} journal in this data folder ${found}; this version of Bourse reads format ${journalFormat}. Nothing was changed. ` +
        'Start with another folder (BOURSE_DATA=/path/to/new/folder npm start) or another database, or go on with the version that wrote it.',
    );
  }
}
