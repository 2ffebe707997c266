import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadKey, type KeyRole, parseSigner, type SignerKey, signerFromSeed, signerText } from '../keys.ts';

/** The secret key in a file that its user alone may read. It is made when there is none, for a name and a role that never change afterwards. Only for Node. */
export function keyInFile(file: string, name: string | undefined, role: KeyRole): SignerKey {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (name === undefined) throw new BadKey('The first start makes the key and needs its name.');
    const key = signerFromSeed(name, role, randomBytes(32));
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${signerText(key)}\n`, { flag: 'wx', mode: 0o600 });
    return key;
  }
  const key = parseSigner(text);
  if ((name !== undefined && key.name !== name) || key.role !== role)
    throw new BadKey(`The key in ${file} is of the ${key.role} ${key.name}, not of the ${role} ${name ?? key.name}.`);
  return key;
}
