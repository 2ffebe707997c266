import { nearestLanguage, type OfferedCode, offered } from '@bourse/words';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { Handler } from '../calls/handlers.ts';
import type { PublishedConfig } from './published-config.ts';

interface Country {
  areaCode: string;
  country: string;
  name: string;
}

/** Every country with a calling code, sorted by name in the language's own order. */
function countriesIn(language: OfferedCode): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const order = new Intl.Collator(language);
  return getCountries()
    .map((country) => ({ areaCode: `+${getCountryCallingCode(country)}`, country, name: names.of(country) ?? country }))
    .sort((a, b) => order.compare(a.name, b.name) || order.compare(a.country, b.country));
}

const byLanguage = new Map<OfferedCode, Country[]>();
/** Countries by their names in the offered language nearest to a tag. */
export function countriesOf(tag: string): readonly Country[] {
  const language = nearestLanguage(tag);
  const countries = byLanguage.get(language) ?? countriesIn(language);
  if (byLanguage.size < offered.length) byLanguage.set(language, countries);
  return countries;
}

export const areaCodeList =
  (config: PublishedConfig): Handler<'GET system/area-code/list'> =>
  async (_input, context) => {
    const home = (await config()).get('defaultCountry');
    return countriesOf(context.language).map((one) => ({ ...one, isDefault: one.country === home }));
  };
