import { createCipheriv, randomBytes } from 'node:crypto';

const wordsAtOnce = 256;

/** Draws that nobody can foresee. */
export interface Chance {
  /** At least 0, below 1. */
  uniform(): number;
}

/** AES-256 under a key that is drawn for this purpose alone and kept nowhere: what is drawn from it has nothing in common with any other draw. */
export function secretChance(key: Uint8Array = randomBytes(32)): Chance {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(4 * wordsAtOnce);
  let words = new Uint32Array(0);
  let at = 0;
  return {
    uniform() {
      if (at === words.length) {
        words = new Uint32Array(new Uint8Array(cipher.update(zeros)).buffer);
        at = 0;
      }
      return words[at++]! / 2 ** 32;
    },
  };
}

/** Mean 0, variance 1. */
export const normal = (chance: Chance): number => Math.sqrt(-2 * Math.log(1 - chance.uniform())) * Math.cos(2 * Math.PI * chance.uniform());

/** Mean 1, with a long tail: the larger `spread`, the longer. */
export const uneven = (chance: Chance, spread: number): number => Math.exp(spread * normal(chance) - (spread * spread) / 2);
