import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** Bytes of a key. */
export const keyBytes = 32;
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
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
  } catch {
    throw new NotSealedHere();
  }
}

export const newKey = (): Buffer => randomBytes(keyBytes);
