import type { ErrorDetail, ErrorName } from '@bourse/protocol/errors';
import { compile } from './compile.ts';
import { english } from './en/index.ts';
import type { Arguments, Key, Namespace } from './keys.ts';
import { nearestLanguage, type OfferedCode } from './languages.ts';
import { type Compiled, speak, type Values } from './speak.ts';
import { translations } from './translations.ts';

export type { Arguments, Key, Namespace, NoticeContent, NoticeKind, PlainKey } from './keys.ts';
export { chooseLanguage, defaultLanguage, isRtl, nearestLanguage, type OfferedCode, offered } from './languages.ts';

/** The catalogue as a server reads it: every language at hand, each text read once, when it is first said. */
const textIn = (language: OfferedCode, space: string, name: string): string | undefined =>
  (language === 'en' ? undefined : translations[language][space]?.[name]?.text) ??
  (english as Record<string, Record<string, string>>)[space]?.[name];

const compiled = new Map<string, Compiled>();
function messageOf(language: OfferedCode, key: string): Compiled | undefined {
  const known = compiled.get(`${language} ${key}`);
  if (known !== undefined) return known;
  const dot = key.indexOf('.');
  const text = textIn(language, key.slice(0, dot), key.slice(dot + 1));
  if (text === undefined) return undefined;
  const made = compile(text);
  compiled.set(`${language} ${key}`, made);
  return made;
}

/** A sentence in the offered language nearest to a tag. */
export function say<Name extends Key>(tag: string, key: Name, ...[values]: Arguments<Name>): string {
  const language = nearestLanguage(tag);
  const message = messageOf(language, key);
  return message === undefined ? key : speak(message, (values ?? {}) as Values, language);
}

/** A sentence whose name is only known at run time; undefined when there is none. */
export function sayMaybe(tag: string, key: string, values: Values = {}): string | undefined {
  const language = nearestLanguage(tag);
  const message = messageOf(language, key);
  return message === undefined ? undefined : speak(message, values, language);
}

/** What a refusal says. One that names its problem is spoken by the problem's own sentence. */
export function sayRefusal(tag: string, refusal: ErrorName, detail: ErrorDetail = {}): string {
  const { problem } = detail;
  const spoken = problem === undefined ? undefined : sayMaybe(tag, `problems.${refusal}.${problem}`, detail);
  return spoken ?? sayMaybe(tag, `errors.${refusal}`, detail) ?? refusal;
}

export const namespaces = Object.keys(english) as readonly Namespace[];

/** The texts of a namespace in a language, as they are written: with the names of their values. */
export const textsOf = (tag: string, space: Namespace): Readonly<Record<string, string>> => {
  const language = nearestLanguage(tag);
  return Object.fromEntries(Object.entries(english[space]).map(([name, text]) => [name, textIn(language, space, name) ?? text]));
};
