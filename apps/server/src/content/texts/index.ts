import { type Namespace, namespaces, type OfferedCode, offered, say, textsOf as wordsOf } from '@bourse/words';
import { dictionaryIn } from '../dictionaries.ts';

export type Texts = Readonly<Record<string, string>>;

const space = (name: Namespace) => (language: OfferedCode) => wordsOf(language, name);
/** The texts of a namespace whose name begins or ends with a given part, keyed by the rest of their name. */
const some = (name: Namespace, rest: (name: string) => string | undefined) => (language: OfferedCode) =>
  Object.fromEntries(
    Object.entries(wordsOf(language, name)).flatMap(([key, text]) => {
      const left = rest(key);
      return left === undefined ? [] : [[left, text]];
    }),
  );

/** The same of every namespace: what rooms keep with their own words. */
const own = (named: (space: Namespace, name: string) => string | undefined) => (language: OfferedCode) =>
  Object.assign({}, ...namespaces.map((space) => some(space, (name) => named(space, name))(language))) as Texts;
const ownFlow = own((_, name) => /^flow\.(.*)$/.exec(name)?.[1]);
const ownNotice = own((space, name) => /^notice(\..*)$/.exec(name)?.[1]?.replace(/^/, space));

/** Texts that the server owns or shares, by type, from `packages/words`. */
const types = {
  error: space('errors'),
  notice: (language) => ({ ...wordsOf(language, 'notices'), ...ownNotice(language) }),
  fundFlow: (language) => ({ ...wordsOf(language, 'flows'), ...ownFlow(language) }),
  name: space('names'),
  orderReason: space('reasons'),
  mail: some('letters', (name) => (name.endsWith('.message') ? undefined : name)),
  sms: some('letters', (name) => /^(.*)\.message$/.exec(name)?.[1]),
  viewControl: some('views', (name) => /^hidden\.(.*)$/.exec(name)?.[1]),
  dictionary: (language: OfferedCode) =>
    Object.fromEntries(dictionaryIn(language).map(({ type, key, label }) => [`${type}.${key}`, label])),
} as const satisfies Record<string, (language: OfferedCode) => Texts>;
type TypeCode = keyof typeof types;
const typeCodes = Object.keys(types) as TypeCode[];

/** Built once per language: the texts change only with the program. */
const made = new Map<OfferedCode, Record<string, Texts>>();

export function allTexts(language: OfferedCode): Record<string, Texts> {
  const before = made.get(language);
  if (before) return before;
  const all = Object.fromEntries(typeCodes.map((type) => [type, types[type](language)]));
  if (made.size < offered.length) made.set(language, all);
  return all;
}

export const textsOf = (type: string, language: OfferedCode): Texts | undefined =>
  Object.hasOwn(types, type) ? allTexts(language)[type] : undefined;

export const textTypes = (language: OfferedCode) =>
  typeCodes.map((typeCode) => ({
    typeCode,
    name: say(language, `views.textType.${typeCode}`),
    count: Object.keys(allTexts(language)[typeCode] ?? {}).length,
  }));
