import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keyBytes, newKey } from '../platform/sealing.ts';

/**
 * The server's key for personal data, from a file that only the server's user can read; made at the first start. It is not in the database, so a copy of the
 * database shows nothing. Whoever loses it loses the documents: `docs/operations.md` says how to keep it.
 */
export function documentsKey(file: string): Buffer {
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
