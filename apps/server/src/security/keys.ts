import { createHmac, randomBytes } from 'node:crypto';
import { sealedSecret } from '../people/secrets.ts';
import type { Queryable } from '../platform/database.ts';
import { seal, unseal } from '../platform/sealing.ts';

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

export async function createFactorKeys(database: Queryable, key: Uint8Array): Promise<FactorKeys> {
  const kept = await sealedSecret(database, key, 'factor-keys', async () => ({
    sealing: randomBytes(32).toString('base64'),
    signing: randomBytes(32).toString('base64'),
  }));
  const sealing = Buffer.from(kept.sealing, 'base64');
  const signing = Buffer.from(kept.signing, 'base64');
  return {
    seal: (secret, whose) => seal(sealing, whose, secret),
    unseal: (sealed, whose) => unseal(sealing, whose, sealed),
    sign: (text, purpose) => createHmac('sha256', signing).update(`${purpose}\n`).update(text).digest(),
  };
}
