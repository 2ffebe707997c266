import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { type TestConsole, testConsole, testPlace } from '../testing/console.ts';

const lines: string[] = [];
let kit: TestConsole;
beforeAll(async () => {
  kit = await testConsole({ log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }) });
});
afterAll(() => kit.close());
const events = () => lines.splice(0).flatMap((line) => (line.includes('"security"') ? [JSON.parse(line) as Record<string, unknown>] : []));

test('who signs in as an operator, who fails to, and who asks for what their roles do not allow is in the security log', async () => {
  const { id, key, token } = await kit.operator('support');
  expect(events()).toMatchObject([{ security: 'operatorSignedIn', operatorId: id, by: 'link', network: '127.0.0.1' }]);
  const begin = async () => (await kit.call('POST auth/begin', {})).data;
  await kit.call('POST auth/finish', { assertion: key.assert(await begin()) });
  const stranger = softwareAuthenticator(testPlace.origin);
  stranger.register({ challenge: 'eA', rp: { id: 'localhost' }, user: { id: 'eA' } });
  await kit.call('POST auth/finish', { assertion: stranger.assert(await begin()) });
  await kit.call('POST auth/finish', { assertion: key.assert(await begin(), { userVerified: false }) });
  const registration = stranger.register({ challenge: 'eA', rp: { id: 'localhost' }, user: { id: 'eA' } });
  await kit.call('POST auth/enrol-finish', { link: 'x'.repeat(43), label: 'x', registration });
  await kit.call('GET ledger/accounts', { venue: 'demo', pageNo: 1, pageSize: 10 }, { token });
  expect(events()).toMatchObject([
    { security: 'operatorSignedIn', operatorId: id, by: 'passkey' },
    { security: 'operatorSignInFailed', by: 'passkey', refusal: 'operatorKeyUnknown', network: '127.0.0.1' },
    { security: 'operatorSignInFailed', by: 'passkey', refusal: 'operatorKeyWrong' },
    { security: 'operatorSignInFailed', by: 'link', refusal: 'enrolmentOver' },
    { security: 'callRefused', call: 'GET ledger/accounts', refusal: 'permissionMissing', operatorId: id },
  ]);
});
