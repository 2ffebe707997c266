import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '@bourse/key-process';
import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';

export interface Keys {
  /** Ed25519: signs the lines that leave, and the addresses that receive. */
  lineKey: Uint8Array;
  linePublicKey: Uint8Array;
  /** BIP 32: the keys of all hot wallets. */
  master: HDKey;
}

/** The keys of the folder, made at the first start. Throws `CannotStart` when others than the owner may read them. */
export function keysOf(folder: string): Keys {
  const lineKey = secretOf(join(folder, 'line-key'), 32);
  const master = HDKey.fromMasterSeed(secretOf(join(folder, 'seed'), 64));
  return { lineKey, linePublicKey: ed25519.getPublicKey(lineKey), master };
}

function secretOf(path: string, length: number): Uint8Array {
  if (!existsSync(path)) writeSecret(path, randomBytes(length).toString('hex'));
  if ((statSync(path).mode & 0o077) !== 0) throw new CannotStart(`Others may read ${path}. Only the signer's own user may: chmod 600.`);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]+$/.test(text) || text.length !== length * 2)
    throw new CannotStart(`${path} is no key of ${length} bytes in hexadecimal digits.`);
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** A key that a power cut takes back after an address was given out is money lost. */
function writeSecret(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, `${text}\n`);
  fsyncSync(file);
  closeSync(file);
  const directory = openSync(join(path, '..'), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
