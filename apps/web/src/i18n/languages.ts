/** Languages we offer, complete ones only. The specification's default is zh-CN; the visitor's browser wins where it asks for one of these. */
export type Language = { code: string; name: string; rtl: boolean };

export const offered: readonly Language[] = [
  { code: 'en', name: 'English', rtl: false },
  { code: 'zh-CN', name: '简体中文', rtl: false },
];

/** Made from English for tests: longer and accented, and right to left. Reached by `?lang=`, never listed. */
export const pseudo: readonly Language[] = [
  { code: 'en-XA', name: 'Ƥšéúďó', rtl: false },
  { code: 'ar-XB', name: 'Pseudo RTL', rtl: true },
];

export const defaultLanguage = 'zh-CN';
const rightToLeft = ['he', 'ar', 'fa', 'ku'];
export const isRtl = (code: string): boolean => rightToLeft.includes(code.split('-')[0] ?? '');

/** The offered language that serves a wish such as `en-GB` or `zh-Hant-HK`. */
export function matchLanguage(wish: string, codes: readonly string[]): string | undefined {
  if (codes.includes(wish)) return wish;
  if (/^zh\b/i.test(wish)) {
    const chinese = /hant|tw|hk|mo/i.test(wish) ? 'zh-TW' : 'zh-CN';
    return codes.includes(chinese) ? chinese : codes.find((code) => code.startsWith('zh'));
  }
  const base = wish.split('-')[0];
  return codes.find((code) => code === base);
}

/** The choice, then the browser's wishes in their order, then the default. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): string {
  const codes = [...offered, ...pseudo].map((language) => language.code);
  for (const wish of wishes) {
    const match = wish ? matchLanguage(wish, codes) : undefined;
    if (match) return match;
  }
  return defaultLanguage;
}

/** What Intl understands for a pseudo-language. */
export const formatLocale = (code: string): string => (code === 'en-XA' ? 'en' : code === 'ar-XB' ? 'en' : code);
