import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sharedSecret } from '../people/secrets.ts';
import type { Queryable } from '../platform/database.ts';
import { keyBytes, NotSealedHere, newKey, seal, unseal } from '../platform/sealing.ts';

const fileIn = (dataFolder: string) => join(dataFolder, 'keys', 'documents');

/**
 * The server's key for personal data, from a file that only the server's user can read; made at the first start. It is not in the database, so a copy of the
 * database shows nothing. Whoever loses it loses the documents: `docs/operations.md` says how to keep it.
 */
export function documentsKey(dataFolder: string): Buffer {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Another server of the same machine may make it at the same moment: whoever comes second reads the first one's.
    try {
      writeFileSync(file, `${newKey().toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (key.length !== keyBytes) throw new Error(`${file} does not hold a key of ${keyBytes} bytes in base64url.`);
  return key;
}

const checkName = 'documents key';

/** Throws when the key of this data folder is not the one that seals in this database: what one server seals, another could not open. */
export async function checkDocumentsKey(database: Queryable, dataFolder: string): Promise<void> {
  const key = documentsKey(dataFolder);
  const kept = await sharedSecret(database, 'documents-key-check', async () => ({
    sealed: seal(key, checkName, Buffer.alloc(0)).toString('base64'),
  }));
  try {
    unseal(key, checkName, Buffer.from(kept.sealed, 'base64'));
  } catch (error) {
    if (!(error instanceof NotSealedHere)) throw error;
    throw new Error(
      `${fileIn(dataFolder)} is not the key that seals documents in this database. Copy keys/documents from the data folder of the server that used the database before, then start again.`,
    );
  }
}
