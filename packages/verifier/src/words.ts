import type { english } from '@bourse/words/english';
import { type Compiled, speak, type Values } from '@bourse/words/speak';

/** The sentences of `evidence`, in every language, put in when page and program are built: both work without any other file. */
declare const __EVIDENCE_WORDS__: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;

export type WordKey = keyof (typeof english)['evidence'];

export const languages = (): readonly string[] => Object.keys(__EVIDENCE_WORDS__);

/** The first of these tags that there are sentences for, by its language alone if need be; English otherwise. */
export function languageOf(tags: readonly string[]): string {
  const known = languages();
  for (const tag of tags) {
    const found = known.find((one) => one === tag) ?? known.find((one) => one.split('-')[0] === tag.split(/[-_]/)[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}

export type Say = (key: WordKey, values?: Values) => string;
export const speaker =
  (language: string): Say =>
  (key, values = {}) =>
    speak(__EVIDENCE_WORDS__[language]?.[`evidence.${key}`] ?? key, values, language);
