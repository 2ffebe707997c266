import { crc32 } from 'node:zlib';
import type { SequencedCommand } from '@bourse/engine';
import { decodeCommands, encodeCommands } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { genesisHash, nextHash } from '../journal/journal.ts';
import type { Database } from '../platform/database.ts';

/** What somebody with SQL and the source can do to a journal: change commands, put others between them, number all behind them anew, and make every checksum and hash anew. */
export async function forgeJournal(
  database: Database,
  venue: Venue,
  change: (command: SequencedCommand) => SequencedCommand | readonly SequencedCommand[],
): Promise<void> {
  const batches = await database.query<{ first_seq: bigint; epoch: bigint; time: bigint; encoding: number; bytes: Buffer }>(
    'DELETE FROM journal_batch WHERE venue = $1 RETURNING first_seq, epoch, time, encoding, bytes',
    [venue],
  );
  batches.sort((a, b) => Number(a.first_seq - b.first_seq));
  let hash = genesisHash(venue);
  let seq = 0;
  for (const { epoch, time, encoding, bytes } of batches) {
    const firstSeq = seq + 1;
    const commands = decodeCommands(bytes).flatMap(change);
    const forged = encodeCommands(
      commands.map((command) => {
        seq += 1;
        return { ...command, seq };
      }),
    );
    hash = nextHash(hash, forged);
    await database.query(
      'INSERT INTO journal_batch (venue, first_seq, count, epoch, time, encoding, bytes, crc, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [venue, firstSeq, commands.length, epoch, time, encoding, Buffer.from(forged), crc32(forged), Buffer.from(hash)],
    );
  }
  await database.query('UPDATE journal_writer SET head_hash = $2, next_seq = $3 WHERE venue = $1', [venue, Buffer.from(hash), seq + 1]);
}
