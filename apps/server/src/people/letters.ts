import { LoginBy } from '@bourse/protocol/enums';
import { nearestLanguage, type TextLanguage } from '../content/language.ts';
import { productName } from '../content/product.ts';
import type { Queryable } from '../platform/database.ts';
import type { Contact } from './contacts.ts';
import type { Post } from './ports.ts';

/** Words of one mail; `message` is the text message of the same occasion. `{name}` marks a value. */
export interface Letter {
  subject: string;
  text: string;
  message: string;
}

const en = {
  registerCode: {
    subject: 'Your {product} code: {code}',
    text: 'Welcome to {product}.\n\nYour registration code is {code}. It is good for {minutes} minutes.\n\nNobody from {product} will ever ask you for it. If you did not ask for it, ignore this mail.',
    message: '[{product}] Your registration code is {code}, good for {minutes} min. Never share it.',
  },
  registerTaken: {
    subject: 'You already have a {product} account',
    text: 'Somebody, perhaps you, tried to register at {product} with this address.\n\nThere is an account with it already: sign in, or reset the password if you forgot it. If it was not you, there is nothing to do; nothing was changed.',
    message: '[{product}] Somebody tried to register with this number, which already has an account. Nothing was changed.',
  },
  resetCode: {
    subject: 'Your {product} code: {code}',
    text: 'Your code to set a new {product} password is {code}. It is good for {minutes} minutes.\n\nIf you did not ask for it, ignore this mail; your password stays as it is.',
    message: '[{product}] Your code to set a new password is {code}, good for {minutes} min. Never share it.',
  },
  updateCode: {
    subject: 'Your {product} code: {code}',
    text: 'Your code to confirm this address for your {product} account is {code}. It is good for {minutes} minutes.\n\nIf you did not ask for it, ignore this mail.',
    message: '[{product}] Your code to confirm this number is {code}, good for {minutes} min. Never share it.',
  },
  updateTaken: {
    subject: 'An attempt to use your address at {product}',
    text: 'Somebody tried to add this address to another {product} account. It belongs to your account, so nothing was changed.',
    message: '[{product}] Somebody tried to add this number to another account. It is yours, so nothing was changed.',
  },
  passwordChanged: {
    subject: 'Your {product} password was changed',
    text: 'The password of your {product} account was changed at {time}, and other devices were signed out.\n\nIf it was not you, reset your password at once and contact customer service.',
    message: '[{product}] Your password was changed at {time}. If it was not you, reset it at once and contact customer service.',
  },
  contactChanged: {
    subject: 'The {kind} of your {product} account was changed',
    text: 'The {kind} of your {product} account was changed to {contact} at {time}.\n\nIf it was not you, reset your password at once and contact customer service.',
    message: '[{product}] The {kind} of your account was changed to {contact}. If it was not you, contact customer service at once.',
  },
} as const satisfies Record<string, Letter>;

export type LetterName = keyof typeof en;

const zhCN: Record<LetterName, Letter> = {
  registerCode: {
    subject: '您的 {product} 验证码:{code}',
    text: '欢迎使用 {product}。\n\n您的注册验证码是 {code},{minutes} 分钟内有效。\n\n{product} 的任何人都不会向您索要验证码。如非本人操作,请忽略此邮件。',
    message: '【{product}】您的注册验证码是 {code},{minutes} 分钟内有效。请勿告知他人。',
  },
  registerTaken: {
    subject: '您已有 {product} 账户',
    text: '有人(可能是您本人)尝试用此邮箱注册 {product}。\n\n该邮箱已有账户:请直接登录;如忘记密码,请重置密码。如非本人操作,无需处理,账户未作任何更改。',
    message: '【{product}】有人尝试用此号码注册,但该号码已有账户。账户未作任何更改。',
  },
  resetCode: {
    subject: '您的 {product} 验证码:{code}',
    text: '您重置 {product} 密码的验证码是 {code},{minutes} 分钟内有效。\n\n如非本人操作,请忽略此邮件,您的密码不会改变。',
    message: '【{product}】您重置密码的验证码是 {code},{minutes} 分钟内有效。请勿告知他人。',
  },
  updateCode: {
    subject: '您的 {product} 验证码:{code}',
    text: '用于确认此邮箱属于您的 {product} 账户的验证码是 {code},{minutes} 分钟内有效。\n\n如非本人操作,请忽略此邮件。',
    message: '【{product}】确认此号码的验证码是 {code},{minutes} 分钟内有效。请勿告知他人。',
  },
  updateTaken: {
    subject: '有人尝试在 {product} 使用您的邮箱',
    text: '有人尝试将此邮箱添加到另一个 {product} 账户。该邮箱属于您的账户,因此未作任何更改。',
    message: '【{product}】有人尝试将此号码添加到另一个账户。该号码属于您,因此未作任何更改。',
  },
  passwordChanged: {
    subject: '您的 {product} 密码已更改',
    text: '您的 {product} 账户密码已于 {time} 更改,其他设备已退出登录。\n\n如非本人操作,请立即重置密码并联系客服。',
    message: '【{product}】您的密码已于 {time} 更改。如非本人操作,请立即重置密码并联系客服。',
  },
  contactChanged: {
    subject: '您的 {product} 账户的{kind}已更改',
    text: '您的 {product} 账户的{kind}已于 {time} 更改为 {contact}。\n\n如非本人操作,请立即重置密码并联系客服。',
    message: '【{product}】您的账户的{kind}已更改为 {contact}。如非本人操作,请立即联系客服。',
  },
};

export const letterTexts: Record<TextLanguage, Record<LetterName, Letter>> = { en, 'zh-CN': zhCN };

const kinds: Record<TextLanguage, Record<'email' | 'phone', string>> = {
  en: { email: 'e-mail address', phone: 'phone number' },
  'zh-CN': { email: '邮箱', phone: '手机号' },
};
export const contactKind = (by: LoginBy, language: string) => kinds[nearestLanguage(language)][by === LoginBy.phone ? 'phone' : 'email'];

export function writeLetter(name: LetterName, language: string, values: Record<string, string | number>): Letter {
  const words: Letter = letterTexts[nearestLanguage(language)][name];
  const filled = (template: string) =>
    template.replace(/\{(\w+)\}/g, (whole, key: string) => (key === 'product' ? productName : key in values ? String(values[key]) : whole));
  return { subject: filled(words.subject), text: filled(words.text), message: filled(words.message) };
}

/** Writes by mail or text message, as the contact says, if the transaction commits. */
export type WriteTo = (
  tx: Queryable,
  to: Contact,
  name: LetterName,
  language: string,
  values: Record<string, string | number>,
) => Promise<void>;

export const createWriter =
  (post: Post): WriteTo =>
  async (tx, to, name, language, values) => {
    const letter = writeLetter(name, language, values);
    if (to.by === LoginBy.phone) await post.text({ to: to.target, text: letter.message }, tx);
    else await post.mail({ to: to.target, subject: letter.subject, text: letter.text }, tx);
  };
