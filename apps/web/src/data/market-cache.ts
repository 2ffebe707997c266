/**
 * The market lists of the last visit, so that the first paint has rows. Written every 10 s, read once. Its prices are old and shown as
 * such.
 */

import { activeLanguage } from '../i18n/index.ts';
import { cache } from './answers.ts';
import { marketListPersistMs } from './limits.ts';
import { migrate, shelf } from './storage.ts';

const key = 'market_list';
const version = 0;
const names = ['GET pay/symbol/coin-page', 'GET pay/symbol/contract-page', 'GET pay/symbol/stock-page', 'GET pay/symbol/instruments'];
type Kept = { name: string; input: unknown; data: unknown; at: number };

export function restoreMarketLists(): void {
  const state = migrate(shelf('localStorage').getItem(key), []);
  const kept = state?.['lists'];
  // Names in another language would stay until the lists are read again.
  if (!Array.isArray(kept) || state?.['language'] !== activeLanguage()) return;
  // Anything that has arrived meanwhile is newer.
  for (const entry of kept as Kept[])
    if (names.includes(entry.name) && cache.read([entry.name, entry.input]).status === 'empty')
      cache.write([entry.name, entry.input], entry.data, Number(entry.at) || 0);
}

let written = 0;
function persist() {
  const lists = cache
    .entries()
    .filter(({ key: [name], entry }) => names.includes(name) && entry.status === 'ready')
    .sort((a, b) => b.entry.at - a.entry.at)
    .slice(0, 6)
    .map(({ key: [name, input], entry }): Kept => ({ name, input, data: entry.data, at: entry.at }));
  const newest = Math.max(0, ...lists.map((entry) => entry.at));
  if (newest <= written) return;
  written = newest;
  try {
    shelf('localStorage').setItem(key, JSON.stringify({ version, state: { language: activeLanguage(), lists } }));
  } catch {
    // Full storage costs only the fast first paint.
  }
}

export const persistMarketLists = (): ReturnType<typeof setInterval> => setInterval(persist, marketListPersistMs);
