import { domainToASCII } from 'node:url';
import { LoginBy } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** How a person is reached. `target` is the normalised form that is stored and compared. */
export type Contact = { by: typeof LoginBy.phone; target: string } | { by: typeof LoginBy.email; target: string };

const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const mobileKinds = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER']);

/** Lower case, ASCII domain. Quoted local parts and address literals are refused: nobody uses them, and headers get injected through them. */
export function normaliseEmail(typed: string): string {
  const text = typed.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1));
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  if (at < 1 || text.length > 254 || dots || !localPart.test(local) || !hostName.test(domain)) throw new Refusal('emailInvalid');
  return `${local}@${domain}`;
}

/** E.164 of a mobile number, typed with or without its calling code, spaces or trunk zero. */
export function normalisePhone(typed: string, areaCode: string | undefined): string {
  const area = (areaCode ?? '').replace(/^\+/, '');
  const refuse = () => new Refusal('phoneInvalid', { area: area ? `+${area}` : 'any' });
  // Only characters that people write numbers with. The parser would also accept letters and extensions.
  if (!/^\+?[0-9 ().-]{3,32}$/.test(typed.trim())) throw refuse();
  const parsed = parsePhone(typed.trim(), area);
  if (!parsed?.isValid() || (area && parsed.countryCallingCode !== area)) throw refuse();
  const kind = parsed.getType();
  if (kind === undefined || !mobileKinds.has(kind)) throw refuse();
  return parsed.number;
}

/** The library throws on a calling code that no country has. */
function parsePhone(text: string, area: string) {
  try {
    return parsePhoneNumberFromString(text, { ...(area ? { defaultCallingCode: area } : {}), extract: false });
  } catch {
    return undefined;
  }
}

export const contactOf = (by: LoginBy, typed: string, areaCode: string | undefined): Contact =>
  by === LoginBy.phone ? { by, target: normalisePhone(typed, areaCode) } : { by: LoginBy.email, target: normaliseEmail(typed) };

export const maskEmail = (email: string) => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;

/** "+60 ***4567": country and the last four digits. */
export function maskPhone(phone: string): string {
  const country = parsePhoneNumberFromString(phone)?.countryCallingCode ?? '';
  return `+${country} ***${phone.slice(-4)}`;
}

export const maskContact = (contact: Contact) => (contact.by === LoginBy.phone ? maskPhone(contact.target) : maskEmail(contact.target));
