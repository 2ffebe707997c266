import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { sharedSecret } from '../people/secrets.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * What the server does under its own keys, which all gateways share: it seals secrets that it must read again, and signs what it need only recognise.
 * `whose` binds both to one customer: a row that is copied to another customer opens nothing.
 */
export interface FactorKeys {
  seal(secret: Buffer, whose: string): Buffer;
  /** Throws for what was not sealed for this customer. */
  unseal(sealed: Buffer, whose: string): Buffer;
  /** HMAC-SHA-256. */
  sign(text: string | Buffer, purpose: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

export async function createFactorKeys(database: Queryable): Promise<FactorKeys> {
  const kept = await sharedSecret(database, 'factor-keys', async () => ({
    sealing: randomBytes(32).toString('base64'),
    signing: randomBytes(32).toString('base64'),
  }));
  const sealing = Buffer.from(kept.sealing, 'base64');
  const signing = Buffer.from(kept.signing, 'base64');
  return {
    seal(secret, whose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(whose));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    unseal(sealed, whose) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(whose)).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
    sign: (text, purpose) => createHmac('sha256', signing).update(`${purpose}\n`).update(text).digest(),
  };
}
