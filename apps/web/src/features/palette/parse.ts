import { readAmount } from '@bourse/money';

/** What a person wrote into the palette, when it is an order: “buy 0.1 btc 68000”, “close half eth”. Figures stay as they were typed. */

export const verbs = ['buy', 'sell', 'long', 'short', 'close', 'cancel'] as const;
export type Verb = (typeof verbs)[number];
const marks = ['half', 'all', 'market', 'at'] as const;
type Keyword = Verb | (typeof marks)[number];
export const keywords: readonly Keyword[] = [...verbs, ...marks];
/** The words for each keyword, in lower case. */
export type Lexicon = Readonly<Record<Keyword, readonly string[]>>;

/** A figure as it was typed, and what the text is with another figure in its place. */
export interface Figure {
  text: string;
  replaced(by: string): string;
}

export interface Written {
  verb: Verb;
  size: Figure | 'half' | 'all' | null;
  price: Figure | null;
  /** “At market” was written. */
  market: boolean;
  leverage: number | null;
  /** The words that name the instrument; '' where none do. */
  names: string;
  /** Two figures that may be one, such as “1 500”: the texts for both readings. */
  split: { one: string; two: string } | null;
  /** More than one verb, size, price or leverage. */
  tooMany: boolean;
}

type Token = { kind: 'keyword'; word: Keyword } | { kind: 'leverage'; times: number } | { kind: 'figure' | 'name' };

const han = /\p{Script=Han}+/gu;
const leverageText = /^(?:([1-9]\d{0,3})[x×倍]|[x×]([1-9]\d{0,3}))$/i;
const glued = /^([^\p{L}]*\p{Nd}[^\p{L}]*)(\p{L}[\p{L}\p{Nd}/-]*)$/u;

/** A run of Chinese characters holds several words: the longest known one is cut off at a time, and the rest is a name. */
function cut(run: string, known: ReadonlyMap<string, Keyword>): string[] {
  const words: string[] = [];
  let name = '';
  for (let at = 0; at < run.length; ) {
    const word = [...known.keys()].filter((each) => run.startsWith(each, at)).sort((a, b) => b.length - a.length)[0];
    if (word === undefined) {
      name += run[at];
      at += 1;
      continue;
    }
    if (name !== '') words.push(name);
    words.push(word);
    name = '';
    at += word.length;
  }
  return name === '' ? words : [...words, name];
}

/** `isName`: whether a text with a digit in it, such as a stock’s code, or the letters behind a figure, name an instrument. */
export function parse(query: string, lexicon: Lexicon, isName: (text: string) => boolean, locale: string): Written | null {
  const known = new Map(keywords.flatMap((word) => lexicon[word].map((text) => [text, word] as const)));
  const texts = query
    .trim()
    .replace(/([@＠])/gu, ' @ ')
    // “10倍” is a leverage: its sign belongs to the figure.
    .replace(han, (run: string, at: number, whole: string) =>
      run.startsWith('倍') && /\d/.test(whole[at - 1] ?? '')
        ? `倍 ${cut(run.slice(1), known).join(' ')} `
        : ` ${cut(run, known).join(' ')} `,
    )
    .split(/\s+/)
    .filter((text) => text !== '')
    .flatMap((text) => {
      const [, figure, letters] = (!leverageText.test(text) && !isName(text) && glued.exec(text)) || [];
      return figure !== undefined && letters !== undefined && isName(letters) ? [figure, letters] : [text];
    });
  const tokens = texts.map((text): Token => {
    const word = known.get(text.toLowerCase());
    if (word !== undefined) return { kind: 'keyword', word };
    const times = leverageText.exec(text.normalize('NFKC'));
    if (times) return { kind: 'leverage', times: Number(times[1] ?? times[2]) };
    return { kind: /\p{Nd}/u.test(text) && !isName(text) ? 'figure' : 'name' };
  });
  const said = tokens.flatMap((token) => (token.kind === 'keyword' ? [token.word] : []));
  const acts = said.filter((word): word is Verb => (verbs as readonly string[]).includes(word));
  const [verb] = acts;
  if (tokens[0]?.kind !== 'keyword' || verb === undefined || tokens.length < 2) return null;

  const rewritten = (at: number, by: readonly string[], count = 1) => texts.toSpliced(at, count, ...by).join(' ');
  const figures = tokens.flatMap(({ kind }, at) => (kind === 'figure' ? [at] : []));
  const figureAt = (at: number): Figure => ({ text: texts[at] ?? '', replaced: (by) => rewritten(at, [by]) });
  const afterAt = (at: number) => {
    const before = tokens[at - 1];
    return before?.kind === 'keyword' && before.word === 'at';
  };
  const pricesAt = figures.filter(afterAt);
  const plain = figures.filter((at) => !afterAt(at));
  const share = said.find((word) => word === 'half' || word === 'all') ?? null;
  const sized = share === null || verb === 'cancel' ? plain.shift() : undefined;
  const next = plain[0];
  const joined = sized !== undefined && next === sized + 1 ? `${texts[sized]} ${texts[next]}` : undefined;
  const asOne = joined === undefined ? undefined : readAmount(joined, { locale });
  const priced = pricesAt[0] ?? plain.shift();
  const leverages = tokens.flatMap((token) => (token.kind === 'leverage' ? [token.times] : []));
  const shares = said.filter((word) => word === 'half' || word === 'all');
  const market = said.includes('market');
  return {
    verb,
    size: share ?? (sized === undefined ? null : figureAt(sized)),
    price: priced === undefined ? null : figureAt(priced),
    market,
    leverage: leverages[0] ?? null,
    names: tokens.flatMap(({ kind }, at) => (kind === 'name' ? [texts[at]] : [])).join(' '),
    split:
      asOne?.ok && sized !== undefined && next !== undefined
        ? { one: rewritten(sized, [`${texts[sized]}${texts[next]}`], 2), two: rewritten(next, ['@', texts[next] ?? '']) }
        : null,
    tooMany:
      acts.length > 1 ||
      shares.length > 1 ||
      leverages.length > 1 ||
      pricesAt.length > 1 ||
      plain.length > 0 ||
      (market && priced !== undefined) ||
      (share !== null && sized !== undefined),
  };
}
