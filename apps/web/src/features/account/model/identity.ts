import { LoginBy } from '@bourse/protocol/enums';

/** How a person names their account in a form. */
export type Identity = { by: LoginBy; areaCode: string; account: string };

export type AccountProblem = 'accountMissing' | 'emailShape' | 'phoneShape';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** People write phone numbers with spaces, dashes and brackets; the number is the digits. A trunk zero goes: the area code replaces it. */
export const phoneDigits = (text: string): string => text.replace(/[^\d]/g, '').replace(/^0+(?=\d)/, '');

/** A shape check only: whether the number or the address exists, the code shows. */
export function accountProblem({ by, account }: Pick<Identity, 'by' | 'account'>): AccountProblem | undefined {
  const text = account.trim();
  if (text === '') return 'accountMissing';
  if (by === LoginBy.email) return text.length <= 254 && emailShape.test(text) ? undefined : 'emailShape';
  const digits = phoneDigits(text);
  return digits.length >= 5 && digits.length <= 15 ? undefined : 'phoneShape';
}

/** One field may take either: an @ makes it an address, digits alone a number. */
export function guessBy(text: string): LoginBy | undefined {
  if (text.includes('@')) return LoginBy.email;
  return /^[+\d][\d\s().-]{4,}$/.test(text.trim()) ? LoginBy.phone : undefined;
}

export const withPlus = (areaCode: string): string => (areaCode.startsWith('+') ? areaCode : `+${areaCode}`);

/** The fields of the calls that take an account. */
export function accountFields({ by, areaCode, account }: Identity): { account: string; areaCode?: string } {
  if (by === LoginBy.email) return { account: account.trim() };
  return { account: phoneDigits(account), areaCode: withPlus(areaCode) };
}

export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 6);
export const codeComplete = (code: string): boolean => /^\d{6}$/.test(code);
