import { nearestLanguage, type OfferedCode, offered, say, sayMaybe } from '@bourse/words';
import type { AssetInfo, InstrumentInfo } from '../port.ts';

/** Names of currencies, companies, metals and indices. `packages/words` has them by code. */
export const nameOfCode = (code: string, language: string): string => sayMaybe(language, `names.${code}`) ?? code;
export const nameOfAsset = ({ code, name, names }: Pick<AssetInfo, 'code' | 'name' | 'names'>, language: string): string =>
  sayMaybe(language, `names.${code}`) ?? names?.[nearestLanguage(language)] ?? name;

export interface InstrumentNames {
  name: string;
  /** Further search terms: the names of what the instrument trades, in every language. */
  words: string;
}

function namesIn(instrument: InstrumentInfo, language: OfferedCode): InstrumentNames {
  const { base, kind } = instrument;
  const calledIn = (tongue: OfferedCode) => {
    if (kind === 1) return instrument.name;
    const name = nameOfAsset(base, tongue);
    return kind === 2 ? say(tongue, 'views.perpetual', { name }) : name;
  };
  const name = calledIn(language);
  const others = offered.flatMap(({ code }) => [calledIn(code), nameOfAsset(base, code)]);
  return { name, words: [...new Set(others)].filter((other) => other !== name).join(' · ') };
}

const known = new Map<OfferedCode, WeakMap<InstrumentInfo, InstrumentNames>>(offered.map(({ code }) => [code, new WeakMap()]));

/** Built once per instrument and language. */
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
