import { toBytes, toText } from './bytes.ts';

/** A key that this browser's storage keeps, for development: it speaks WebAuthn, so that the server has one way of checking. Production refuses its make. */
const storeKey = 'console.software-key';
/** The make (AAGUID) by which the server knows such a key. */
const make = 'b0055e00de7e40008000000000000001';

interface Stored {
  id: string;
  key: JsonWebKey;
  counter: number;
}
const stored = (): Stored | null => JSON.parse(localStorage.getItem(storeKey) ?? 'null') as Stored | null;
export const softwareKeyId = (): string | null => stored()?.id ?? null;
export const forgetSoftwareKey = (): void => localStorage.removeItem(storeKey);

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const utf8 = (text: string) => new TextEncoder().encode(text);
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const digestOf = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const counted = (counter: number) => [counter >>> 24, (counter >>> 16) & 255, (counter >>> 8) & 255, counter & 255];
/** User present and verified; with the key: attested data too. */
const flags = { asserting: 0x05, making: 0x45 } as const;

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
  utf8(JSON.stringify({ type, challenge, origin: location.origin, crossOrigin: false }));

/** DER of a signature that WebCrypto gives as two numbers of 32 bytes. */
function der(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array): number[] => {
    const from = bytes.findIndex((byte) => byte !== 0);
    const value = from === -1 ? [0] : [...bytes.slice(from)];
    return (value[0] ?? 0) > 127 ? [2, value.length + 1, 0, ...value] : [2, value.length, ...value];
  };
  const body = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))];
  return Uint8Array.from([0x30, body.length, ...body]);
}

export async function makeSoftwareKey(challenge: string, rpId: string) {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const id = crypto.getRandomValues(new Uint8Array(32));
  // COSE key (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = joined([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], toBytes(x), [0x22, 0x58, 0x20], toBytes(y));
  const rpHash = await digestOf(utf8(rpId));
  const data = joined(rpHash, [flags.making], counted(0), fromHex(make), [0, id.length], id, cose);
  // {"fmt": "none", "attStmt": {}, "authData": …}
  const attestation = joined(
    [0xa3, 0x63, ...utf8('fmt'), 0x64, ...utf8('none'), 0x67, ...utf8('attStmt'), 0xa0, 0x68, ...utf8('authData')],
    [0x58, data.length],
    data,
  );
  localStorage.setItem(
    storeKey,
    JSON.stringify({ id: toText(id), key: await crypto.subtle.exportKey('jwk', pair.privateKey), counter: 0 } satisfies Stored),
  );
  return {
    id: toText(id),
    rawId: toText(id),
    type: 'public-key' as const,
    response: { clientDataJSON: toText(clientData('webauthn.create', challenge)), attestationObject: toText(attestation) },
  };
}

export async function softwareAssertion(challenge: string, rpId: string) {
  const kept = stored();
  if (!kept) throw new Error('no key');
  const counter = kept.counter + 1;
  localStorage.setItem(storeKey, JSON.stringify({ ...kept, counter } satisfies Stored));
  const key = await crypto.subtle.importKey('jwk', kept.key, algorithm, false, ['sign']);
  const client = clientData('webauthn.get', challenge);
  const data = joined(await digestOf(utf8(rpId)), [flags.asserting], counted(counter));
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, joined(data, await digestOf(client))));
  return {
    id: kept.id,
    rawId: kept.id,
    type: 'public-key' as const,
    response: { clientDataJSON: toText(client), authenticatorData: toText(data), signature: toText(der(signature)) },
  };
}
