import { encodeCommands, type Outcome } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import {
  type Evidence,
  eventLeaf,
  hashBytes,
  inclusionProof,
  nodesOf,
  type Opening,
  parseEntry,
  Salts,
  type ShownEntry,
  saltPlaces,
  sameHash,
  tileWidth,
  toBase64,
} from '@bourse/transparency';
import { commandAt } from '../journal/postgres-journal.ts';
import type { Database } from '../platform/database.ts';
import { outcomeToText } from '../projections/projection.ts';
import { nodesIn, readBundle } from './log-reader.ts';

/** An event to be shown: where it stands, and the texts that the log may hold of it. `side`: 1 for the maker's side of a trade, else 0. */
export interface ToShow {
  seq: number;
  index: number;
  side: 0 | 1;
  /** With the terms of the event, and as a log has it that does not state them yet. */
  texts: readonly [string, string];
}

/** The log holds something else than what is to be shown: histories were changed, or the log was. */
export class NotInLog extends Error {
  override name = 'NotInLog';
}

interface Signed {
  secret: Uint8Array;
  note: string;
  size: number;
}

async function signedHead(db: Database, venue: Venue): Promise<Signed | undefined> {
  const [row] = await db.query<{ secret: Buffer; head: string | null; head_size: bigint }>(
    'SELECT secret, head, head_size FROM log_state WHERE venue = $1',
    [venue],
  );
  return row && row.head !== null ? { secret: new Uint8Array(row.secret), note: row.head, size: Number(row.head_size) } : undefined;
}

/** Evidence of events, grouped by their commands in the order given. Null until a signed head covers all of them. Throws `NotInLog`. */
export async function evidenceOfEvents(db: Database, venue: Venue, events: readonly ToShow[]): Promise<Evidence | null> {
  const head = await signedHead(db, venue);
  if (head === undefined || events.some(({ seq }) => seq > head.size)) return null;
  const seqs = [...new Set(events.map(({ seq }) => seq))];
  const shown = await Promise.all(
    seqs.map(async (seq) => {
      const salts = new Salts(head.secret, seq);
      const own = events.filter((event) => event.seq === seq);
      return showEntry(db, venue, head, seq, async () => openEvents(await leavesOf(db, venue, seq), salts, own));
    }),
  );
  return { head: head.note, shown };
}

/** Evidence of a command and its outcome. Null until a signed head covers it. Throws `NotInLog`. */
export async function evidenceOfCommand(db: Database, venue: Venue, seq: number, outcome: Outcome): Promise<Evidence | null> {
  const head = await signedHead(db, venue);
  if (head === undefined || seq > head.size) return null;
  const sequenced = await commandAt(db, venue, seq);
  if (sequenced === undefined) throw new NotInLog(`Command ${seq} is not in the journal.`);
  const opening: Opening = {
    kind: 'command',
    salt: toBase64(new Salts(head.secret, seq).of(saltPlaces.command)),
    command: toBase64(encodeCommands([sequenced])),
    outcome: outcomeToText(outcome),
  };
  return { head: head.note, shown: [await showEntry(db, venue, head, seq, async () => [opening])] };
}

async function showEntry(db: Database, venue: Venue, head: Signed, seq: number, open: () => Promise<Opening[]>): Promise<ShownEntry> {
  const at = seq - 1;
  const entries = await readBundle(db, venue, Math.floor(at / tileWidth), (at % tileWidth) + 1);
  const entry = entries?.at(-1);
  if (entry === undefined || parseEntry(entry) === undefined) throw new NotInLog(`The entry of command ${seq} is missing.`);
  const path = await inclusionProof(at, head.size, nodesIn(db, venue, head.size));
  return { seq, entry: toBase64(entry), path: path.map(toBase64), opened: await open() };
}

/** The event leaves of a command with more than one. */
async function leavesOf(db: Database, venue: Venue, seq: number): Promise<Uint8Array[]> {
  const [row] = await db.query<{ leaves: Buffer }>('SELECT leaves FROM log_event_leaves WHERE venue = $1 AND seq = $2', [venue, seq]);
  if (!row) throw new NotInLog(`The log holds no event of command ${seq} that can be shown.`);
  return Array.from(
    { length: row.leaves.length / hashBytes },
    (_, at) => new Uint8Array(row.leaves.subarray(at * hashBytes, (at + 1) * hashBytes)),
  );
}

const openEvents = (leaves: readonly Uint8Array[], salts: Salts, events: readonly ToShow[]): Promise<Opening[]> =>
  Promise.all(
    events.map(async ({ seq, index, side, texts }): Promise<Opening> => {
      const salt = salts.of(saltPlaces.event(index, side)).slice();
      for (const text of texts) {
        const leaf = eventLeaf(salt, Buffer.from(text));
        const at = leaves.findIndex((one) => sameHash(one, leaf));
        if (at < 0) continue;
        const path = await inclusionProof(at, leaves.length, nodesOf(leaves));
        return { kind: 'event', salt: toBase64(salt), text, at, of: leaves.length, path: path.map(toBase64) };
      }
      throw new NotInLog(`Event ${index} of command ${seq} is not in the log as the histories hold it.`);
    }),
  );
