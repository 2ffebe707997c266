import { createHash, randomUUID } from 'node:crypto';
import type { DocumentPurpose } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { cleanPicture } from '../people/member/pictures.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { newKey, seal, unseal } from '../platform/sealing.ts';
import type { Storage } from '../platform/storage.ts';

export interface DocumentServices {
  database: Database;
  clock: Now;
  files: Storage;
  /** Of the server: `documentsKey`. */
  key: Uint8Array;
}

/** A ticket is used within this time. */
const ticketLifeMs = 15 * 60_000;
/** Tickets of one customer that are open at a time. */
const openTicketsAtMost = 12;
/** A document that nothing uses is erased after this time. */
const unusedKeptMs = 24 * 3_600_000;
/** Documents of one customer that nothing uses yet. */
const unusedAtMost = 24;
const erasedAtOnce = 200;

export interface StoredDocument {
  id: string;
  sha256: string;
  width: number;
  height: number;
}

const keyName = (id: string) => `document key ${id}`;
const bytesName = (id: string) => `document ${id}`;

/** Evidence that customers send: pictures, re-encoded, sealed, and shown only to those who say why. */
export function createDocuments({ database, clock, files, key }: DocumentServices) {
  const now = () => new Date(clock.now());

  const tooMany = () => new Refusal('tooManyAttempts', { minutes: unusedKeptMs / 60_000 });

  /** Seals a picture that a customer sent. Its metadata, such as the place where it was taken, is gone. */
  async function keep(customerId: string, purpose: DocumentPurpose, received: Buffer, id: string = randomUUID()): Promise<StoredDocument> {
    // Encoding a picture anew is the dearest work that a stranger can ask for: whoever has too many gets none of it.
    const [unused] = await database.query<{ n: bigint }>(
      'SELECT count(*) AS n FROM document WHERE customer_id = $1 AND used_by IS NULL AND erased_at IS NULL',
      [customerId],
    );
    if (Number(unused?.n ?? 0n) >= unusedAtMost) throw tooMany();
    const { bytes, mimeType, width, height } = await cleanPicture(received);
    const own = newKey();
    const storageKey = `documents/${id.slice(0, 2)}/${id}`;
    const sha256 = createHash('sha256').update(bytes).digest();
    // The bytes come first: a row without bytes would be a document that cannot be shown.
    await files.put(storageKey, seal(own, bytesName(id), bytes), 'application/octet-stream');
    const kept = await database.query(
      `INSERT INTO document (id, customer_id, purpose, mime_type, bytes, width, height, sha256, storage_key, sealed_key, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
       WHERE (SELECT count(*) FROM document WHERE customer_id = $2 AND used_by IS NULL AND erased_at IS NULL) < $12 RETURNING id`,
      [
        ...[id, customerId, purpose, mimeType, bytes.length, width, height, sha256, storageKey],
        ...[seal(key, keyName(id), own), now(), unusedAtMost],
      ],
    );
    if (kept.length === 0) {
      await files.remove(storageKey);
      throw tooMany();
    }
    return { id, sha256: sha256.toString('hex'), width, height };
  }

  return {
    keep,

    /** Permission to upload one document. */
    async ticket(customerId: string, purpose: DocumentPurpose): Promise<{ id: string; expiresAt: number }> {
      const id = randomUUID();
      const expiresAt = clock.now() + ticketLifeMs;
      const made = await database.query(
        `INSERT INTO upload_ticket (id, customer_id, purpose, expires_at) SELECT $1, $2, $3, $4
         WHERE (SELECT count(*) FROM upload_ticket WHERE customer_id = $2 AND expires_at > $5) < $6 RETURNING id`,
        [id, customerId, purpose, new Date(expiresAt), now(), openTicketsAtMost],
      );
      if (made.length === 0) throw new Refusal('tooManyAttempts', { minutes: ticketLifeMs / 60_000 });
      return { id, expiresAt };
    },

    /** Uses a ticket up. A picture that is refused uses it up as well. */
    async upload(customerId: string, ticket: string, read: () => Promise<Buffer>): Promise<StoredDocument> {
      const [taken] = await database.query<{ purpose: DocumentPurpose }>(
        'DELETE FROM upload_ticket WHERE id = $1 AND customer_id = $2 AND expires_at > $3 RETURNING purpose',
        [ticket, customerId, now()],
      );
      if (!taken) throw new Refusal('uploadTicketOver');
      return keep(customerId, taken.purpose, await read());
    },

    /** Ties documents to what they prove; each serves once, for its purpose and its customer. */
    async use(
      tx: Queryable,
      customerId: string,
      purpose: DocumentPurpose,
      ids: readonly string[],
      usedBy: string,
    ): Promise<StoredDocument[]> {
      const rows = await tx.query<{ id: string; sha256: Buffer; width: number; height: number }>(
        `UPDATE document SET used_by = $4 WHERE id = ANY($1::uuid[]) AND customer_id = $2 AND purpose = $3 AND used_by IS NULL AND erased_at IS NULL
         RETURNING id, sha256, width, height`,
        [ids, customerId, purpose, usedBy],
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = found.get(id);
        if (!row || ids.indexOf(id) !== ids.lastIndexOf(id)) throw new Refusal('documentUnknown');
        return { ...row, sha256: row.sha256.toString('hex') };
      });
    },

    /** The picture of a document. The view is recorded before it is shown. Undefined: there is none, or it was erased. */
    async open(id: string, viewer: string, reason: string): Promise<{ bytes: Buffer; mimeType: string } | undefined> {
      const [row] = await database.query<{ mime_type: string; storage_key: string; sealed_key: Buffer | null }>(
        'SELECT mime_type, storage_key, sealed_key FROM document WHERE id = $1',
        [id],
      );
      if (!row?.sealed_key) return undefined;
      await database.query('INSERT INTO document_view (document_id, viewer, reason, at) VALUES ($1, $2, $3, $4)', [
        id,
        viewer,
        reason,
        now(),
      ]);
      const sealed = await files.get(row.storage_key);
      return sealed && { bytes: unseal(unseal(key, keyName(id), row.sealed_key), bytesName(id), sealed), mimeType: row.mime_type };
    },

    /** Makes documents unreadable for ever: first their keys go, then their bytes. */
    erase,

    /** Erases what was uploaded and never used, and forgets tickets that are over. */
    async sweep(): Promise<void> {
      await database.query('DELETE FROM upload_ticket WHERE expires_at <= $1', [now()]);
      const unused = await database.query<{ id: string }>(
        'SELECT id FROM document WHERE used_by IS NULL AND erased_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2',
        [new Date(clock.now() - unusedKeptMs), erasedAtOnce],
      );
      await erase(unused.map(({ id }) => id));
    },
  };

  async function erase(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await database.query<{ storage_key: string }>(
      'UPDATE document SET sealed_key = NULL, erased_at = coalesce(erased_at, $2) WHERE id = ANY($1::uuid[]) RETURNING storage_key',
      [ids, now()],
    );
    for (const { storage_key } of rows) await files.remove(storage_key);
  }
}
export type Documents = ReturnType<typeof createDocuments>;
