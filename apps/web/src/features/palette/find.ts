import type { Instrument } from '../../data/index.ts';

/** Matches of the command palette for a few typed letters. */

export type Item = {
  key: string;
  title: string;
  under: string;
  words: string;
  kind: 'instrument' | 'screen';
  to: string;
  decimals?: number;
  /** Where an instrument's price comes from. */
  feed?: Instrument['source']['feed'];
};

const scattered = 10;
/**
 * Higher is better; 0 is no match. The whole name of what a symbol trades outranks the start of the symbol, then the start of a word, several words, the
 * middle of a word, and scattered letters.
 */
export function score(item: Item, query: string): number {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return 1;
  const title = item.title.toLowerCase();
  const words = item.words.toLowerCase();
  if (title === wanted) return 100;
  // Of several markets of one coin, the list's own order says which comes first.
  if (title.split(/[/-]/)[0] === wanted) return 90;
  if (title.startsWith(wanted)) return 80 - Math.min(20, title.length - wanted.length);
  const plain = wanted.replace(/[^\p{L}\p{N}]/gu, '');
  if (plain !== '' && title.replace(/[^\p{L}\p{N}]/gu, '').startsWith(plain)) return 55;
  const known = words.split(/[\s/·、-]+/);
  if (known.some((word) => word.startsWith(wanted))) return 45;
  // People write several words of which a screen has each: “dark mode”, “order history”.
  const written = wanted.split(/\s+/);
  if (written.length > 1 && written.every((part) => known.some((word) => word.startsWith(part)))) return 40;
  if (title.includes(wanted) || words.includes(wanted)) return 30;
  let at = 0;
  for (const letter of plain) {
    at = title.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return plain.length >= 3 ? scattered : 0;
}

/** What matches, the best first. Scattered letters count only where nothing matches better. */
export function find(items: readonly Item[], query: string, max = 12): Item[] {
  const scored = items.map((item, index) => ({ item, index, points: score(item, query) }));
  const least = scored.some(({ points }) => points > scattered) ? scattered : 0;
  return scored
    .filter(({ points }) => points > least)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .slice(0, max)
    .map(({ item }) => item);
}
