import { messages } from '@bourse/protocol/errors';
import { en as flowsEn } from '@bourse/protocol/flow-words/en';
import { zhCN as flowsZhCN } from '@bourse/protocol/flow-words/zh-CN';
import { nameTexts } from '../../market/catalogue/names.ts';
import { letterTexts } from '../../people/letters.ts';
import { dictionaryIn } from '../dictionaries.ts';
import { type TextLanguage, textLanguages } from '../language.ts';
import { viewReasons } from '../view-control.ts';
import { noticeTexts } from './notices.ts';
import { orderReasonTexts } from './order-reasons.ts';

export type Texts = Record<string, string>;

const flowWords: Record<TextLanguage, Texts> = { en: flowsEn, 'zh-CN': flowsZhCN };

/** Texts the server owns or shares, by type. The screens' own words are the faces' work. */
const types: Record<string, { names: Record<TextLanguage, string>; texts: (language: TextLanguage) => Texts }> = {
  error: { names: { en: 'Errors', 'zh-CN': '错误提示' }, texts: (language) => messages[language] ?? {} },
  notice: { names: { en: 'Notices', 'zh-CN': '通知' }, texts: (language) => noticeTexts[language] },
  fundFlow: { names: { en: 'Fund flows', 'zh-CN': '资金流水' }, texts: (language) => flowWords[language] },
  name: { names: { en: 'Names of assets', 'zh-CN': '资产名称' }, texts: (language) => nameTexts[language] },
  orderReason: { names: { en: 'Order reasons', 'zh-CN': '委托原因' }, texts: (language) => orderReasonTexts[language] },
  mail: { names: { en: 'Mails', 'zh-CN': '邮件' }, texts: (language) => lettersOf(language, ['subject', 'text']) },
  sms: { names: { en: 'Text messages', 'zh-CN': '短信' }, texts: (language) => lettersOf(language, ['message']) },
  viewControl: { names: { en: 'Why a part is off', 'zh-CN': '功能关闭原因' }, texts: (language) => viewReasons[language] },
  dictionary: {
    names: { en: 'Enumerations', 'zh-CN': '枚举' },
    texts: (language) => Object.fromEntries(dictionaryIn(language).map(({ type, key, label }) => [`${type}.${key}`, label])),
  },
};

const lettersOf = (language: TextLanguage, parts: readonly ('subject' | 'text' | 'message')[]): Texts =>
  Object.fromEntries(
    Object.entries(letterTexts[language]).flatMap(([name, letter]) =>
      parts.map((part) => [parts.length > 1 ? `${name}.${part}` : name, letter[part]]),
    ),
  );

/** Made once a language: they change with the program only. */
const made = new Map<TextLanguage, Record<string, Texts>>();

export function allTexts(language: TextLanguage): Record<string, Texts> {
  const before = made.get(language);
  if (before) return before;
  const all = Object.fromEntries(Object.entries(types).map(([type, { texts }]) => [type, texts(language)]));
  if (made.size < textLanguages.length) made.set(language, all);
  return all;
}

export const textsOf = (type: string, language: TextLanguage): Texts | undefined =>
  Object.hasOwn(types, type) ? allTexts(language)[type] : undefined;

export const textTypes = (language: TextLanguage) =>
  Object.entries(types).map(([typeCode, { names }]) => ({
    typeCode,
    name: names[language],
    count: Object.keys(allTexts(language)[typeCode] ?? {}).length,
  }));
