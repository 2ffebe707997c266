import { jaroWinkler } from '@bourse/identity/names';

/** Letters that Unicode does not take apart, as banks write them. */
const asBanksWrite: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** A name's words in plain small letters, in order of the alphabet: "Müller, Eva-Maria" is "eva maria muller". */
export function foldName(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => asBanksWrite[letter]!)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** How alike two whole names are, from 0 to 1: unlike on a list, no word may be missing. From `similarEnough` on they count as one person's. */
export const nameLikeness = (one: string, other: string): number => jaroWinkler(foldName(one), foldName(other));
