import { createHash } from 'node:crypto';
import { canonicalJson } from '@bourse/protocol/canonical';
import { verifySignature } from '@simplewebauthn/server/helpers';
import type { Queryable } from '../platform/database.ts';

/** A decision of an operator that says what the operator signed: `proof` is the hash that the journal keeps of the assertion. */
export interface SignedDecision {
  operator: number;
  digest: string;
  proof: string;
}
interface Assertion {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}
export interface StoredAssertion {
  operator_id: number;
  assertion: Assertion;
}
export type OperatorKey = { id: string; operator_id: number; public_key: Buffer; mark: string | null };

/** Of authenticator data (WebAuthn, section 6.1): the byte of flags, and those of a present and verified person. */
const flagsAt = 32;
const presentAndVerified = 0x05;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

export const operatorKeys = (db: Queryable): Promise<OperatorKey[]> =>
  db.query<OperatorKey>('SELECT id, operator_id, public_key, mark FROM operator_key');

/** The stored assertions of these proofs, by proof. */
export async function storedAssertions(db: Queryable, proofs: readonly string[]): Promise<Map<string, StoredAssertion>> {
  const rows = await db.query<StoredAssertion & { hash: Buffer }>(
    'SELECT hash, operator_id, assertion FROM operator_assertion WHERE hash = ANY ($1::bytea[])',
    [proofs.map((proof) => Buffer.from(proof, 'base64url'))],
  );
  return new Map(rows.map((row) => [row.hash.toString('base64url'), row]));
}

/** Why an operator did not sign this; undefined: their key did. */
export async function whyNotSigned(
  { operator, digest, proof }: SignedDecision,
  stored: StoredAssertion | undefined,
  keys: readonly OperatorKey[],
): Promise<string | undefined> {
  if (!stored) return `the signature of operator ${operator} is not stored`;
  const { assertion } = stored;
  if (sha256(canonicalJson(assertion)).toString('base64url') !== proof) return `the stored signature of operator ${operator} was changed`;
  if (stored.operator_id !== operator) return `the signature is stored as that of operator ${stored.operator_id}`;
  const key = keys.find(({ id }) => id === assertion.id);
  if (key?.operator_id !== operator) return `operator ${operator} has no key ${assertion.id}`;
  const clientData = Buffer.from(assertion.response.clientDataJSON, 'base64url');
  const said = JSON.parse(clientData.toString('utf8')) as { type?: unknown; challenge?: unknown };
  if (said.type !== 'webauthn.get' || said.challenge !== digest) return `operator ${operator} signed something else`;
  const authenticator = Buffer.from(assertion.response.authenticatorData, 'base64url');
  if (((authenticator[flagsAt] ?? 0) & presentAndVerified) !== presentAndVerified)
    return `nobody was verified at the key of operator ${operator}`;
  const holds = await verifySignature({
    signature: new Uint8Array(Buffer.from(assertion.response.signature, 'base64url')),
    data: new Uint8Array(Buffer.concat([authenticator, sha256(clientData)])),
    credentialPublicKey: new Uint8Array(key.public_key),
  }).catch(() => false);
  return holds ? undefined : `the signature of operator ${operator} does not hold`;
}
