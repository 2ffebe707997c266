import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { sharedSecret } from '../../people/secrets.ts';
import type { Queryable } from '../../platform/database.ts';
import { seal, unseal } from '../../platform/sealing.ts';

/** Voluntary identification of the exchange to push services (RFC 8292). */
export interface Vapid {
  /** Uncompressed P-256 point, base64url: browsers subscribe for it alone. */
  publicKey: string;
  /** The `Authorization` of a push to this endpoint. */
  authorization(endpoint: URL, now: number): string;
}

/** The RFC allows a day. */
const validS = 12 * 3_600;
const json64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createVapid(privateKey: Buffer, contact: string): Vapid {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const point = ecdh.getPublicKey();
  const publicKey = point.toString('base64url');
  const key: KeyObject = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: privateKey.toString('base64url') },
      ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
    },
  });
  return {
    publicKey,
    authorization({ origin }, now) {
      const claims = json64({ aud: origin, exp: Math.floor(now / 1000) + validS, sub: contact });
      const signed = `${json64({ typ: 'JWT', alg: 'ES256' })}.${claims}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
      return `vapid t=${signed}.${signature}, k=${publicKey}`;
    },
  };
}

const sealedName = 'push key';

/** The exchange's key for pushes: made at the first start, shared by all servers, and sealed, so that a copy of the database signs nothing. */
export async function keptVapid(database: Queryable, key: Buffer, contact: string): Promise<Vapid> {
  const kept = await sharedSecret(database, 'push-key', async () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    // Without its leading zeros the key of one in 256 would be a byte short.
    const own = Buffer.alloc(32);
    const made = ecdh.getPrivateKey();
    made.copy(own, 32 - made.length);
    return { sealed: seal(key, sealedName, own).toString('base64') };
  });
  return createVapid(unseal(key, sealedName, Buffer.from(kept.sealed, 'base64')), contact);
}
