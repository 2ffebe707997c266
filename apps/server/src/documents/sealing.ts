import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Sealed bytes that were changed, cut, or sealed for something else or with another key. */
export class NotSealedHere extends Error {
  constructor() {
    super('These bytes cannot be opened with this key, or they were changed.');
    this.name = 'NotSealedHere';
  }
}

/** Encrypts bytes with AES-256-GCM: nonce (12 bytes) ‖ ciphertext ‖ tag (16). They open only under the same name, so no row can pass for another. */
export function seal(key: Uint8Array, name: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws `NotSealedHere`. */
export function unseal(key: Uint8Array, name: string, sealed: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new NotSealedHere();
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
  } catch {
    throw new NotSealedHere();
  }
}

export const newKey = (): Buffer => randomBytes(keyBytes);

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
