/**
 * The refusal codes that these forms tell apart, to show the server's sentence under the field it concerns. A test compares the numbers
 * with the catalogue; importing the catalogue would ship every sentence in every language.
 */
export const refusals = {
  outcomeUnknown: 1008,
  credentialsWrong: 2000,
  captchaWrong: 2001,
  captchaExpired: 2002,
  codeWrong: 2003,
  codeExpired: 2004,
  codeTooSoon: 2005,
  proofOfWorkWrong: 2006,
  accountExists: 2007,
  passwordWeak: 2008,
  passwordSame: 2009,
  phoneInvalid: 2010,
  emailInvalid: 2011,
  inviteCodeUnknown: 2014,
  tooManyAttempts: 2017,
  nameInvalid: 2018,
  captchaNeeded: 2019,
  accountLocked: 2079,
  signInTicketOver: 2100,
} as const;
export type RefusalName = keyof typeof refusals;

export type FormField = 'account' | 'captcha' | 'code' | 'password' | 'oldPassword' | 'invite' | 'terms' | 'name' | 'form';

const places: Record<RefusalName, FormField> = {
  outcomeUnknown: 'form',
  credentialsWrong: 'form',
  captchaWrong: 'captcha',
  captchaExpired: 'captcha',
  codeWrong: 'code',
  codeExpired: 'code',
  codeTooSoon: 'form',
  proofOfWorkWrong: 'captcha',
  accountExists: 'account',
  passwordWeak: 'password',
  passwordSame: 'password',
  phoneInvalid: 'account',
  emailInvalid: 'account',
  inviteCodeUnknown: 'invite',
  tooManyAttempts: 'form',
  nameInvalid: 'name',
  captchaNeeded: 'captcha',
  accountLocked: 'form',
  signInTicketOver: 'form',
};

export const refusalOf = (code: number): RefusalName | undefined =>
  (Object.keys(refusals) as RefusalName[]).find((name) => refusals[name] === code);

/** Where the form shows a refusal. One that concerns no field appears above the button. */
export function fieldOf(code: number): FormField {
  const name = refusalOf(code);
  return name ? places[name] : 'form';
}

export type Problems = Partial<Record<FormField, string>>;

type Refused = { code: number; message: string };
export const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && 'code' in error && typeof (error as { code: unknown }).code === 'number';

/**
 * Puts the server's sentence under its field. Where the form asked only for the password, "account or password" would puzzle the customer:
 * there, `wrongPassword` shows the form's own sentence under the password.
 */
export function problemsOf(error: unknown, fallback: string, wrongPassword?: { field: FormField; text: string }): Problems {
  if (!isRefused(error)) return { form: fallback };
  if (wrongPassword && error.code === refusals.credentialsWrong) return { [wrongPassword.field]: wrongPassword.text };
  return { [fieldOf(error.code)]: error.message || fallback };
}

const captchaCodes: readonly number[] = [refusals.captchaNeeded, refusals.captchaWrong, refusals.captchaExpired, refusals.proofOfWorkWrong];
export const asksForPicture = (error: unknown): boolean => isRefused(error) && captchaCodes.includes(error.code);

/** Removes a field's sentence when the person changes that field. */
export const without = <Kept extends Problems>(problems: Kept, ...fields: (keyof Kept)[]): Kept => {
  const rest = { ...problems };
  for (const field of fields) delete rest[field];
  return rest;
};
