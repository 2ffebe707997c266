import { crc32 } from 'node:zlib';
import type { SequencedCommand } from '@bourse/engine';
import { decodeCommands, encodeCommands } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { genesisHash, nextHash } from '../journal/journal.ts';
import type { Database } from '../platform/database.ts';

/** What somebody with SQL and the source can do to a journal: change commands and make every checksum and hash anew. */
export async function forgeJournal(
  database: Database,
  venue: Venue,
  change: (command: SequencedCommand) => SequencedCommand,
): Promise<void> {
  const batches = await database.query<{ first_seq: bigint; bytes: Buffer }>(
    'SELECT first_seq, bytes FROM journal_batch WHERE venue = $1 ORDER BY first_seq',
    [venue],
  );
  let hash = genesisHash(venue);
  for (const { first_seq: firstSeq, bytes } of batches) {
    const forged = encodeCommands(decodeCommands(bytes).map(change));
    hash = nextHash(hash, forged);
    await database.query('UPDATE journal_batch SET bytes = $3, crc = $4, hash = $5 WHERE venue = $1 AND first_seq = $2', [
      venue,
      firstSeq,
      Buffer.from(forged),
      crc32(forged),
      Buffer.from(hash),
    ]);
  }
  await database.query('UPDATE journal_writer SET head_hash = $2 WHERE venue = $1', [venue, Buffer.from(hash)]);
}
