import type { OfferedCode } from './languages.ts';
import * as zhCN from './zh-CN/index.ts';

export const states = ['draft', 'reviewed', 'native'] as const;
/** One translated sentence. `from` names the English text and note it was made from: another `from` than today's makes it stale. */
export interface Entry {
  text: string;
  from: string;
  state: (typeof states)[number];
}
/** Entries by namespace and name. What is missing is said in English. */
export type Translation = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

export const translations: Readonly<Record<Exclude<OfferedCode, 'en'>, Translation>> = {
  'zh-CN': zhCN as Translation,
};
