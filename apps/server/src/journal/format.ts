import { inflateRawSync } from 'node:zlib';
import { formatOf, journalFormat } from '@bourse/engine';
import type { Database } from '../platform/database.ts';

interface EndOfJournal {
  venue: string;
  encoding: number;
  bytes: Buffer;
}

/** The database holds a journal that this version does not read. The message says what to do; a stack adds nothing. */
export class JournalFormatRefused extends Error {
  override readonly name = 'JournalFormatRefused';
}

/**
 * Throws `JournalFormatRefused` when the database holds a journal of another format. It only reads, and must be called before the migrations, so that the version which
 * wrote the journal can still use the database. The newest batch is read too: a later version may have gone on with a journal of this format.
 */
export async function refuseOtherFormats(database: Database): Promise<void> {
  const [table] = await database.query<{ journal: string | null }>("SELECT to_regclass('journal_batch')::text AS journal");
  if (!table?.journal) return;
  for (const order of ['first_seq', 'first_seq DESC']) {
    // A deflated batch shows its first bytes only when it is inflated.
    const batches = await database.query<EndOfJournal>(
      `SELECT DISTINCT ON (venue) venue, encoding, CASE encoding WHEN 1 THEN bytes ELSE substring(bytes FOR 2) END AS bytes
       FROM journal_batch ORDER BY venue, ${order}`,
    );
    for (const { venue, encoding, bytes } of batches) refuseOther(venue, formatOf(encoding === 1 ? inflateRawSync(bytes) : bytes));
  }
}

function refuseOther(venue: string, format: number): void {
  if (format === journalFormat) return;
  const found = format === 0 ? 'was written before journals named their format' : `has format ${format}`;
  throw new JournalFormatRefused(
    `The ${venue} journal in this data folder ${found}; this version of Bourse reads format ${journalFormat}. Nothing was changed. ` +
      'Start with another folder (BOURSE_DATA=/path/to/new/folder npm start) or another database, or go on with the version that wrote it.',
  );
}
