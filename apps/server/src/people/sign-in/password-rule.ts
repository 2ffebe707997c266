import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '../../content/language.ts';
import { isCommonPassword } from './common-passwords.ts';

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0',
];
const sequences = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

const advice = {
  tooShort: { en: 'use at least 8 characters', 'zh-CN': '至少使用 8 个字符' },
  tooLong: { en: 'use at most 128 characters', 'zh-CN': '最多使用 128 个字符' },
  common: { en: 'it is one of the most common passwords', 'zh-CN': '这是最常见的密码之一' },
  ownName: { en: 'leave out your e-mail address, phone number and name', 'zh-CN': '请勿包含您的邮箱、手机号或昵称' },
  fewCharacters: { en: 'use at least 5 different characters', 'zh-CN': '至少使用 5 个不同的字符' },
  sequence: { en: 'avoid rows of the keyboard, the alphabet or the digits', 'zh-CN': '请勿使用键盘、字母或数字的连续序列' },
} as const;
export type Weakness = keyof typeof advice;

/**
 * Length and commonness decide; no kinds of characters are asked for, because that only makes people write `Password1!`.
 * Refuses with a sentence that says what to change. `names` are the account's own e-mail, phone or name.
 */
export function requireStrongPassword(password: string, names: readonly string[], language: string): void {
  const found = weakness(password, names);
  if (found) throw new Refusal('passwordWeak', { problem: advice[found][nearestLanguage(language)] });
}

export function weakness(password: string, names: readonly string[]): Weakness | null {
  const length = [...password].length;
  if (length < 8) return 'tooShort';
  if (password.length > 128) return 'tooLong';
  const lower = password.toLowerCase();
  if (isCommonPassword(password)) return 'common';
  if (names.some((name) => containsName(lower, name))) return 'ownName';
  if (new Set(lower).size < 5) return 'fewCharacters';
  if (sequences.some((sequence) => sequence.includes(lower))) return 'sequence';
  return null;
}

function containsName(lower: string, name: string): boolean {
  const whole = name.toLowerCase();
  const parts = [whole, whole.split('@')[0] ?? '', whole.replace(/^\+/, ''), whole.replace(/\D/g, '').slice(-8)];
  return parts.some((part) => part.length >= 4 && lower.includes(part));
}
