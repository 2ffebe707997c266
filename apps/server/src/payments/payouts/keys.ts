import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import type { OperatorMarks } from '../../operators/sign-in/marks.ts';
import type { Queryable } from '../../platform/database.ts';

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');

/** A passkey's public key, which authenticators write in COSE, as SPKI in DER. Undefined: of a kind that is not signed with here. */
export function spkiOf(coseKey: Uint8Array): Buffer | undefined {
  try {
    const key = decodeCredentialPublicKey(new Uint8Array(coseKey));
    const jwk: JsonWebKey | undefined = cose.isCOSEPublicKeyEC2(key)
      ? { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) }
      : cose.isCOSEPublicKeyOKP(key)
        ? { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) }
        : cose.isCOSEPublicKeyRSA(key)
          ? { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
          : undefined;
    return jwk && createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Of a customer's passkey. */
export async function publicKeyOf(db: Queryable, id: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ public_key: Buffer }>('SELECT public_key FROM passkey WHERE id = $1', [id]);
  return row && spkiOf(row.public_key);
}

/** Public keys of operators who may act, for the signer's policy of a development server. One key each: the one that was made last. */
export async function operatorKeys(database: Queryable, marks: OperatorMarks): Promise<Record<string, string>> {
  const rows = await database.query<{ id: string; operator_id: number; public_key: Buffer; mark: string | null }>(
    `SELECT k.id, k.operator_id, k.public_key, k.mark FROM operator_key k JOIN operator o ON o.id = k.operator_id
     WHERE o.ended_at IS NULL ORDER BY k.operator_id, k.created_at`,
  );
  return Object.fromEntries(
    // The last of an operator counts.
    rows.filter(marks.isKey).flatMap(({ operator_id, public_key }) => {
      const spki = spkiOf(public_key);
      return spki ? [[String(operator_id), spki.toString('base64')]] : [];
    }),
  );
}
