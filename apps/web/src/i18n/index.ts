import type { Arguments, Key } from '@bourse/words/keys';
import { formatLocale, isRtl } from '@bourse/words/languages';
import type { Pack } from '@bourse/words/packs';
import { type Compiled, speak, type Values } from '@bourse/words/speak';
import { useSyncExternalStore } from 'react';

export type { Key, PlainKey } from '@bourse/words/keys';
export { chooseLanguage, formatLocale, type Language, offered } from '@bourse/words/languages';
export type { Values } from '@bourse/words/speak';

type Chunk = { default: Readonly<Record<string, Compiled>> };
/** The packs of each language, compiled at build time: see `packages/words/src/packs.ts`. */
export type Chunks = Record<Exclude<Pack, 'console'>, () => Promise<Chunk>>;
const chunks: Record<string, Chunks> = {
  en: {
    core: () => import('virtual:messages/en/core'),
    landing: () => import('virtual:messages/en/landing'),
    trade: () => import('virtual:messages/en/trade'),
    orders: () => import('virtual:messages/en/orders'),
    leverage: () => import('virtual:messages/en/leverage'),
    rest: () => import('virtual:messages/en/rest'),
  },
  'zh-CN': {
    core: () => import('virtual:messages/zh-CN/core'),
    landing: () => import('virtual:messages/zh-CN/landing'),
    trade: () => import('virtual:messages/zh-CN/trade'),
    orders: () => import('virtual:messages/zh-CN/orders'),
    leverage: () => import('virtual:messages/zh-CN/leverage'),
    rest: () => import('virtual:messages/zh-CN/rest'),
  },
};

/** Pseudo-languages are for tests. Keep their list out of the first chunk. */
async function chunksOf(code: string): Promise<Chunks> {
  return chunks[code] ?? (await import('./pseudo.ts')).chunks[code]!;
}

let messages: Readonly<Record<string, Compiled>> = {};
let active = '';
const listeners = new Set<() => void>();

function activate(code: string, words: Readonly<Record<string, Compiled>>) {
  messages = active === code ? { ...messages, ...words } : words;
  active = code;
  document.documentElement.lang = code;
  document.documentElement.dir = isRtl(code) ? 'rtl' : 'ltr';
  for (const listener of listeners) listener();
}

/** The first pack of a language: enough for the shell and the first screens. */
export async function startLanguage(code: string): Promise<void> {
  active = code;
  const { default: words } = await (await chunksOf(code)).core();
  if (active === code) activate(code, words);
}

const arriving = new Map<string, Promise<void>>();
/** Loads the words that a screen waits for. A pack that failed to load can be requested again. */
export function wordsOf(pack: keyof Chunks): Promise<void> {
  const code = active;
  const key = `${code} ${pack}`;
  const known = arriving.get(key);
  if (known) return known;
  const made = chunksOf(code)
    .then((chunk) => chunk[pack]())
    .then(({ default: words }) => {
      if (active === code) activate(code, words);
    });
  arriving.set(key, made);
  made.catch(() => arriving.delete(key));
  return made;
}
/** All words of the active language. */
export const allWords = (): Promise<void> =>
  chunksOf(active)
    .then((chunk) => Promise.all((Object.keys(chunk) as (keyof Chunks)[]).map(wordsOf)))
    .then(() => undefined);

/** Switches to a language once all its words are loaded, so that direction and every sentence change together. */
export async function switchLanguage(code: string): Promise<void> {
  const loaded = await Promise.all(Object.values(await chunksOf(code)).map((load) => load()));
  activate(code, Object.assign({}, ...loaded.map((chunk) => chunk.default)));
}

export const activeLanguage = (): string => active;
/** The locale for Intl: figures and dates. */
export const activeLocale = (): string => formatLocale(active || 'en');

const noValues: Values = {};
/**
 * A sentence in the active language, with exactly the values it needs. Components use `useT`, which re-renders when the language changes.
 */
export const t = <Name extends Key>(key: Name, ...[values]: Arguments<Name>): string =>
  speak(messages[key] ?? key, values ?? noValues, activeLocale());
/** A sentence whose key is known only at run time, such as a notice's kind; undefined if it does not exist. */
export const tMaybe = (key: string, values: Values = noValues): string | undefined => {
  const message = messages[key];
  return message === undefined ? undefined : speak(message, values, activeLocale());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export type Translate = typeof t;
const currentWords = () => messages;
export function useT(): Translate {
  useSyncExternalStore(subscribe, currentWords, currentWords);
  return t;
}
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, activeLanguage, activeLanguage);
}
