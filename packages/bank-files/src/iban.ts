import { electronicFormatIBAN, friendlyFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { BankFileProblem } from './problem.ts';

export type IbanProblem = 'malformed' | 'countryUnknown' | 'length' | 'checksum';

/** Reads an IBAN that somebody typed, with or without spaces. `account` has none; `shown` has groups of four. */
export function checkIban(text: string): { ok: true; account: string; shown: string } | { ok: false; problem: IbanProblem } {
  if (text.length > 60) return { ok: false, problem: 'malformed' };
  const account = electronicFormatIBAN(text) ?? '';
  const { valid, errorCodes } = validateIBAN(account);
  if (valid) return { ok: true, account, shown: friendlyFormatIBAN(account) ?? account };
  const has = (code: ValidationErrorsIBAN) => errorCodes.includes(code);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(account)) return { ok: false, problem: 'malformed' };
  if (has(ValidationErrorsIBAN.NoIBANCountry)) return { ok: false, problem: 'countryUnknown' };
  if (has(ValidationErrorsIBAN.WrongBBANLength)) return { ok: false, problem: 'length' };
  if (has(ValidationErrorsIBAN.WrongIBANChecksum) || has(ValidationErrorsIBAN.ChecksumNotNumber)) return { ok: false, problem: 'checksum' };
  return { ok: false, problem: 'malformed' };
}

export function ibanOf(text: string): string {
  const checked = checkIban(text);
  if (!checked.ok) throw new BankFileProblem('accountInvalid', `"${text.slice(0, 40)}" is no IBAN: ${checked.problem}.`);
  return checked.account;
}
