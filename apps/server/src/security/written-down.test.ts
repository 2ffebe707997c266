import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { payOut, payPassword, type SecurityKit, securityKit, site } from '../testing/security.ts';

const lines: string[] = [];
let kit: SecurityKit;
beforeAll(async () => {
  kit = await securityKit(site, { log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }) });
});
afterAll(() => kit.close());
beforeEach(() => void lines.splice(0));
const warned = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('a factor that was wrong is in the security log, with the act and without what was typed', async () => {
  const { id, token } = await kit.customer();
  await kit.setPayPassword(token);
  const totp = kit.codeAt(await kit.addTotp(token, { payPassword }), kit.people.clock.now() - 86_400_000);
  const payout = { to: 'own account', amount: '10' };
  expect((await kit.prove(token, payOut, payout, { payPassword: 'red kettle 8', totp })).refusal).toBe('payPasswordWrong');
  expect((await kit.prove(token, payOut, payout, { payPassword, totp })).refusal).toBe('totpWrong');
  const facts = { security: 'proofFailed', customerId: id, sessionId: expect.any(String), call: payOut };
  expect(warned()).toMatchObject([
    { ...facts, refusal: 'payPasswordWrong' },
    { ...facts, refusal: 'totpWrong' },
  ]);
  for (const typed of ['red kettle 8', payPassword, totp]) expect(lines.join()).not.toContain(typed);
});

test('a passkey that signs nobody in is in the security log', async () => {
  const sent = (await kit.send(undefined, 'GET system/passkey/sign-in')).data as { challenge: string; rpId: string };
  const stranger = softwareAuthenticator(site);
  stranger.register({ challenge: 'AAAA', rp: {}, user: { id: 'AAAA' } });
  await kit.send(undefined, 'POST system/passkey/sign-in', { challenge: sent.challenge, assertion: stranger.assert(sent) });
  expect(warned()).toMatchObject([{ security: 'signInFailed', by: 'passkey', network: expect.any(String) }]);
});
