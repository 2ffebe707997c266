/** Languages the server's own texts exist in. The screens may offer no other until its texts are here and at least 98 % complete. */
export const textLanguages = ['zh-CN', 'en'] as const;
export type TextLanguage = (typeof textLanguages)[number];

export const defaultLanguage: TextLanguage = 'zh-CN';

export const languageNames: Record<TextLanguage, string> = { 'zh-CN': '简体中文', en: 'English' };
/** None of the offered ones yet; a table, so that the first one is a line here and nowhere else. */
export const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ku']);

/** The text language nearest to a tag: itself, its base language in any region, else English, which more strangers read. */
export function nearestLanguage(tag: string): TextLanguage {
  const exact = textLanguages.find((one) => one.toLowerCase() === tag.toLowerCase());
  const base = tag.split('-')[0]?.toLowerCase();
  return exact ?? textLanguages.find((one) => one.split('-')[0] === base) ?? 'en';
}
