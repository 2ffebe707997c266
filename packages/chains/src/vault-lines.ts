import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** Which way a line goes. A line of one direction never passes for one of the other. */
export type Direction = 'to the signer' | 'from the signer';

/** Characters in one line. A request with three assertions has about 6,000. */
export const mostLine = 64 * 1024;

const signedText = (direction: Direction, body: string) => utf8ToBytes(`bourse signer 1\n${direction}\n${body}`);

/** One line: the body as text, and the Ed25519 signature over exactly that text. */
export const signLine = (direction: Direction, content: unknown, secret: Uint8Array): string => {
  const body = JSON.stringify(content);
  return JSON.stringify({ body, signature: base64.encode(ed25519.sign(signedText(direction, body), secret)) });
};

/** The body of a line that this key signed, or undefined. Never throws. */
export function openLine(direction: Direction, line: string, publicKey: Uint8Array): string | undefined {
  if (line.length > mostLine) return undefined;
  try {
    const { body, signature } = JSON.parse(line) as { body?: unknown; signature?: unknown };
    if (typeof body !== 'string' || typeof signature !== 'string') return undefined;
    return ed25519.verify(base64.decode(signature), signedText(direction, body), publicKey, { zip215: false }) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** An answer names the request that it answers: an old answer cannot stand in for another. */
export const digestOfBody = (body: string): string => bytesToHex(sha256(utf8ToBytes(body)));

/** Base64 of the public half of a key that signs lines. */
export const publicLineKey = (secret: Uint8Array): string => base64.encode(ed25519.getPublicKey(secret));
