/** Article types (product specification, section 3). */
export const articleTypes = { notice: 1, terms: 2, article: 3 } as const;
export type ArticleType = (typeof articleTypes)[keyof typeof articleTypes];

/** Texts that customers agree to or may rely on, by their code. */
export const termsCodes = ['privacy', 'service', 'risk', 'realName', 'aboutUs', 'rebate', 'dayTrading', 'etf', 'others'] as const;
export type TermsCode = (typeof termsCodes)[number];
/** What a new customer agrees to. */
export const termsAtSignUp = ['service', 'privacy'] as const satisfies readonly TermsCode[];
export const noticeCategories = ['announcement', 'news'] as const;
export const helpCategories = ['start', 'account', 'trading', 'funds', 'trust'] as const;
export type HelpCategory = (typeof helpCategories)[number];
/** Lessons of the college. */
export const college = 'college';
/** What an article of each type may be about. */
export const categoriesOf = (type: ArticleType): readonly string[] =>
  type === articleTypes.notice ? noticeCategories : type === articleTypes.terms ? termsCodes : [...helpCategories, college];

/** Languages in which texts may be written. */
export const textLanguages = [
  ...(['en', 'zh-CN', 'zh-TW', 'ja', 'ko', 'de', 'es', 'fr', 'it', 'pt-BR', 'pt-PT', 'nl', 'da', 'sv', 'nb', 'fi', 'ga'] as const),
  ...(['th', 'hi', 'bn', 'ar', 'he', 'fa', 'ckb', 'ms'] as const),
] as const;
export type TextLanguage = (typeof textLanguages)[number];
/** Every text is written in this language first; the others are made from it. */
export const sourceLanguage = 'en' satisfies TextLanguage;

const beside: Partial<Record<TextLanguage, readonly TextLanguage[]>> = {
  'pt-BR': ['pt-PT'],
  'pt-PT': ['pt-BR'],
  'zh-TW': ['zh-CN'],
};
/** The languages in which a reader gets a text, the wanted one first. */
export const fallbacksOf = (wanted: TextLanguage): readonly TextLanguage[] => [
  ...new Set<TextLanguage>([wanted, ...(beside[wanted] ?? []), sourceLanguage]),
];

export const versionStates = ['draft', 'review', 'approved', 'scheduled', 'published', 'superseded', 'withdrawn'] as const;
export type VersionState = (typeof versionStates)[number];
/** Terms for the worse are announced so long before. */
export const stricterNoticeMs = 14 * 86_400_000;
/** How many people other than the writer approve a version. */
export const approvalsFor = (type: ArticleType): 1 | 2 => (type === articleTypes.terms ? 2 : 1);
export const titleAtMost = 120;
export const summaryAtMost = 300;
