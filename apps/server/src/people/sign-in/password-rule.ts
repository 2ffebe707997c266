import { type PasswordProblem, problemDetail, Refusal } from '@bourse/protocol/errors';
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

const fewest = 8;
const longest = 128;
const fewestDifferent = 5;
const payFewest = 6;
const payFewestDifferent = 4;

const weaknesses = {
  tooShort: { problem: 'tooShort', min: fewest },
  tooLong: { problem: 'tooLong', max: longest },
  common: 'common',
  ownName: 'ownName',
  fewCharacters: { problem: 'fewCharacters', min: fewestDifferent },
  sequence: 'sequence',
} as const satisfies Record<string, PasswordProblem>;
export type Weakness = keyof typeof weaknesses;

/**
 * Only length and commonness decide. Rules about kinds of characters only lead to `Password1!`. The refusal says what to change. `names` are the
 * account's own e-mail, phone or name.
 */
export function requireStrongPassword(password: string, names: readonly string[]): void {
  const found = weakness(password, names);
  if (found) throw new Refusal('passwordWeak', problemDetail(weaknesses[found]));
}

/** A pay password may be as short as a PIN, because five wrong tries close it. It must be no PIN that everybody tries first. */
export function requirePayPassword(password: string, names: readonly string[]): void {
  const found = weakness(password, names, payFewest, payFewestDifferent);
  if (found === 'fewCharacters') throw new Refusal('passwordWeak', problemDetail({ problem: found, min: payFewestDifferent }));
  if (found)
    throw new Refusal('passwordWeak', problemDetail(found === 'tooShort' ? { problem: found, min: payFewest } : weaknesses[found]));
}

export function weakness(password: string, names: readonly string[], shortest = fewest, differing = fewestDifferent): Weakness | null {
  const length = [...password].length;
  if (length < shortest) return 'tooShort';
  if (password.length > longest) return 'tooLong';
  const lower = password.toLowerCase();
  if (isCommonPassword(password)) return 'common';
  if (names.some((name) => containsName(lower, name))) return 'ownName';
  if (new Set(lower).size < differing) return 'fewCharacters';
  if (sequences.some((sequence) => sequence.includes(lower))) return 'sequence';
  return null;
}

function containsName(lower: string, name: string): boolean {
  const whole = name.toLowerCase();
  const parts = [whole, whole.split('@')[0] ?? '', whole.replace(/^\+/, ''), whole.replace(/\D/g, '').slice(-8)];
  return parts.some((part) => part.length >= 4 && lower.includes(part));
}
