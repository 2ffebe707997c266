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

/** Enumerations begin with a capital. Beside them stand lists of kinds and functions, which have no value on the wire. */
const enumerations = Object.entries(enums).filter(([name]) => /^[A-Z]/.test(name)) as unknown as readonly [
  name: string,
  values: Readonly<Record<string, number | string>>,
][];

export function dictionaryIn(language: OfferedCode): Entry[] {
  return enumerations.flatMap(([name, values]) =>
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
