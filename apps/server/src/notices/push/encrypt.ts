import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Message encryption for Web Push (RFC 8291) with the content coding aes128gcm (RFC 8188): one record, which only the browser can read. */

/** Bytes of a record. The whole message is one. */
const recordSize = 4_096;
const tagBytes = 16;
/** Bytes that fit a record beside the tag and the mark of its end. */
export const plainAtMost = recordSize - tagBytes - 1;
const lastRecord = Buffer.from([2]);

export interface BrowserKeys {
  /** Uncompressed P-256 point, 65 bytes. */
  p256dh: Uint8Array;
  /** 16 bytes that only the browser and the exchange know. */
  auth: Uint8Array;
}

/** Our half of one message: made anew for each. Tests give those of the RFC. */
export interface OneTime {
  privateKey: Uint8Array;
  salt: Uint8Array;
}

export const newOneTime = (): OneTime => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), salt: randomBytes(16) };
};

const info = (text: string, ...rest: Uint8Array[]) => Buffer.concat([Buffer.from(`${text}\0`), ...rest]);
const derive = (secret: Uint8Array, salt: Uint8Array, about: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length));

/** The keys of a message, from either side: `secret` is the ECDH secret of both. RFC 8291, section 3.4. */
export function contentKeys(secret: Uint8Array, browser: BrowserKeys, ours: Uint8Array, salt: Uint8Array) {
  const ikm = derive(secret, browser.auth, info('WebPush: info', browser.p256dh, ours), 32);
  return {
    key: derive(ikm, salt, info('Content-Encoding: aes128gcm'), 16),
    nonce: derive(ikm, salt, info('Content-Encoding: nonce'), 12),
  };
}

/** Encrypts at most 4,079 bytes for a browser. Throws when its key is no point of the curve, or when there are more. */
export function encryptPush(plain: Uint8Array, browser: BrowserKeys, { privateKey, salt }: OneTime = newOneTime()): Buffer {
  if (plain.length > plainAtMost) throw new RangeError(`a push holds at most ${plainAtMost} bytes`);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const ours = ecdh.getPublicKey();
  const { key, nonce } = contentKeys(ecdh.computeSecret(browser.p256dh), browser, ours, salt);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, cipher.update(plain), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]);
}
