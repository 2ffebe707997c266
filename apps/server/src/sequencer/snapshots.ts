import { createHash } from 'node:crypto';
import type { Venue } from '@bourse/protocol/enums';
import { sameBytes } from '../journal/journal.ts';
import type { Database } from '../platform/database.ts';

export interface Snapshot {
  seq: number;
  time: number;
  bytes: Uint8Array;
  stateHash: string;
}

/** Where engine states are kept. */
export interface SnapshotStore {
  /** Stores one and keeps only the newest `kept`. */
  save(venue: Venue, snapshot: Snapshot, kept: number): Promise<void>;
  /** Whole snapshots at or below `mostSeq`, newest first. One whose bytes do not match their checksum is left out. */
  load(venue: Venue, mostSeq: number): AsyncIterable<Snapshot>;
  /** Notes what the live engine's state was, for `verify` to compare. */
  recordHash(venue: Venue, seq: number, hash: string, occasion: 'snapshot' | 'shutdown'): Promise<void>;
}

/** Rows of this size: a driver makes text of each. */
const partBytes = 4 * 1024 * 1024;

export function createPostgresSnapshots(database: Database): SnapshotStore {
  return {
    save: (venue, { seq, time, bytes, stateHash }, kept) =>
      database.transaction(async (tx) => {
        const parts = Math.max(1, Math.ceil(bytes.length / partBytes));
        await tx.query('DELETE FROM snapshot WHERE venue = $1 AND seq = $2', [venue, seq]);
        await tx.query('INSERT INTO snapshot (venue, seq, time, size, parts, checksum, state_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
          venue,
          seq,
          time,
          bytes.length,
          parts,
          '',
          stateHash,
        ]);
        // The checksum grows with the parts: made at once, it would hold up the orders.
        const checksum = createHash('sha256');
        for (let part = 0; part < parts; part += 1) {
          const piece = bytes.subarray(part * partBytes, (part + 1) * partBytes);
          checksum.update(piece);
          await tx.query('INSERT INTO snapshot_part (venue, seq, part, bytes) VALUES ($1, $2, $3, $4)', [venue, seq, part, piece]);
        }
        await tx.query('UPDATE snapshot SET checksum = $3 WHERE venue = $1 AND seq = $2', [venue, seq, checksum.digest()]);
        await tx.query(
          'DELETE FROM snapshot WHERE venue = $1 AND seq NOT IN (SELECT seq FROM snapshot WHERE venue = $1 ORDER BY seq DESC LIMIT $2)',
          [venue, kept],
        );
      }),

    async *load(venue, mostSeq) {
      const found = await database.query<{ seq: bigint; time: bigint; checksum: Buffer; state_hash: string }>(
        'SELECT seq, time, checksum, state_hash FROM snapshot WHERE venue = $1 AND seq <= $2 ORDER BY seq DESC',
        [venue, Math.min(mostSeq, Number.MAX_SAFE_INTEGER)],
      );
      for (const { seq, time, checksum, state_hash } of found) {
        const parts: Buffer[] = [];
        for (let part = 0; ; part += 1) {
          const [row] = await database.query<{ bytes: Buffer }>(
            'SELECT bytes FROM snapshot_part WHERE venue = $1 AND seq = $2 AND part = $3',
            [venue, seq, part],
          );
          if (!row) break;
          parts.push(row.bytes);
        }
        const bytes = Buffer.concat(parts);
        if (sameBytes(digest(bytes), checksum)) yield { seq: Number(seq), time: Number(time), bytes, stateHash: state_hash };
      }
    },

    async recordHash(venue, seq, hash, occasion) {
      await database.query(
        'INSERT INTO state_hash (venue, seq, hash, occasion) VALUES ($1, $2, $3, $4) ON CONFLICT (venue, seq) DO UPDATE SET hash = excluded.hash, occasion = excluded.occasion',
        [venue, seq, hash, occasion],
      );
    },
  };
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

export interface MemorySnapshots extends SnapshotStore {
  readonly snapshots: Map<Venue, Snapshot[]>;
  readonly hashes: { venue: Venue; seq: number; hash: string }[];
}

export function createMemorySnapshots(): MemorySnapshots {
  const snapshots = new Map<Venue, Snapshot[]>();
  const hashes: { venue: Venue; seq: number; hash: string }[] = [];
  return {
    snapshots,
    hashes,
    async save(venue, snapshot, kept) {
      const others = (snapshots.get(venue) ?? []).filter(({ seq }) => seq !== snapshot.seq);
      const all = [...others, { ...snapshot, bytes: snapshot.bytes.slice() }].sort((a, b) => b.seq - a.seq);
      snapshots.set(venue, all.slice(0, kept));
    },
    async *load(venue, mostSeq) {
      for (const snapshot of snapshots.get(venue) ?? []) if (snapshot.seq <= mostSeq) yield { ...snapshot, bytes: snapshot.bytes.slice() };
    },
    async recordHash(venue, seq, hash) {
      hashes.push({ venue, seq, hash });
    },
  };
}
