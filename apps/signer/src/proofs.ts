import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { base64 } from '@scure/base';

/** What an authenticator answers to a challenge (WebAuthn), each part in base64. */
export interface Assertion {
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
}

export interface RelyingParty {
  id: string;
  origins: readonly string[];
}

const [userPresent, userVerified] = [0x01, 0x04];

/** Whether the key's owner, verified by the authenticator, signed exactly this challenge (base64url) for this exchange. Never throws. */
export function isAsserted(assertion: Assertion, challenge: string, key: KeyObject, { id, origins }: RelyingParty): boolean {
  try {
    const [authenticator, client] = [
      Buffer.from(base64.decode(assertion.authenticatorData)),
      Buffer.from(base64.decode(assertion.clientDataJSON)),
    ];
    const told = JSON.parse(client.toString('utf8')) as Record<string, unknown>;
    if (told['type'] !== 'webauthn.get' || told['challenge'] !== challenge) return false;
    if (typeof told['origin'] !== 'string' || !origins.includes(told['origin']) || told['crossOrigin'] === true) return false;
    const party = createHash('sha256').update(id).digest();
    if (authenticator.length < 37 || !authenticator.subarray(0, 32).equals(party)) return false;
    if ((authenticator[32]! & (userPresent | userVerified)) !== (userPresent | userVerified)) return false;
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()]);
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    return verify(algorithm, signed, key, base64.decode(assertion.signature));
  } catch {
    return false;
  }
}

/** A public key in DER (SPKI) of a kind that passkeys have, or undefined. */
export function passkeyOf(spki: Uint8Array): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const isPasskey =
      type === 'ed25519' || details?.namedCurve === 'prime256v1' || (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048);
    return isPasskey ? key : undefined;
  } catch {
    return undefined;
  }
}
