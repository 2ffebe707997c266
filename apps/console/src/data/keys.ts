import type { AdminInput, Me } from '@bourse/protocol/admin';
import { ask, session } from './api.ts';
import { toBytes, toText } from './bytes.ts';
import { forgetSoftwareKey, makeSoftwareKey, softwareAssertion, softwareKeyId } from './software-key.ts';

type Assertion = AdminInput<'POST auth/finish'>['assertion'];
type Registration = AdminInput<'POST auth/enrol-finish'>['registration'];

export type KeyKind = 'passkey' | 'software';
const kindKey = 'console.key';

/** A passkey of the device signs a challenge, after it has asked the person. */
async function passkeyAssertion(challenge: string, rpId: string): Promise<Assertion> {
  const credential = (await navigator.credentials.get({
    publicKey: { challenge: toBytes(challenge), rpId, userVerification: 'required', timeout: 120_000 },
  })) as PublicKeyCredential | null;
  if (!credential) throw new Error('no passkey');
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle ? { userHandle: toText(userHandle) } : {}),
    },
  };
}

async function newPasskey(challenge: string, rpId: string, user: { id: string; name: string }): Promise<Registration> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge),
      rp: { id: rpId, name: 'Bourse console' },
      user: { id: toBytes(user.id), name: user.name, displayName: user.name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 120_000,
    },
  })) as PublicKeyCredential | null;
  if (!credential) throw new Error('no passkey');
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    response: { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) },
  };
}

/** Signs with the key that this tab signed in with. */
export async function sign(
  challenge: string,
  rpId: string,
  kind = (sessionStorage.getItem(kindKey) ?? 'passkey') as KeyKind,
): Promise<Assertion> {
  return kind === 'software' ? softwareAssertion(challenge, rpId) : passkeyAssertion(challenge, rpId);
}

export const hasSoftwareKey = (): boolean => softwareKeyId() !== null;

function begin(kind: KeyKind, token: string, me: Me): void {
  sessionStorage.setItem(kindKey, kind);
  session.begin(token, me);
}

export async function signIn(kind: KeyKind): Promise<void> {
  const { challenge, rpId } = await ask('POST auth/begin', {});
  const { token, me } = await ask('POST auth/finish', { assertion: await sign(challenge, rpId, kind) });
  begin(kind, token, me);
}

export async function enrol(kind: KeyKind, link: string, label: string): Promise<void> {
  const { challenge, rpId, user } = await ask('POST auth/enrol-begin', { link });
  const registration = kind === 'software' ? await makeSoftwareKey(challenge, rpId) : await newPasskey(challenge, rpId, user);
  try {
    const { token, me } = await ask('POST auth/enrol-finish', { link, label, registration });
    begin(kind, token, me);
  } catch (error) {
    if (kind === 'software') forgetSoftwareKey();
    throw error;
  }
}
