import { separatorsOf } from './display.ts';
import { readDecimal, trimZeros, writeDecimal } from './display-decimal.ts';

/** Why a text is not an amount. */
export type AmountProblem =
  /** One mark that may separate thousands or decimals, and the language does not decide. */
  | 'ambiguous'
  /** Marks that repeat or stand where no language puts them. */
  | 'marks'
  | 'decimals'
  | 'negative'
  | 'exponent'
  /** A currency or a letter that does not belong to the field. */
  | 'asset'
  | 'characters'
  | 'long';

export type AmountReading =
  | { ok: true; amount: string }
  /** `choices`: what the person may have meant, as plain decimal strings. */
  | { ok: false; problem: AmountProblem; choices: readonly string[] };

export interface AmountRules {
  /** Decides whether a comma or a dot comes before decimals. */
  locale?: string | undefined;
  /** The most decimals that the amount may have; trailing zeros do not count. */
  decimals?: number | undefined;
  /** The asset of the field. Its code may stand beside the figure; another one is a problem. */
  asset?: string | undefined;
}

const maxDigits = 30;
const maxDecimals = 18;
// Characters without width or order of their own. Embeddings and overrides are not among them: they can show digits in another order.
const invisible = /[\u061c\u200b-\u200f\u2060\ufeff]/g;
const sameAs: readonly (readonly [RegExp, string])[] = [
  [/[\uff0e\u3002\ufe52\uff61]/g, '.'],
  [/[\uff0c\ufe50\u060c]/g, ','],
  [/[\u2018\u2019\u02bc\uff07]/g, "'"],
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-'],
  [/\s/g, ' '],
];

/** A decimal digit of any script. Unicode lists the ten digits of each in order, so the distance from the start of its run gives the value. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((code - start) % 10);
}

function plain(text: string): string {
  const digits = text.replace(invisible, '').replace(/\p{Nd}/gu, asciiDigit);
  return sameAs.reduce((read, [from, to]) => read.replace(from, to), digits).trim();
}

function fits(affix: string, asset: string | undefined): boolean {
  if (affix === '') return true;
  if (asset === undefined) return /^\p{Sc}$/u.test(affix);
  const given = affix.toUpperCase();
  return given === asset.toUpperCase() || (/^(?:US)?[$\uff04]$/.test(given) && asset.startsWith('USD'));
}

/** Groups of three digits, or of two before a last group of three as in India. */
const grouped = (parts: readonly string[]): boolean =>
  /^[1-9]\d{0,2}(?: \d{3})+$/.test(parts.join(' ')) || /^[1-9]\d?(?: \d{2})+ \d{3}$/.test(parts.join(' '));

const decimalText = (whole: string, fraction: string): string =>
  `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;

const refusal = (problem: AmountProblem, choices: readonly string[] = []): AmountReading => ({
  ok: false,
  problem,
  choices: choices.filter((choice) => choice.length <= maxDigits),
});

/**
 * Reads what a person typed or pasted as a plain decimal string without a sign; '' for blank text. A figure has one reading, or it is a problem:
 * nothing is cut, rounded or guessed. Digits of every script, thousands separators in their places and the field's own currency are read.
 */
export function readAmount(text: string, { locale = 'en', decimals: most = maxDecimals, asset }: AmountRules = {}): AmountReading {
  const read = plain(text);
  if (read === '') return { ok: true, amount: '' };
  if (!/\d/.test(read)) return refusal('characters');
  if (/^[+-]?[\d.,]+e[+-]?\d+$/i.test(read)) return refusal('exponent', inFull(read));
  if (/-/.test(read) || /^\(.*\)$/.test(read)) return refusal('negative');
  const [, before = '', figure = '', after = ''] = /^([^\d.,\u066b]*)(.*?)([^\d.,\u066b]*)$/s.exec(read) ?? [];
  for (const affix of [before.trim(), after.trim()])
    if (!fits(affix, asset)) return refusal(asset !== undefined && /^[\p{L}\p{Sc} ]+$/u.test(affix) ? 'asset' : 'characters');
  if (/[^\d.,\u066b\u066c' ]/.test(figure)) return refusal('characters');

  const decimals = Math.min(most, maxDecimals);
  const finish = (whole: string, fraction = ''): AmountReading => {
    if (whole.replace(/^0+/, '').length > maxDigits) return refusal('long');
    const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '');
    return kept.length > decimals ? refusal('decimals') : { ok: true, amount: decimalText(whole, kept) };
  };
  const parts = figure.split(/\D/);
  const marks = figure.replace(/\d/g, '');
  const language = separatorsOf(locale);
  const joined = decimalText(parts.join(''), '');
  const fraction = parts.at(-1)!;
  const groups = parts.slice(0, -1);
  const last = marks.slice(-1);
  const mayBeDecimal = /[.,\u066b]/.test(last);
  if (marks.length < 2) {
    if (marks === '') return finish(figure);
    if (marks === language.decimal || marks === '\u066b') return finish(groups[0]!, fraction);
    if ((!mayBeDecimal || marks === language.group) && grouped(parts)) return finish(joined);
    if (!mayBeDecimal) return refusal('marks');
    const asDecimal = decimalText(groups[0]!, fraction);
    return trimZeros(asDecimal) === joined ? finish(joined) : refusal('ambiguous', [asDecimal, joined]);
  }
  // The language's decimal mark twice is more likely a slip than thousands of another language.
  if (new Set(marks).size === 1 && grouped(parts)) return last === language.decimal ? refusal('marks', [joined]) : finish(joined);
  const separators = new Set(marks.slice(0, -1));
  const twoKinds = separators.size === 1 && !separators.has(last) && !separators.has('\u066b');
  return twoKinds && mayBeDecimal && grouped(groups) ? finish(groups.join(''), fraction) : refusal('marks');
}

/** The figure behind an exponent. */
function inFull(text: string): readonly string[] {
  const value = readDecimal(text);
  return value && value.units > 0n && value.scale <= maxDecimals ? [trimZeros(writeDecimal(value.units, value.scale))] : [];
}

/** The content of an amount field: '' while empty, a plain decimal string, or a `?` and the text that has no reading. */
export type AmountEntry = string;

export const amountEntry = (text: string, rules?: AmountRules): AmountEntry => {
  const read = readAmount(text, rules);
  return read.ok ? read.amount : `?${text}`;
};
/** The text of an entry without a reading; undefined for amounts. */
export const unreadText = (entry: AmountEntry): string | undefined => (entry.startsWith('?') ? entry.slice(1) : undefined);
