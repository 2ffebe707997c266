import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { headerOf, keyText, signedBody, signedText } from '@bourse/protocol/signing';

export interface Account {
  token: string;
  customer: string;
  /** Set once a key is registered. */
  signs?: { key: string; privateKey: KeyObject; account: number };
}

const over = (key: KeyObject, text: string) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

/** Makes a key for a demo account and registers it with its session; undefined when a busy machine refused it. */
export async function withKey(origin: string, account: Account): Promise<Account | undefined> {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const key = createHash('sha256').update(point).digest('base64url');
  const time = Date.now();
  const response = await fetch(`${origin}/api/app-api/system/member/device-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
    body: JSON.stringify({
      publicKey: point.toString('base64url'),
      time,
      signature: over(privateKey, keyText({ customer: account.customer, key, time })),
    }),
  });
  const { data } = (await response.json()) as { data: { account: number } | null };
  return data === null ? undefined : { ...account, signs: { key, privateKey, account: data.account } };
}

/** The X-Signature of an order of the demo venue; undefined for an account without a key. */
export function signatureOf({ signs }: Account, call: string, commandId: string, body: string): string | undefined {
  if (!signs) return undefined;
  const { key, privateKey, account } = signs;
  const time = Date.now();
  const text = signedText({ venue: 'demo', account, key, commandId, time, call, body: signedBody(call, JSON.parse(body) as object) });
  return headerOf({ key, time, signature: over(privateKey, text) });
}
