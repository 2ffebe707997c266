import { messages } from '@bourse/protocol/errors';

const fallbackLanguage = 'zh-CN';
const known = new Map<string, string>();
const mostKnown = 512;

/**
 * The language of an answer: the `language` header, else the first of `Accept-Language` that is a language tag, else zh-CN. Texts
 * choose their own nearest translation; refusals are spoken in one of `messages`.
 */
export function requestLanguage(header: string | undefined, accepted: string | undefined): string {
  const asked = header ?? accepted;
  if (!asked) return fallbackLanguage;
  const before = known.get(asked);
  if (before !== undefined) return before;
  const tag = asked
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
    .find((part) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(part));
  const language = tag ?? fallbackLanguage;
  if (known.size >= mostKnown) known.clear();
  known.set(asked, language);
  return language;
}

/** The catalogue's language nearest to a tag: itself, its base language in any region, else English. */
export function messageLanguage(language: string): string {
  if (messages[language]) return language;
  const base = language.split('-')[0]?.toLowerCase();
  return Object.keys(messages).find((name) => name.toLowerCase() === language.toLowerCase() || name.split('-')[0] === base) ?? 'en';
}
