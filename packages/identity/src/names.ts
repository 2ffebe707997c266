/**
 * Latin letters that do not lose a mark but stand for others (ICAO Doc 9303, part 3, section 6, table A; the first of several choices). Letters that only
 * carry a mark are found by taking the mark away.
 */
const spelledOut: Readonly<Record<string, string>> = {
  ...{ Ä: 'AE', Å: 'AA', Æ: 'AE', Ð: 'D', Đ: 'D', Ħ: 'H', ı: 'I', Ĳ: 'IJ', ĸ: 'K', Ł: 'L', Ŀ: 'L', Ŋ: 'N', Ö: 'OE', Ø: 'OE' },
  ...{ Œ: 'OE', ß: 'SS', ẞ: 'SS', Þ: 'TH', Ŧ: 'T', Ü: 'UE' },
};
const marks = /\p{M}/gu;

/** Capital letters without marks; everything else as it is. `plain`: Ä, Ö, Ü and Å as their plain letters, which many documents print. */
export function transliterated(text: string, { plain = false } = {}): string {
  // A letter and its mark may come as one character or as two.
  const composed = text.normalize('NFC').toUpperCase().normalize('NFC');
  const spelled = Array.from(composed, (letter) => (plain && 'ÄÖÜÅ'.includes(letter) ? letter : (spelledOut[letter] ?? letter))).join('');
  return spelled.normalize('NFKD').replace(marks, '');
}

/** The words of a name, in capital Latin letters. Empty for a name in another script. */
export type NameParts = readonly string[];

/** Hyphens and spaces part words; apostrophes and dots do not. */
export const partsOf = (name: string, options?: { plain?: boolean }): NameParts =>
  transliterated(name, options)
    .replace(/['’`.]/g, '')
    .split(/[^A-Z]+/)
    .filter((part) => part !== '');

/** Share of a common beginning that Winkler's measure adds for each letter, for at most four. */
const prefixShare = 0.1;

/** Similarity of two words by Jaro and Winkler: from 0 to 1 for equal ones. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  if (a === '' || b === '') return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Array<boolean>(b.length).fill(false);
  const found: string[] = [];
  for (let at = 0; at < a.length; at += 1)
    for (let other = Math.max(0, at - reach); other <= Math.min(b.length - 1, at + reach); other += 1)
      if (!taken[other] && a[at] === b[other]) {
        taken[other] = true;
        found.push(a[at]!);
        break;
      }
  if (found.length === 0) return 0;
  const matched = [...b].filter((_, at) => taken[at]);
  const swapped = found.filter((letter, at) => letter !== matched[at]).length / 2;
  const same = found.length;
  const jaro = (same / a.length + same / b.length + (same - swapped) / same) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < Math.min(a.length, b.length) && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * prefixShare * (1 - jaro);
}

/**
 * Similarity of two names whose words may stand in another order, and of which one may leave words out: 0 to 1. The words of the shorter name each look
 * for their own in the longer one. One word alone is compared with the whole name.
 */
export function nameSimilarity(a: NameParts, b: NameParts): number {
  if (a.length === 0 || b.length === 0) return 0;
  const whole = jaroWinkler([...a].sort().join(''), [...b].sort().join(''));
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.length < 2) return whole;
  const left = [...many];
  let sum = 0;
  let letters = 0;
  for (const part of [...few].sort((x, y) => y.length - x.length)) {
    const best = left.reduce((found, other, at) => (jaroWinkler(part, other) > jaroWinkler(part, left[found]!) ? at : found), 0);
    sum += jaroWinkler(part, left[best]!) * part.length;
    letters += part.length;
    left.splice(best, 1);
  }
  return Math.max(whole, sum / letters);
}

/** From this similarity on, two names may be those of one person. */
export const similarEnough = 0.92;

/** Whether two names may be those of one person, with Ä, Ö, Ü and Å spelled either way. */
export const samePerson = (a: string, b: string): boolean => {
  const ways = (name: string) => [partsOf(name), partsOf(name, { plain: true })];
  return ways(a).some((one) => ways(b).some((other) => nameSimilarity(one, other) >= similarEnough));
};
