import { readFileSync } from 'node:fs';
import { parseVerifier, type SignerKey } from '@bourse/transparency';
import { httpCountersigner, type Witness } from './notary-client.ts';

/** Reads the file that lists witnesses: a line for each with its key, a space, and its address. Throws with a sentence for a line that is none. */
export function readWitnesses(file: string | undefined, own: SignerKey): Witness[] {
  if (file === undefined) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [key = '', address = '', ...more] = line.trim().split(/\s+/);
      if (more.length > 0 || !/^https?:\/\//.test(address))
        throw new Error(`${file}: "${line}" is not the key and the address of a witness.`);
      const verifier = parseVerifier(key);
      if (verifier.role !== 'witness') throw new Error(`${file}: the key of ${verifier.name} is not a witness's.`);
      return { key: verifier, at: httpCountersigner(() => address.replace(/\/$/, ''), own) };
    });
}
