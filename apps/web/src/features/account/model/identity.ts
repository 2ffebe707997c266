import { LoginBy } from '@bourse/protocol/enums';

/** How a person names their account in a form. */
export type Identity = { by: LoginBy; areaCode: string; account: string };

export type AccountProblem = 'accountMissing' | 'emailShape' | 'phoneShape';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/**
 * Keeps only the digits: people write phone numbers with spaces, dashes and brackets. Drops a trunk zero, because the area code replaces
 * it.
 */
export const phoneDigits = (text: string): string => text.replace(/[^\d]/g, '').replace(/^0+(?=\d)/, '');

/** Checks the shape only. The code that is sent shows whether the number or address exists. */
export function accountProblem({ by, account }: Pick<Identity, 'by' | 'account'>): AccountProblem | undefined {
  const text = account.trim();
  if (text === '') return 'accountMissing';
  if (by === LoginBy.email) return text.length <= 254 && emailShape.test(text) ? undefined : 'emailShape';
  const digits = phoneDigits(text);
  return digits.length >= 5 && digits.length <= 15 ? undefined : 'phoneShape';
}

/** For a field that takes either: text with an @ is an address, digits alone are a number. */
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
