import { createHash } from 'node:crypto';
import type { Assertion } from '@bourse/protocol/admin';
import { canonicalJson } from '@bourse/protocol/canonical';
import { Refusal } from '@bourse/protocol/errors';
import type { Now } from '../people/ports.ts';
import type { Transaction } from '../platform/database.ts';
import type { OperatorSession } from './port.ts';
import { challengeIn, checkAssertion, keyOf, type Place } from './sign-in/keys.ts';

/** Checks that the operator's own key signed exactly this digest. The assertion is kept; the journal gets its hash, which is answered. */
export const createSigned =
  ({ clock, place }: { clock: Now; place: Place }) =>
  async (tx: Transaction, { operatorId }: OperatorSession, digest: string, assertion: Assertion): Promise<string> => {
    const key = await keyOf(tx, assertion.id, place.marks);
    if (!key || key.operator_id !== Number(operatorId)) throw new Refusal('operatorKeyUnknown');
    if (challengeIn(assertion.response.clientDataJSON) !== digest) throw new Refusal('digestDiffers');
    const counter = await checkAssertion(place, key, assertion, digest);
    const at = new Date(clock.now());
    await tx.query('UPDATE operator_key SET counter = $2, last_used_at = $3 WHERE id = $1', [key.id, counter, at]);
    // In a form that follows from what the database gives back, so that the hash can be checked later.
    const text = canonicalJson(assertion);
    const hash = createHash('sha256').update(text).digest();
    await tx.query(
      'INSERT INTO operator_assertion (hash, operator_id, challenge, assertion, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [hash, key.operator_id, Buffer.from(digest, 'base64url'), text, at],
    );
    return hash.toString('base64url');
  };
export type Signed = ReturnType<typeof createSigned>;

/** A command id as the journal has it. */
export const uuidBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll('-', ''), 'hex'));
