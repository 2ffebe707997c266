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

/** Jaro's likeness with Winkler's bonus for a common beginning, from 0 to 1. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  if (one === '' || other === '') return 0;
  const [a, b] = [[...one], [...other]];
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const takenB = new Array<boolean>(b.length).fill(false);
  const commonA: string[] = [];
  a.forEach((letter, at) => {
    for (let from = Math.max(0, at - reach); from < Math.min(b.length, at + reach + 1); from += 1) {
      if (takenB[from] || b[from] !== letter) continue;
      takenB[from] = true;
      commonA.push(letter);
      return;
    }
  });
  const common = commonA.length;
  if (common === 0) return 0;
  const commonB = b.filter((_, at) => takenB[at]);
  const swapped = commonA.filter((letter, at) => letter !== commonB[at]).length / 2;
  const jaro = (common / a.length + common / b.length + (common - swapped) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && prefix < b.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** From here on two names count as one person's. */
export const sameNameFrom = 0.92;

export const nameLikeness = (one: string, other: string): number => jaroWinkler(foldName(one), foldName(other));
