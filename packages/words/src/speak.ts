/** Speaks messages compiled at build: texts, values, plurals and selects of ICU. Nothing is parsed in the browser. */

export type Token = string | readonly [name: string, kind?: string, choices?: Readonly<Record<string, Compiled | number>>];
export type Compiled = string | readonly Token[];
export type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();
function pluralOf(locale: string, type: 'cardinal' | 'ordinal', value: number): string {
  const key = `${locale}|${type}`;
  let rule = rules.get(key);
  if (!rule) {
    rule = new Intl.PluralRules(locale, { type });
    rules.set(key, rule);
  }
  return rule.select(value);
}

const numbers = new Map<string, Intl.NumberFormat>();
function numberOf(locale: string, value: number): string {
  let format = numbers.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
    numbers.set(locale, format);
  }
  return format.format(value);
}

/** A missing value leaves its name in the text, so that somebody sees it. */
export function speak(message: Compiled, values: Values, locale: string, hash = ''): string {
  if (typeof message === 'string') return message;
  return message
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? hash || '#' : token;
      const [name, kind, choices] = token;
      const value = values[name];
      if (value === undefined) return `{${name}}`;
      if (!choices || typeof choices !== 'object') return kind === 'number' ? numberOf(locale, Number(value)) : String(value);
      if (kind === 'select') return speak((choices[String(value)] ?? choices['other'] ?? '') as Compiled, values, locale, hash);
      const offset = Number(choices['offset'] ?? 0);
      const count = Number(value);
      const chosen =
        choices[`=${count}`] ??
        choices[String(count)] ??
        choices[pluralOf(locale, kind === 'selectordinal' ? 'ordinal' : 'cardinal', count - offset)] ??
        choices['other'] ??
        '';
      return speak(chosen as Compiled, values, locale, numberOf(locale, count - offset));
    })
    .join('');
}
