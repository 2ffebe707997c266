import { formatAmount, trimZeros } from '@bourse/money';

/** What a notice carries: values of its sentence. */
export type NoticeParams = Readonly<Record<string, string | number>>;

/** Profits and losses: their sign is shown. */
const signed: ReadonlySet<string> = new Set(['amount', 'result']);
/** What is never shown where amounts are hidden: money and quantities that are the customer's own. */
export const ownAmounts: ReadonlySet<string> = new Set([
  ...['amount', 'result', 'operateBalance', 'availableBalance', 'quantity', 'before', 'after'],
]);
/** What may be shown there: market figures, names, numbers of orders, and the values that choose between sentences. */
export const openValues: ReadonlySet<string> = new Set([
  ...['price', 'ratio', 'no', 'symbol', 'coin', 'coinName', 'reason', 'remark', 'status', 'level', 'what', 'title', 'text'],
]);
const fraction = /^-?[0-9]+\.([0-9]+)$/;

/**
 * Formats a notice's figures as every screen does. They arrive with every digit of their asset and a hyphen as the minus sign. Ids stay unchanged.
 * `hidden` stands in the place of amounts that must not be seen.
 */
export const readable = (params: NoticeParams, locale: string, hidden?: string): NoticeParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (hidden !== undefined && ownAmounts.has(name)) return [name, hidden];
      if (typeof value !== 'string' || !fraction.test(value)) return [name, value];
      if (hidden !== undefined && !openValues.has(name)) return [name, hidden];
      const sign = signed.has(name);
      const kept = fraction.exec(trimZeros(value))?.[1]?.length ?? 0;
      return [name, formatAmount(value, { locale, decimals: sign ? Math.max(2, kept) : kept, sign: sign ? 'always' : 'auto' })];
    }),
  );

/** Marks that turn the direction of what follows, and strong letters of scripts that run from right to left. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const runsBack = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Keeps a value from turning its neighbours: marks of direction go, and what runs the other way is isolated (U+2068 … U+2069). */
export const isolated = (value: string | number): string | number => {
  if (typeof value !== 'string') return value;
  const plain = value.replace(turning, '');
  return plain !== value || runsBack.test(plain) ? `\u2068${plain}\u2069` : value;
};

/**
 * The text of a broadcast in the reader's language. What operators typed comes in every language that they typed, as `title.en` and `text.en`; the sentence
 * asks for `title` and `text`.
 */
export function inLanguage(params: NoticeParams, language: string): NoticeParams {
  if (params['title.en'] === undefined) return params;
  const told = params[`title.${language}`] === undefined ? 'en' : language;
  const own = Object.fromEntries(Object.entries(params).filter(([name]) => !/^(?:title|text)\./.test(name)));
  return { ...own, title: params[`title.${told}`] ?? '', text: params[`text.${told}`] ?? '' };
}
