import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, test } from 'vitest';
import { type Forgery, softwareAuthenticator } from './authenticator.ts';

const origin = 'https://example.com';
const rpId = 'example.com';
const challenge = Buffer.alloc(32, 7).toString('base64url');
const user = { id: Buffer.from('1').toString('base64url') };

async function enrolled() {
  const authenticator = softwareAuthenticator(origin);
  const response = authenticator.register({ challenge, rp: { id: rpId }, user });
  const made = await verifyRegistrationResponse({
    response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  });
  if (!made.verified) throw new Error('the library refused the credential');
  const { credential } = made.registrationInfo;
  const verify = (forged: Forgery = {}) =>
    verifyAuthenticationResponse({
      response: authenticator.assert({ challenge, rpId }, forged),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential,
      requireUserVerification: true,
    });
  return { verify };
}

test('the software authenticator makes credentials and signatures that the library accepts', async () => {
  const { verify } = await enrolled();
  expect(await verify()).toMatchObject({ verified: true, authenticationInfo: { newCounter: 2, userVerified: true } });
});

test.each<[string, Forgery]>([
  ['of another page', { origin: 'https://example.org' }],
  ['for another relying party', { rpId: 'example.org' }],
  ['of another challenge', { challenge: Buffer.alloc(32, 8).toString('base64url') }],
  ['without the person', { userVerified: false }],
  ['whose counter stands still', { counter: 1 }],
])('a signature %s is refused', async (_what, forged) => {
  const { verify } = await enrolled();
  await expect(verify(forged).then(({ verified }) => expect(verified).toBe(true))).rejects.toThrow();
});
