import { type OfferedCode, textsOf } from '@bourse/words';
import { compile } from '@bourse/words/compile';
import { english as en } from '@bourse/words/english';
import type { Namespace } from '@bourse/words/keys';
import { pseudoOf } from '@bourse/words/pseudo';
import { speak, type Values } from '@bourse/words/speak';

/** The texts of the app, so that a run looks for what the app says. */
export type Words = { readonly [Space in Namespace]: { readonly [Name in keyof (typeof en)[Space]]: string } };
export const inLanguage = (code: OfferedCode): Words =>
  Object.fromEntries((Object.keys(en) as Namespace[]).map((space) => [space, textsOf(code, space)])) as unknown as Words;
export const zhCN = inLanguage('zh-CN');
export { en };

/** A text without values as a pseudo-language says it; some have no letter that changes. */
export function inPseudo(code: string, text: string): string {
  const made = pseudoOf(code)?.(compile(text));
  return typeof made === 'string' ? made : '';
}

/** A sentence with its values in place. */
export const say = (text: string, values: Record<string, string> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A sentence as the app says it, with its plurals and choices. */
export const spoken = (text: string, values: Values, locale = 'en') => speak(compile(text), values, locale);

/** A sentence whatever its values are. */
export const like = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+?'),
  );
