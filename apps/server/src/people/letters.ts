import { LoginBy } from '@bourse/protocol/enums';
import { sayMaybe } from '@bourse/words';
import { productName } from '../content/product.ts';
import type { Queryable } from '../platform/database.ts';
import type { Contact } from './contacts.ts';
import type { Post } from './ports.ts';

/** The words of one mail. `message` is the text message for the same occasion. */
export interface Letter {
  subject: string;
  text: string;
  message: string;
}

export const letterNames = [
  'registerCode',
  'registerTaken',
  'resetCode',
  'updateCode',
  'updateTaken',
  'passwordChanged',
  'contactChanged',
  'securityChanged',
  'factorResetAsked',
  'factorResetRefused',
] as const;
export type LetterName = (typeof letterNames)[number];
export type LetterValues = Readonly<Record<string, string | number>>;

/** The kind of contact that a letter or refusal mentions. */
export const contactKind = (by: LoginBy): 'email' | 'phone' => (by === LoginBy.phone ? 'phone' : 'email');

export function writeLetter(name: LetterName, language: string, values: LetterValues): Letter {
  const part = (which: keyof Letter) => sayMaybe(language, `letters.${name}.${which}`, { product: productName, ...values }) ?? '';
  return { subject: part('subject'), text: part('text'), message: part('message') };
}

/** Sends a mail or a text message, depending on the contact, if the transaction commits. */
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
    else await post.mail({ to: to.target, subject: letter.subject, text: letter.text, awaited: true }, tx);
  };
