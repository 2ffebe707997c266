import { randomBytes } from 'node:crypto';
import type { EngineReader, Records } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { emptyRoot, hashBytes, leafHash, type Tile, TreeBuilder, tileWidth } from '@bourse/transparency';
import type { Database, Transaction } from '../platform/database.ts';
import { Columns, CopiedRows, replacing } from '../projections/columns.ts';
import { all, type Table } from '../projections/tables.ts';
import { type Answered, Definitions } from './definitions.ts';
import { type CommandLeaf, type LeafMaker, leavesOf, passOver } from './leaves.ts';
import { edgeOf } from './log-reader.ts';

/** Writes the log of a venue. One writer at a time: another's write makes this one's fail. */
export interface LogWriter {
  /** How many commands the stored log covers. Must be called first, and again after a failure. */
  open(): Promise<number>;
  /** The engine as it is before the first batch that is taken: the definitions in force then. Must be called before `take`. */
  begin(engine: EngineReader): void;
  /** Takes the commands of a batch and what they did. Those that the log covers already are passed over. */
  take(commands: readonly Answered[], records: Records): void;
  /** Commands that wait for `flush`. */
  readonly waiting: number;
  /** Stores what waits, in one transaction. */
  flush(): Promise<void>;
}

/** Another process has written the log meanwhile, or somebody changed it. */
export class LogMoved extends Error {
  override name = 'LogMoved';
}

/**
 * A log that was begun without terms states them so many commands later. A crash of the machine may lose the last commands of the log after their head was
 * signed; they are then made again as they were.
 */
export const termsLater = 16_384;

interface LeafRow {
  seq: number;
  leaves: Uint8Array;
}
const eventLeaves: Table<LeafRow> = {
  name: 'log_event_leaves',
  key: ['seq'],
  columns: { ...all('bigint', 'seq'), leaves: 'bytea' },
  cells: ({ seq, leaves }) => [seq, leaves],
};

export function createLogWriter(database: Database, venue: Venue): LogWriter {
  let maker: LeafMaker = { secret: new Uint8Array(0), definitions: new Definitions(), termsFrom: 1 };
  let builder = new TreeBuilder();
  /** What is stored. */
  let size = 0;
  /** Entries of the last bundle that is not whole, then those that wait. */
  let entries: Uint8Array[] = [];
  let rows: LeafRow[] = [];

  const add = ({ seq, entry, events }: CommandLeaf) => {
    builder.appendHash(leafHash(entry));
    entries.push(entry);
    if (events.length > 1) rows.push({ seq, leaves: Buffer.concat(events) });
  };

  return {
    async open() {
      await database.query('INSERT INTO log_state (venue, secret, root, terms_from) VALUES ($1, $2, $3, 1) ON CONFLICT DO NOTHING', [
        venue,
        randomBytes(32),
        emptyRoot(),
      ]);
      await database.query('UPDATE log_state SET terms_from = size + 1 + $2 WHERE venue = $1 AND terms_from IS NULL', [venue, termsLater]);
      const [state] = await database.query<{ secret: Buffer; size: bigint; terms_from: bigint }>(
        'SELECT secret, size, terms_from FROM log_state WHERE venue = $1',
        [venue],
      );
      if (!state) throw new LogMoved('The state of the log is gone.');
      const edge = await edgeOf(database, venue, Number(state.size));
      maker = { secret: new Uint8Array(state.secret), definitions: new Definitions(), termsFrom: Number(state.terms_from) };
      size = Number(state.size);
      builder = TreeBuilder.behind(size, edge.tiles);
      entries = edge.entries;
      rows = [];
      return size;
    },
    begin(engine) {
      maker.definitions = Definitions.of(engine);
    },
    take(commands, records) {
      const covered = commands.filter(({ sequenced }) => sequenced.seq <= builder.size);
      if (covered.length > 0) passOver(maker, covered, records);
      const beyond = commands.filter(({ sequenced }) => sequenced.seq > builder.size);
      const first = beyond[0]?.sequenced.seq;
      if (first === undefined) return;
      if (first !== builder.size + 1) throw new LogMoved(`The log goes on at ${builder.size + 1}, not at ${first}.`);
      for (const leaf of leavesOf(maker, beyond, beyond.length === commands.length ? records : records.after(first - 1))) add(leaf);
    },
    get waiting() {
      return builder.size - size;
    },
    async flush() {
      if (builder.size === size) return;
      const after = builder.size;
      const firstBundle = Math.floor(size / tileWidth);
      const tiles = [...builder.takeWhole(), ...builder.edge()].filter(({ level }) => level > 0);
      await database.transaction(async (tx) => {
        // The journal gives all of it again.
        await tx.query('SET LOCAL synchronous_commit = off');
        const moved = await tx.query('UPDATE log_state SET size = $3, root = $4 WHERE venue = $1 AND size = $2 RETURNING size', [
          venue,
          size,
          after,
          builder.root(),
        ]);
        if (moved.length === 0) throw new LogMoved(`The log of the ${venue} venue has another size than ${size}.`);
        await writeBundles(tx, venue, firstBundle, entries);
        await writeTiles(tx, venue, tiles);
        if (rows.length > 0) {
          const copied = new CopiedRows(venue, eventLeaves.columns);
          for (const row of rows) copied.add(eventLeaves.cells(row));
          await tx.copy(copied.statement(eventLeaves.name), copied.bytes());
        }
      });
      size = after;
      entries = entries.slice(entries.length - (after % tileWidth));
      rows = [];
    },
  };
}

async function writeBundles(tx: Transaction, venue: Venue, first: number, entries: readonly Uint8Array[]): Promise<void> {
  const page = new Columns({ bundle: 'bigint', entries: 'bytea' });
  for (let at = 0; at < entries.length; at += tileWidth) page.add(first + at / tileWidth, Buffer.concat(entries.slice(at, at + tileWidth)));
  await tx.query(page.insert('log_bundle', replacing(['venue', 'bundle'], page.names)), page.values(venue));
}

async function writeTiles(tx: Transaction, venue: Venue, tiles: readonly Tile[]): Promise<void> {
  if (tiles.length === 0) return;
  const page = new Columns({ level: 'smallint', tile: 'bigint', hashes: 'bytea' });
  // A tile that became whole may also have been at the edge before: the last one of a place counts.
  const last = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile]));
  for (const { level, index, width, hashes } of last.values()) page.add(level, index, hashes.subarray(0, width * hashBytes));
  await tx.query(page.insert('log_tile', replacing(['venue', 'level', 'tile'], page.names)), page.values(venue));
}
