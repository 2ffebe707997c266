import type { Venue } from '@bourse/protocol/enums';
import { parseTilePath, type TileName, tileWidth } from '@bourse/transparency';
import type { Database } from '../platform/database.ts';
import { readBundle, readTile } from './log-reader.ts';
import type { LogFiles } from './pages.ts';

/** The files of the logs, from the database. Only what a signed head covers is shown. */
export function storedLogFiles(database: Database): LogFiles {
  const signed = async (venue: Venue): Promise<{ note: string; size: number } | undefined> => {
    const [row] = await database.query<{ head: string | null; head_size: bigint }>(
      'SELECT head, head_size FROM log_state WHERE venue = $1',
      [venue],
    );
    return row && row.head !== null ? { note: row.head, size: Number(row.head_size) } : undefined;
  };
  const covers = async (venue: Venue, { level, index, width }: TileName) =>
    (index * tileWidth + width) * tileWidth ** level <= ((await signed(venue))?.size ?? 0);
  return {
    checkpoint: async (venue) => (await signed(venue))?.note,
    async tile(venue, path) {
      // A bundle of entries has the name of the tile of their hashes.
      const entries = path.startsWith('entries/');
      const name = parseTilePath(entries ? `tile/0/${path.slice('entries/'.length)}` : `tile/${path}`);
      if (name === undefined || !(await covers(venue, name))) return undefined;
      if (!entries) return Buffer.from((await readTile(database, venue, name)).hashes);
      const list = await readBundle(database, venue, name.index, name.width);
      return list && Buffer.concat(list.flatMap((entry) => [lengthOf(entry), entry]));
    },
  };
}

/** Two bytes, big endian. */
const lengthOf = ({ length }: Uint8Array): Buffer => Buffer.from([length >> 8, length & 255]);
