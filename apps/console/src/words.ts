import type { Arguments, Key } from '@bourse/words/keys';
import { chooseLanguage, formatLocale } from '@bourse/words/languages';
import { type Compiled, speak, type Values } from '@bourse/words/speak';

type Words = Readonly<Record<string, Compiled>>;
const packs: Record<string, () => Promise<{ default: Words }>> = {
  en: () => import('virtual:messages/en/console'),
  'zh-CN': () => import('virtual:messages/zh-CN/console'),
};

const phrasePacks: typeof packs = {
  en: () => import('virtual:messages/en/phrases'),
  'zh-CN': () => import('virtual:messages/zh-CN/phrases'),
};
const phrases: Record<string, Words> = {};

let words: Words = {};
let active = 'en';

/** Loads the words in the language of the browser. Call it before the first screen. */
export async function startWords(wishes: readonly string[] = navigator.languages): Promise<void> {
  const offered = Object.keys(packs);
  active = wishes.map((wish) => chooseLanguage([wish])).find((code) => offered.includes(code)) ?? 'en';
  words = (await packs[active]!()).default;
  document.documentElement.lang = active;
}

export const language = (): string => active;

const none: Values = {};
/** What customers read when an agent sends this phrase, in a language of theirs; the key where there is no sentence. */
export const phraseIn = (code: string, phraseKey: string, values: Values): string => {
  const message = phrases[code]?.[`phrases.${phraseKey}`];
  return message === undefined ? phraseKey : speak(message, values, formatLocale(code));
};
export const phraseLanguages = Object.keys(phrasePacks);
/** Loads the phrases in every language, for the one screen that sends them. */
export async function startPhrases(): Promise<void> {
  await Promise.all(
    phraseLanguages.map(async (code) => {
      phrases[code] ??= (await phrasePacks[code]!()).default;
    }),
  );
}
/** A sentence of the console, with exactly the values it needs. */
export const t = <Name extends Key & `console.${string}`>(key: Name, ...[values]: Arguments<Name>): string =>
  speak(words[key] ?? key, values ?? none, formatLocale(active));
/** A sentence whose key is known only at run time; the name itself where there is none. */
export const named = (group: string, name: string, values: Values = none): string => {
  const message = words[`console.${group}${group && '.'}${name}`];
  return message === undefined ? name : speak(message, values, formatLocale(active));
};

/** A sentence of the forms of changes. */
export const form = <Name extends Key & `forms.${string}` extends `forms.${infer Own}` ? Own : never>(
  key: Name,
  values: Values = none,
): string => speak(words[`forms.${key}`] ?? key, values, formatLocale(active));
/** How the forms call a command, a field or a value of the engine. A test holds the words to the engine's declarations. */
export const formName = (group: 'kind' | 'does' | 'field' | 'choice', name: string): string => {
  const message = words[`forms.${group}.${name}`];
  return message === undefined ? name : speak(message, none, formatLocale(active));
};

export function timeText(ms: number | null): string {
  if (ms === null) return '';
  return new Intl.DateTimeFormat(formatLocale(active), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}
/** A length of time, in its largest whole unit. */
export function lengthText(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3_600, 'hour']
          : [seconds / 86_400, 'day'];
  return new Intl.NumberFormat(formatLocale(active), { style: 'unit', unit: unit as string, unitDisplay: 'short' }).format(
    Math.round(value as number),
  );
}
