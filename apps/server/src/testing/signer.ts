import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { CallInput, CommandName } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { headerOf, keyText, signatureHeader, signedBody, signedText } from '@bourse/protocol/signing';
import { nameOfKey } from '../devices/keys.ts';

/** What a program client does: a key of its own, registered after the sign-in, and a signature with each command. */
export function testSigner() {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const publicKey = point.toString('base64url');
  const key = nameOfKey(publicKey);
  return {
    publicKey,
    key,
    privateKey,
    registration(customer: string, time = Date.now()) {
      return { publicKey, time, signature: signOver(privateKey, keyText({ customer, key, time })).toString('base64url') };
    },
    /** The headers of a signed command. */
    headers<Name extends CommandName>(
      call: Name,
      input: CallInput<Name>,
      {
        venue = 'demo',
        account,
        commandId = randomUUID(),
        time = Date.now(),
      }: { venue?: Venue; account: number; commandId?: string; time?: number },
    ): Record<string, string> {
      const text = signedText({ venue, account, key, commandId, time, call, body: signedBody(call, input as object) });
      return {
        'Idempotency-Key': commandId,
        [signatureHeader]: headerOf({ key, time, signature: signOver(privateKey, text).toString('base64url') }),
      };
    },
  };
}
export type TestSigner = ReturnType<typeof testSigner>;

export const signOver = (key: KeyObject, text: string): Buffer => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
