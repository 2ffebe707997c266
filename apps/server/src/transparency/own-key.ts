import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSigner, type SignerKey, signerText } from '@bourse/transparency';

/** The key by which notary and witnesses know that a head comes from this server. It signs no head for customers. Made at the first start. */
export function ownKey(file: string): SignerKey {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const key = openSigner({ text, file }, 'bourse-server', 'log', () => randomBytes(32));
  if (text === undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${signerText(key)}\n`, { flag: 'wx', mode: 0o600 });
  }
  return key;
}
