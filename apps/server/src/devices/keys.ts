import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { lowForm } from '@bourse/protocol/signing';
import { LruMap } from '../platform/lru-map.ts';

const known = new LruMap<string, KeyObject>(20_000);

/** A public key, ready to verify. Undefined for text that is no point on the curve P-256 in the form that `signing.ts` describes. */
export function keyOf(publicKey: string): KeyObject | undefined {
  const seen = known.get(publicKey);
  if (seen) return seen;
  const point = bytesOf(publicKey);
  if (point?.length !== 65 || point[0] !== 4) return undefined;
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  try {
    // The import refuses a point that is not on the curve.
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    known.set(publicKey, key);
    return key;
  } catch {
    return undefined;
  }
}

/** Bytes of base64url that is written in its one form. */
export function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** SHA-256 of a public key's point, base64url. */
export const nameOfKey = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64url'), 'base64url');

/** The form of a signature that is kept; undefined for text that is none. */
export function signatureOf(text: string): Uint8Array | undefined {
  const bytes = bytesOf(text);
  return bytes && lowForm(bytes);
}

/** Verifies on the crypto threads: the event loop only hands the work over. */
export const isSignedBy = (key: KeyObject, text: string, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) =>
    verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature, (error, good) =>
      error ? reject(error) : resolve(good),
    ),
  );
