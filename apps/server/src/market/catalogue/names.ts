import { nearestLanguage, type TextLanguage, textLanguages } from '../../content/language.ts';
import type { AssetInfo, InstrumentInfo } from '../port.ts';
import { moneyAssets, underlyings } from './assets.ts';
import { basketNames } from './baskets.ts';
import { namesZhCN } from './names.zh-CN.ts';
import { stockListings } from './stocks.ts';

const english: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...moneyAssets, ...underlyings].map(({ code, name }) => [code, name])),
  ...Object.fromEntries(stockListings.map(({ base, name }) => [base, name])),
  ...basketNames,
};

/** What money, companies, metals and indices are called, by code. A language that has no name for one says the English. */
export const nameTexts: Readonly<Record<TextLanguage, Readonly<Record<string, string>>>> = {
  en: english,
  'zh-CN': { ...english, ...namesZhCN },
};

const perpetual: Readonly<Record<TextLanguage, (name: string) => string>> = {
  en: (name) => `${name} perpetual`,
  'zh-CN': (name) => `${name}永续`,
};

export const nameOfCode = (code: string, name: string, language: string): string => nameTexts[nearestLanguage(language)][code] ?? name;
export const nameOfAsset = ({ code, name }: Pick<AssetInfo, 'code' | 'name'>, language: string): string => nameOfCode(code, name, language);

export interface InstrumentNames {
  name: string;
  /** What else somebody may look for: the names of what it trades, in every language. */
  words: string;
}

function namesIn(instrument: InstrumentInfo, language: TextLanguage): InstrumentNames {
  const { base, kind } = instrument;
  const calledIn = (tongue: TextLanguage) => {
    // English names of contracts stand in the catalogue: an ounce is what is held, gold is what is traded.
    if (kind === 1 || tongue === 'en') return instrument.name;
    const own = nameTexts[tongue][base.code];
    if (own === undefined || own === english[base.code]) return instrument.name;
    return kind === 2 ? perpetual[tongue](own) : own;
  };
  const name = calledIn(language);
  const others = textLanguages.flatMap((tongue) => [calledIn(tongue), nameTexts[tongue][base.code] ?? base.name]);
  return { name, words: [...new Set(others)].filter((other) => other !== name).join(' · ') };
}

const known = new Map<TextLanguage, WeakMap<InstrumentInfo, InstrumentNames>>(textLanguages.map((language) => [language, new WeakMap()]));

/** Made once an instrument and language. */
export function namesOf(instrument: InstrumentInfo, tag: string): InstrumentNames {
  const language = nearestLanguage(tag);
  const made = known.get(language)!;
  let names = made.get(instrument);
  if (!names) {
    names = namesIn(instrument, language);
    made.set(instrument, names);
  }
  return names;
}
