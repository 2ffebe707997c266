import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a test may do wrong on purpose. */
export interface Forgery {
  /** Another page than the relying party's. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The signature counter to claim. Without it, the authenticator counts on. */
  counter?: number;
  /** `false`: the person was not asked for a finger, a face or a PIN. */
  userVerified?: boolean;
}

/** The part of a server's options that an authenticator needs to make a credential. */
export interface CreationOptions {
  challenge: string;
  rp: { id?: string | undefined };
  user: { id: string };
}

/** The part of a server's options that an authenticator needs to sign. */
export interface RequestOptions {
  challenge: string;
  rpId?: string | undefined;
}

export interface Registered {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
  clientExtensionResults: Record<string, unknown>;
}

export interface Asserted {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
  clientExtensionResults: Record<string, unknown>;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** CBOR (RFC 8949) of what an attestation holds: integers, byte strings, text and maps. */
export function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

/** The public key as COSE (RFC 9053) writes a point of P-256 for ES256. */
export function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' }) as { x?: string; y?: string };
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** User present, user verified, attested credential data follows. */
const flags = { present: 1, verified: 4, attested: 64 } as const;

/**
 * A passkey in software, for tests: ES256, attestation `none`, user verification. `origin` is the page that it believes to be on. One authenticator
 * holds one credential. It is no mock of the server's library: it makes the bytes that a browser would send.
 */
export function softwareAuthenticator(origin: string) {
  const { privateKey: made } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = createPrivateKey(made.export({ type: 'pkcs8', format: 'pem' }));
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, { origin: page = origin }: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));

  const authenticatorData = (rpId: string, forged: Forgery, credential?: Buffer) => {
    counter = forged.counter ?? counter + 1;
    const verified = forged.userVerified === false ? 0 : flags.verified;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const head = Buffer.from([flags.present | verified | (credential ? flags.attested : 0)]);
    return Buffer.concat([sha256(rpId), head, counted, ...(credential ? [credential] : [])]);
  };

  return {
    /** The credential's id, base64url. */
    id: base64url(id),

    /** Makes the credential, as `navigator.credentials.create` would. */
    register(options: CreationOptions, forged: Forgery = {}): Registered {
      userHandle = options.user.id;
      const rpId = forged.rpId ?? options.rp.id ?? new URL(origin).hostname;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rpId, forged, credential)],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', forged.challenge ?? options.challenge, forged)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },

    /** Signs a challenge, as `navigator.credentials.get` would. */
    assert(options: RequestOptions, forged: Forgery = {}): Asserted {
      const client = clientData('webauthn.get', forged.challenge ?? options.challenge, forged);
      const data = authenticatorData(forged.rpId ?? options.rpId ?? new URL(origin).hostname, forged);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), { key, dsaEncoding: 'der' });
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}
export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
