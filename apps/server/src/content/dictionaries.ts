import * as enums from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import { nearestLanguage, type TextLanguage } from './language.ts';
import { dictionaryTexts } from './texts/dictionaries.ts';

interface Entry {
  type: string;
  value: number | string;
  key: string;
  label: string;
}

/** `OrderSide` is the type `orderSide` on the wire. */
export const dictionaryType = (enumeration: string) => enumeration.charAt(0).toLowerCase() + enumeration.slice(1);

export function dictionaryIn(language: TextLanguage): Entry[] {
  const texts: Record<string, Record<string, string>> = dictionaryTexts[language];
  return Object.entries(enums).flatMap(([name, values]) =>
    Object.entries(values).map(([key, value]) => ({ type: dictionaryType(name), value, key, label: texts[name]?.[key] ?? key })),
  );
}

export const dictDataList =
  (): Handler<'GET system/dict-data/list'> =>
  async ({ type }, { language }) =>
    dictionaryIn(nearestLanguage(language)).filter((entry) => type === undefined || entry.type === type);
