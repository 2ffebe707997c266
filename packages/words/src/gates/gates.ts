import { compile } from '../compile.ts';
import type { Compiled } from '../speak.ts';
import { negations, neutral, type Pole, poles, protectedWords, type Spoken, units } from './lexicon.ts';
import { shapeOf, type Variant, variantsOf } from './variants.ts';

/** What a translation can get wrong. Each gate has a name, so that an exception to it can be signed. */
export const gateNames = [
  'icu',
  'values',
  'order',
  'plurals',
  'figures',
  'units',
  'protected',
  'poles',
  'negation',
  'typography',
  'width',
] as const;
export type Gate = (typeof gateNames)[number];
export interface Failure {
  gate: Gate;
  why: string;
}

/** The forms that a language's own plural rules have, by CLDR. */
const categoriesOf = (language: string, kind: string): string[] =>
  new Intl.PluralRules(language, { type: kind === 'selectordinal' ? 'ordinal' : 'cardinal' }).resolvedOptions().pluralCategories;

const list = (items: readonly string[]) => (items.length === 0 ? 'none' : items.join(', '));
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one, at) => one === b[at]);
const sorted = (items: Iterable<string>) => [...items].sort();
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const withoutValues = (text: string) => text.replace(/\{\w+\}/g, '{}');

export interface Pair {
  english: string;
  text: string;
  language: Exclude<Spoken, 'en'>;
  /** Widest that fits, in Latin characters. */
  width?: number | undefined;
}

/** Everything that is wrong with one translation. */
export function failuresOf({ english, text, language, width }: Pair): Failure[] {
  let source: Compiled;
  let target: Compiled;
  try {
    source = compile(english);
    target = compile(text);
  } catch (error) {
    return [{ gate: 'icu', why: (error as Error).message.split('\n')[0] ?? 'unreadable' }];
  }
  const failures: Failure[] = [...shapeFailures(source, target, language), ...typographyOf(text, language)];
  const theirs = new Map(variantsOf(target).map((variant) => [variant.of, variant]));
  for (const ours of variantsOf(source)) {
    const other = theirs.get(ours.of);
    if (other) failures.push(...variantFailures(ours, other, language, width));
  }
  const seen = new Set<string>();
  return failures.filter(({ gate, why }) => !seen.has(`${gate} ${why}`) && seen.add(`${gate} ${why}`));
}

function shapeFailures(source: Compiled, target: Compiled, language: string): Failure[] {
  const ours = shapeOf(source);
  const theirs = shapeOf(target);
  const failures: Failure[] = [];
  if (!same(ours.values, theirs.values))
    failures.push({ gate: 'values', why: `values ${list(theirs.values)} instead of ${list(ours.values)}` });
  if (!same(ours.selects, theirs.selects))
    failures.push({ gate: 'values', why: `choices ${list(theirs.selects)} instead of ${list(ours.selects)}` });
  if (!same(sorted(new Set(ours.plurals.map(({ name }) => name))), sorted(new Set(theirs.plurals.map(({ name }) => name)))))
    failures.push({ gate: 'plurals', why: 'plurals of other values than in English' });
  for (const { name, kind, forms } of theirs.plurals) {
    const needed = sorted(categoriesOf(language, kind));
    const given = sorted(forms.filter((form) => !/^\d+$/.test(form)));
    if (!same(needed, given))
      failures.push({ gate: 'plurals', why: `{${name}} has the forms ${list(given)}, the language ${list(needed)}` });
  }
  return failures;
}

function variantFailures(ours: Variant, theirs: Variant, language: Exclude<Spoken, 'en'>, width: number | undefined): Failure[] {
  const at = ours.of === '' ? '' : ` where ${ours.of}`;
  const failures: Failure[] = [];
  const fail = (gate: Gate, why: string) => failures.push({ gate, why: `${why}${at}` });
  const [valuesHere, valuesThere] = [valuesIn(ours.text), valuesIn(theirs.text)];
  if (!same(sorted(valuesHere), sorted(valuesThere))) fail('values', `says ${list(valuesThere)} instead of ${list(valuesHere)}`);
  else if (!same(valuesHere, valuesThere)) fail('order', `says ${list(valuesThere)} in another order than ${list(valuesHere)}`);

  const english = withoutValues(ours.text);
  const translated = withoutValues(theirs.text);
  const figures = (text: string) => sorted(text.match(/\d+(?:[.,:]\d+)*/g) ?? []);
  if (!same(figures(english), figures(translated)))
    fail('figures', `figures ${list(figures(translated))} instead of ${list(figures(english))}`);
  const kept = (text: string) => sorted(text.match(protectedWords) ?? []);
  if (!same(kept(english), kept(translated))) fail('protected', `keeps ${list(kept(translated))} instead of ${list(kept(english))}`);

  const compare = (gate: Gate, { name, ...words }: Pole, a: string, b: string) => {
    const [wanted, found] = [count(a, words.en), count(b, words[language])];
    if (wanted !== found) fail(gate, `“${name}” ${found} times instead of ${wanted}`);
  };
  for (const unit of units) compare('units', unit, english, translated);
  const [plain, plainThere] = [english.replace(neutral.en, ' '), translated.replace(neutral[language], ' ')];
  for (const pole of poles) compare('poles', pole, plain, plainThere);
  compare('negation', { name: 'not', ...negations }, english, translated);

  if (width !== undefined && widthOf(theirs.text) > width) fail('width', `${widthOf(theirs.text)} wide, ${width} fit`);
  return failures;
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
/** In Latin characters; a value counts as six. */
const widthOf = (text: string) => [...text.replace(/\{\w+\}/g, '······')].reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const han = '[\\u4e00-\\u9fff]';

function typographyOf(text: string, language: string): Failure[] {
  const failures: Failure[] = [];
  const fail = (why: string) => failures.push({ gate: 'typography', why });
  if (bidiControls.test(text)) fail('a control of writing direction');
  if (text !== text.normalize('NFC')) fail('not in Unicode’s composed form');
  if (/ {2,}|^ | $/.test(text)) fail('spaces at an end or in a row');
  if (language !== 'zh-CN') return failures;
  // Choices of a select have ASCII commas of their own.
  const spoken = variantsOf(compile(text))
    .map((variant) => variant.text)
    .join('\n');
  if (new RegExp(`${han} ?[,;:!?]|[,;!?] ?${han}|${han}\\.(?:$|\\s)`).test(spoken)) fail('a Latin mark beside a Chinese character');
  if (new RegExp(`${han}\\s*\\(|\\)\\s*${han}`).test(spoken)) fail('a Latin parenthesis beside a Chinese character');
  if (new RegExp(`${han} +${han}`).test(spoken)) fail('a space between Chinese characters');
  if (/["']/.test(spoken)) fail('a straight quotation mark');
  return failures;
}
