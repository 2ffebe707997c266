import { createHash } from 'node:crypto';
import type { Role } from '@bourse/protocol';
import { type Assertion, roleNames } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Queryable } from '../../platform/database.ts';
import type { OperatorMarks } from './marks.ts';

/** What the audit keeps of a key, so that nobody can put another in its place unseen. */
export const passkeyDigest = (id: string, publicKey: Uint8Array): string =>
  createHash('sha256').update(`bourse operator key 1\n${id}\n`).update(publicKey).digest('hex');

/** Where the console is reached: passkeys are bound to it. */
export interface Place {
  /** `http://localhost:8081` */
  origin: string;
  /** The host name: an address of digits cannot have passkeys. */
  rpId: string;
  /** In development, keys that software keeps may sign in. They say so by this id of their make. */
  softwareKeys: boolean;
  marks: OperatorMarks;
}

/** The make (AAGUID) that a software key of the development console names. */
export const softwareMake = 'b0055e00-de7e-4000-8000-000000000001';

export interface KeyRow extends Record<string, unknown> {
  id: string;
  operator_id: number;
  public_key: Buffer;
  counter: bigint;
  software: boolean;
  name: string;
  roles: Role[];
  ended_at: Date | null;
  mark: string | null;
}

export const knownRoles = (roles: readonly string[]): Role[] => roleNames.filter((name) => roles.includes(name));

/** A key that was enrolled here. One that somebody wrote into the table is none. */
export async function keyOf(db: Queryable, id: string, marks: OperatorMarks): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>(
    `SELECT k.id, k.operator_id, k.public_key, k.counter, k.software, k.mark, o.name, o.roles, o.ended_at
     FROM operator_key k JOIN operator o ON o.id = k.operator_id WHERE k.id = $1`,
    [id],
  );
  return row && marks.isKey(row) ? row : undefined;
}

/** The challenge that the browser says was signed. It is believed only once the signature over it holds. */
export function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    if (typeof challenge === 'string' && challenge.length <= 200) return challenge;
  } catch {
    // Refused below.
  }
  throw new Refusal('operatorKeyWrong');
}

/** Checks a signature of a known key over a challenge, with the user's presence verified. Returns the key's new counter. */
export async function checkAssertion(place: Place, key: KeyRow, assertion: Assertion, challenge: string): Promise<bigint> {
  if (key.software && !place.softwareKeys) throw new Refusal('operatorKeyUnknown');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
      requireUserVerification: true,
    });
    if (verified) return BigInt(authenticationInfo.newCounter);
  } catch {
    // The library's own words say how to get further; they stay here.
  }
  throw new Refusal('operatorKeyWrong');
}

export interface NewKey {
  id: string;
  publicKey: Buffer;
  counter: number;
  software: boolean;
}

export async function checkRegistration(
  place: Place,
  response: Parameters<typeof verifyRegistrationResponse>[0]['response'],
  challenge: string,
): Promise<NewKey> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
    });
    if (verified && registrationInfo) {
      const { credential, aaguid } = registrationInfo;
      const software = aaguid === softwareMake;
      if (!software || place.softwareKeys)
        return { id: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter, software };
    }
  } catch {
    // Refused below.
  }
  throw new Refusal('operatorKeyWrong');
}
