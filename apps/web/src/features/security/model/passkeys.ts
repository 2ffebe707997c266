import type { CallInput, CallOutput } from '../../../data/index.ts';

type Creation = CallOutput<'POST system/passkey/begin'>;
export type PasskeyCreated = CallInput<'POST system/passkey/confirm'>['credential'];
export type PasskeyAssertion = CallInput<'POST system/passkey/sign-in'>['assertion'];

/** What stands in the way of a passkey here, or null. */
export type PasskeyObstacle = { kind: 'number' } | { kind: 'elsewhere'; site: string } | { kind: 'unsupported' };

/** `site` is the host that passkeys belong to; they work there and at hosts under it, and in no browser without WebAuthn. */
export function passkeyObstacle(site: string | null, host: string = location.hostname): PasskeyObstacle | null {
  if (site === null) return { kind: 'number' };
  if (host !== site && !host.endsWith(`.${site}`)) return { kind: 'elsewhere', site };
  return typeof globalThis.PublicKeyCredential === 'function' ? null : { kind: 'unsupported' };
}

/** The bytes of a challenge, from hexadecimal to base64url, as browsers take them. */
export const challengeText = (hex: string): string => {
  const bytes = hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const library = () => import('@simplewebauthn/browser');

/** Lets one of these passkeys sign a challenge. Rejects when the person cancels. */
export async function signWithPasskey(challenge: string, rpId: string, ids: readonly string[]): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  const allowCredentials = ids.map((id) => ({ id, type: 'public-key' as const }));
  const signed = await startAuthentication({ optionsJSON: { challenge, rpId, allowCredentials, userVerification: 'required' } });
  return signed as unknown as PasskeyAssertion;
}

/** Makes a passkey that can sign in without a name. Rejects when the person cancels, with `InvalidStateError` when this device has one already. */
export async function createPasskey({ challenge, rp, user, algorithms, existing }: Creation): Promise<PasskeyCreated> {
  const { startRegistration } = await library();
  const made = await startRegistration({
    optionsJSON: {
      ...{ challenge, rp, user, attestation: 'none' },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: existing.map((id) => ({ id, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    },
  });
  return made as unknown as PasskeyCreated;
}
