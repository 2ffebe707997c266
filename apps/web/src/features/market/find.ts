/** Instant search over loaded data: instruments by symbol and name, screens by name. */

export interface Found<Item> {
  item: Item;
  /** Lower is better. */
  rank: number;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s/._-]/g, '');

/** How well a text matches a query: equal, starts with, a word starts with, contains; undefined for no match. */
export function rankOf(text: string, query: string): number | undefined {
  const wanted = fold(query);
  if (wanted === '') return undefined;
  const whole = fold(text);
  if (whole === wanted) return 0;
  if (whole.startsWith(wanted)) return 1;
  if (text.split(/[\s/._、-]+/).some((word) => fold(word).startsWith(wanted))) return 2;
  return whole.includes(wanted) ? 3 : undefined;
}

export function find<Item>(items: readonly Item[], query: string, texts: (item: Item) => readonly string[], limit = 20): Item[] {
  const found: (Found<Item> & { at: number })[] = [];
  for (const [at, item] of items.entries()) {
    const ranks = texts(item).map((text, place) => {
      const rank = rankOf(text, query);
      // A match in the symbol outranks one in the name.
      return rank === undefined ? undefined : rank + (place === 0 ? 0 : 0.5);
    });
    const best = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
    if (Number.isFinite(best)) found.push({ item, rank: best, at });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, limit)
    .map(({ item }) => item);
}

const recentKey = 'market.recent';
const most = 8;
export function readRecent(store: Pick<Storage, 'getItem'>): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(recentKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((symbol): symbol is string => typeof symbol === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}
export const addRecent = (recent: readonly string[], symbol: string): string[] =>
  [symbol, ...recent.filter((other) => other !== symbol)].slice(0, most);
export const keepRecent = (store: Pick<Storage, 'setItem'>, recent: readonly string[]): void =>
  store.setItem(recentKey, JSON.stringify(recent));
