import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadKey, type KeyRole, openSigner, type SignerKey, signerText } from '@bourse/transparency';

/** A folder, key or setting that cannot be used, in words for whoever starts the program. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Makes sure that one process at a time signs with this folder: two would each remember half of what was signed. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'process');
  const write = () => writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (isAlive(holder))
      throw new CannotStart(
        `Process ${holder} signs with the folder ${folder}. Stop it, or remove ${file} if that process is another program.`,
      );
    rmSync(file, { force: true });
    write();
  }
  return () => rmSync(file, { force: true });
}

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

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
