import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '@bourse/key-process';
import { BadKey, type KeyRole, openSigner, type SignerKey, signerText } from '@bourse/transparency';

/** The key of the folder. It is made at the first start, for a name and a role that never change afterwards. */
export function keyOf(folder: string, name: string | undefined, role: KeyRole): SignerKey {
  const file = join(folder, 'key');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (text === undefined && name === undefined) throw new CannotStart('The first start makes the key and needs its name: set NOTARY_NAME.');
  try {
    const key = openSigner({ text, file: folder }, name, role, () => randomBytes(32));
    if (text === undefined) writeFileSync(file, `${signerText(key)}\n`, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    throw error instanceof BadKey ? new CannotStart(error.message) : error;
  }
}
