import { Wallet } from '@bourse/protocol/enums';
import { choice, count, type Field, id, type Meaning, refusing, text } from './field.ts';

/** Fields that name things of the exchange. A value that can be no such name is refused like the name of a thing that does not exist. */
export const account = refusing('accountUnknown', id());
export const asset = refusing('assetUnknown', id());
export const instrument = refusing('instrumentUnknown', id());
export const order = refusing('orderUnknown', count('subject'));
export const position = refusing('positionUnknown', count('subject'));
/** 0 means every instrument. */
export const anyInstrument = refusing('instrumentUnknown', count('subject'));
/** 32 bytes in base64url: 43 characters, of which the last holds four bits. A salted digest of what the journal must not hold itself. */
const digestForm = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
export const digest = (meaning?: Meaning): Field<string> => {
  const field = text(meaning, { min: 43, max: 43 });
  const check: Field<string>['check'] = (value, name) =>
    typeof value === 'string' && digestForm.test(value) ? undefined : { field: name, problem: { problem: 'characters', min: 43, max: 43 } };
  return refusing('digestInvalid', { ...field, shape: { type: 'text', max: 43, digest: true }, check });
};
export const wallet = refusing('walletUnknown', choice(Wallet));
