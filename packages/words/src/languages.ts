/** Languages on offer: complete ones only. The specification's default is zh-CN; a wish for an offered language wins. */
export interface Language {
  code: string;
  name: string;
  rtl: boolean;
}

export const offered = [
  { code: 'en', name: 'English', rtl: false },
  { code: 'zh-CN', name: '简体中文', rtl: false },
] as const satisfies readonly Language[];
export type OfferedCode = (typeof offered)[number]['code'];
const offeredCodes: readonly OfferedCode[] = offered.map(({ code }) => code);

/** Made from English at build, for tests: longer, taller, and right to left. Reached by `?lang=`, never listed. */
export const pseudo = ['en-XA', 'en-XT', 'ar-XB'] as const;

export const defaultLanguage: OfferedCode = 'zh-CN';
export const isRtl = (code: string): boolean => /^(?:ar|he|fa|ckb|ku)\b/.test(code);

/**
 * The one of `codes` that serves a wish such as `en-GB`, `zh-Hant-HK` or `br`. The page's first script runs a copy of this function, made at build,
 * so everything it needs stands inside.
 */
export function matchLanguage<Code extends string>(wish: string, codes: readonly Code[]): Code | undefined {
  // `br` is Portuguese of Brazil in the specification's files, although BCP 47 calls Breton so; `ku` is written in Arabic letters there.
  const aliases: Record<string, string> = { br: 'pt-br', pt: 'pt-pt', no: 'nb', 'sv-se': 'sv', ku: 'ckb' };
  const find = (tag: string | undefined) => codes.find((code) => code.toLowerCase() === tag);
  const tag = wish.toLowerCase();
  const base = tag.split('-')[0]!;
  return (
    find(tag) ??
    find(aliases[tag]) ??
    find(base === 'zh' ? (/hant|tw|hk|mo/.test(tag) ? 'zh-tw' : 'zh-cn') : base) ??
    find(aliases[base]) ??
    // Another region of the language, but none that is made for tests.
    codes.find((code) => base && code.toLowerCase().startsWith(`${base}-`) && !/-X.$/.test(code))
  );
}

/** The first wish that one of `codes` serves, else the default: for the screens, for answers of the server and for letters alike. */
export function resolveLanguage<Code extends string>(
  wishes: readonly (string | null | undefined)[],
  codes: readonly Code[],
): Code | OfferedCode {
  for (const wish of wishes) {
    const match = wish ? matchLanguage(wish, codes) : undefined;
    if (match) return match;
  }
  return defaultLanguage;
}

/** The offered language nearest to a tag. A pseudo-language is made from English, and answered in it. */
export const nearestLanguage = (tag: string): OfferedCode => (/-X.$/.test(tag) ? 'en' : resolveLanguage([tag], offeredCodes));

const everyCode: readonly string[] = [...offeredCodes, ...pseudo];
/** The language of a visit, from its wishes in their order. */
export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): string => resolveLanguage(wishes, everyCode);

/** What Intl understands for a pseudo-language. */
export const formatLocale = (code: string): string => (/-X.$/.test(code) ? 'en' : code);
