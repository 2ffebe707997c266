import { defaultLanguage } from '@bourse/words';

const known = new Map<string, string>();
const maxKnown = 512;

/**
 * The language of an answer: the `language` header, else the first of `Accept-Language` that is a language tag, else the default.
 * `packages/words` chooses the offered language nearest to it.
 */
export function requestLanguage(header: string | undefined, accepted: string | undefined): string {
  const asked = header ?? accepted;
  if (!asked) return defaultLanguage;
  const before = known.get(asked);
  if (before !== undefined) return before;
  const tag = asked
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
    .find((part) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(part));
  const language = tag ?? defaultLanguage;
  if (known.size >= maxKnown) known.clear();
  known.set(asked, language);
  return language;
}
