import { createHash, randomUUID } from 'node:crypto';
import type { Handler } from '../../calls/handlers.ts';
import { limits } from '../limits.ts';
import type { PeopleServices } from '../services.ts';
import { fileUrl } from './member.ts';
import { cleanPicture, type PictureType } from './pictures.ts';

const unusedKept = 20;

export const uploadPicture =
  (services: PeopleServices): Handler<'POST infra/file/upload'> =>
  async (_input, context) => {
    const { customerId } = context.session;
    await services.limits.take(limits.uploadsByCustomer, customerId);
    const { bytes: received } = await context.file();
    const { bytes, mimeType, width, height } = await cleanPicture(received);
    const id = randomUUID();
    const key = `pictures/${id.slice(0, 2)}/${id}`;
    // Store the bytes before the row. So a row always has its bytes, and nobody can reach bytes without a row.
    await services.files.put(key, bytes, mimeType);
    await services.database.query(
      `INSERT INTO file (id, customer_id, storage_key, mime_type, bytes, width, height, sha256, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        customerId,
        key,
        mimeType,
        bytes.length,
        width,
        height,
        createHash('sha256').update(bytes).digest(),
        new Date(services.clock.now()),
      ],
    );
    await forgetOldest(services, customerId);
    return { url: fileUrl(id), id, bytes: bytes.length, width, height };
  };

/** Removes the oldest of a customer's unused pictures beyond a number. Every use of pictures must be listed here. */
async function forgetOldest(services: PeopleServices, customerId: string): Promise<void> {
  const forgotten = await services.database.query<{ storage_key: string }>(
    `DELETE FROM file WHERE id IN (
       SELECT f.id FROM file f JOIN customer c ON c.id = f.customer_id
       WHERE f.customer_id = $1 AND f.id IS DISTINCT FROM c.avatar ORDER BY f.created_at DESC, f.id OFFSET $2)
     RETURNING storage_key`,
    [customerId, unusedKept],
  );
  for (const { storage_key } of forgotten) await services.files.remove(storage_key);
}

export interface OpenedFile {
  bytes: Buffer;
  mimeType: PictureType;
  /** A strong validator: the content never changes under an id. */
  etag: string;
}

/** A stored picture by its id, or undefined. Ids are random, so only those who know a picture's address can see it. */
export async function openFile(services: Pick<PeopleServices, 'database' | 'files'>, id: string): Promise<OpenedFile | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const [row] = await services.database.query<{ storage_key: string; mime_type: PictureType; sha256: Buffer }>(
    'SELECT storage_key, mime_type, sha256 FROM file WHERE id = $1',
    [id],
  );
  const bytes = row && (await services.files.get(row.storage_key));
  return row && bytes ? { bytes, mimeType: row.mime_type, etag: `"${row.sha256.toString('hex').slice(0, 32)}"` } : undefined;
}
