/**
 * Finds what makes a password weak and says it as something the customer can change. The server decides; this check only warns before
 * sending. Length matters more than anything else (NIST SP 800-63B): no rule asks for a symbol or a capital letter, and a long plain phrase
 * is strong.
 */
export const passwordLength = { min: 8, max: 128 } as const;

export type PasswordAdvice =
  | 'tooShort'
  | 'tooLong'
  | 'common'
  | 'likeAccount'
  | 'repeats'
  | 'sequence'
  | 'mix'
  | 'longer'
  | 'good'
  | 'strong';
/** 0 nothing typed, 1 weak, 2 fair, 3 good, 4 strong. `blocked`: the server would refuse the password. */
export type PasswordStrength = { score: 0 | 1 | 2 | 3 | 4; advice: PasswordAdvice; blocked: boolean };

/** The most used passwords of published lists, without their trailing digits: `password1` and `p@ssw0rd` are the same guess. */
const common = new Set(
  (
    'password passwort passwd qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou welcome letmein monkey dragon football baseball ' +
    'sunshine princess superman batman trustno starwars whatever master shadow michael jordan hello freedom secret admin administrator login ' +
    'access flower computer internet samsung google facebook liverpool chelsea arsenal bitcoin crypto bourse trading exchange changeme default test guest'
  ).split(' '),
);
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const lookAlikes: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', '1': 'i', '!': 'i', $: 's', '5': 's', '7': 't' };

const plain = (text: string): string => text.toLowerCase().replace(/[@403!1$57]/g, (character) => lookAlikes[character] ?? character);
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Length of the longest run of adjacent characters, forwards or backwards, in the alphabet, the digits or a keyboard row. */
export function longestRun(text: string): number {
  const lower = text.toLowerCase();
  let longest = 0;
  for (const run of runs) {
    for (const row of [run, [...run].reverse().join('')]) {
      let length = 0;
      for (let at = 0; at < lower.length; at++) {
        const here = row.indexOf(lower[at]!);
        const next = at > 0 && here > 0 && row[here - 1] === lower[at - 1];
        length = here < 0 ? 0 : next ? length + 1 : 1;
        longest = Math.max(longest, length);
      }
    }
  }
  return longest;
}

function repeatsItself(text: string): boolean {
  const doubled = text + text;
  return doubled.indexOf(text, 1) < text.length;
}

/** Parts of the account that a password must not contain: the address, the name in it, the last digits of the number. */
function accountPieces(account: string): string[] {
  const whole = account.trim().toLowerCase();
  return [whole, whole.split('@')[0] ?? '', whole.replace(/\D/g, '').slice(-8)].filter((piece) => piece.length >= 4);
}

const kindsOf = (text: string): number =>
  [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(text)).length;

export function passwordStrength(password: string, account = ''): PasswordStrength {
  const refused = (advice: PasswordAdvice, score: 0 | 1 = 1): PasswordStrength => ({ score, advice, blocked: true });
  // Measure nothing beyond the cap: a pasted book must not block the page.
  if (password.length > passwordLength.max) return refused('tooLong', 0);
  const size = [...password].length;
  if (size < passwordLength.min) return refused('tooShort', 0);
  const lower = password.toLowerCase();
  if (common.has(letters(password)) || common.has(letters(plain(password)))) return refused('common');
  if (accountPieces(account).some((piece) => lower.includes(piece))) return refused('likeAccount');
  if (new Set(lower).size < 5) return refused('repeats');
  const run = longestRun(password);
  if (run >= size - 1) return refused('sequence');
  if (size < 12 && kindsOf(password) < 2) return refused('mix');
  // From here on the password can be sent; the rest only rates it.
  if (repeatsItself(password)) return { score: 1, advice: 'repeats', blocked: false };
  if (run >= 4 && size - run < 6) return { score: 1, advice: 'sequence', blocked: false };
  const points = size - (run >= 4 ? run - 2 : 0) + (kindsOf(password) - 1) * 2;
  if (points >= 18) return { score: 4, advice: 'strong', blocked: false };
  if (points >= 13) return { score: 3, advice: 'good', blocked: false };
  return { score: points >= 10 ? 2 : 1, advice: 'longer', blocked: false };
}
