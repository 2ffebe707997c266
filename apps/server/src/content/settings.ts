import { Interval, UpDownColor } from '@bourse/protocol/enums';
import { offered } from '@bourse/words';
import { isOwnFile, maxName } from './base-info.ts';
import { currencyCodes } from './exchange-rates.ts';
import { knownZone } from './published-config.ts';

/** Settings that operators publish, and what each may be; an empty list: a text of its own kind. */
export const settingChoices: Readonly<Record<string, readonly string[]>> = {
  defaultLanguage: offered.map(({ code }) => code),
  defaultCurrency: currencyCodes,
  upDownColor: Object.values(UpDownColor),
  chartInterval: Object.values(Interval),
  chartTimezone: [],
  baseName: [],
  baseLogo: [],
};

/** Of texts: whether pages would show them. Empty is the product's own, or the device's. */
const texts: Readonly<Record<string, (value: string) => boolean>> = {
  chartTimezone: (value) => knownZone(value) !== null,
  baseName: (value) => value.length <= maxName,
  baseLogo: isOwnFile,
};

export const goodSetting = (key: string, value: string): boolean =>
  settingChoices[key]?.includes(value) || (Object.hasOwn(texts, key) && (value === '' || texts[key]!(value)));
