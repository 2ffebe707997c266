import type { Venue } from '@bourse/protocol/enums';
import {
  edgeTiles,
  entryBytes,
  hashBytes,
  leafHash,
  type ReadNodes,
  type Tile,
  type TileName,
  throughTiles,
  tilePath,
  tileWidth,
} from '@bourse/transparency';
import type { Queryable } from '../platform/database.ts';

/** The stored tree of a venue. */
export interface StoredTree {
  size: number;
  root: Uint8Array;
}

export async function storedTree(db: Queryable, venue: Venue): Promise<StoredTree | undefined> {
  const [row] = await db.query<{ size: bigint; root: Buffer }>('SELECT size, root FROM log_state WHERE venue = $1', [venue]);
  return row && { size: Number(row.size), root: new Uint8Array(row.root) };
}

/** Subtrees of the tree of the first `size` leaves. */
export const nodesIn = (db: Queryable, venue: Venue, size: number): ReadNodes =>
  throughTiles(size, (names) => Promise.all(names.map((name) => readTile(db, venue, name))));

/** A tile as wide as its name says. Throws when the stored log does not reach so far. */
export async function readTile(db: Queryable, venue: Venue, name: TileName): Promise<Tile> {
  const { level, index, width } = name;
  const hashes = level === 0 ? await entryHashes(db, venue, name) : await storedHashes(db, venue, name);
  if (hashes === undefined || hashes.length < width * hashBytes) throw new Error(`${tilePath(name)} of the ${venue} log is not stored.`);
  return { level, index, width, hashes: hashes.subarray(0, width * hashBytes) };
}

async function entryHashes(db: Queryable, venue: Venue, { index, width }: TileName): Promise<Uint8Array | undefined> {
  const entries = await readBundle(db, venue, index, width);
  if (entries === undefined) return undefined;
  const hashes = new Uint8Array(entries.length * hashBytes);
  entries.forEach((entry, at) => {
    hashes.set(leafHash(entry), at * hashBytes);
  });
  return hashes;
}

async function storedHashes(db: Queryable, venue: Venue, { level, index }: TileName): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ hashes: Buffer }>('SELECT hashes FROM log_tile WHERE venue = $1 AND level = $2 AND tile = $3', [
    venue,
    level,
    index,
  ]);
  return row && new Uint8Array(row.hashes);
}

/** The first `count` entries of a bundle; undefined when there are fewer. */
export async function readBundle(db: Queryable, venue: Venue, bundle: number, count: number): Promise<Uint8Array[] | undefined> {
  const [row] = await db.query<{ entries: Buffer }>(
    'SELECT substring(entries FOR $3) AS entries FROM log_bundle WHERE venue = $1 AND bundle = $2',
    [venue, bundle, count * entryBytes],
  );
  if (!row || row.entries.length !== count * entryBytes) return undefined;
  return Array.from({ length: count }, (_, at) => new Uint8Array(row.entries.subarray(at * entryBytes, (at + 1) * entryBytes)));
}

/** What a writer needs to go on behind `size` leaves: the tiles at the edge, and the entries of the last bundle if it is not whole. */
export async function edgeOf(db: Queryable, venue: Venue, size: number): Promise<{ tiles: Tile[]; entries: Uint8Array[] }> {
  const tiles = await Promise.all(edgeTiles(size).map((name) => readTile(db, venue, name)));
  const count = size % tileWidth;
  const entries = count === 0 ? [] : await readBundle(db, venue, Math.floor(size / tileWidth), count);
  if (entries === undefined) throw new Error(`The last bundle of the ${venue} log is missing or cut.`);
  return { tiles, entries };
}
