import * as enums from '@bourse/protocol/enums';
import { nearestLanguage, type OfferedCode, sayMaybe } from '@bourse/words';
import type { Handler } from '../calls/handlers.ts';

interface Entry {
  type: string;
  value: number | string;
  key: string;
  label: string;
}

/** `OrderSide` travels as the type `orderSide`. */
export const dictionaryType = (enumeration: string) => enumeration.charAt(0).toLowerCase() + enumeration.slice(1);

export function dictionaryIn(language: OfferedCode): Entry[] {
  return Object.entries(enums).flatMap(([name, values]) =>
    Object.entries(values).map(([key, value]) => ({
      type: dictionaryType(name),
      value,
      key,
      label: sayMaybe(language, `dictionaries.${name}.${key}`) ?? key,
    })),
  );
}

export const dictDataList =
  (): Handler<'GET system/dict-data/list'> =>
  async ({ type }, { language }) =>
    dictionaryIn(nearestLanguage(language)).filter((entry) => type === undefined || entry.type === type);
