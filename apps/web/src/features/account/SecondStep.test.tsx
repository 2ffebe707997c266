import { CallError } from '@bourse/protocol/client';
import { expect, it } from 'vitest';
import { session } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { LoginScreen } from './LoginScreen.tsx';

const call = 'POST system/auth/second-step';
const tokens = { accessToken: 'A', refreshToken: 'R', expiresIn: 900, userId: '9', loginType: 1 as const };
const refused = (code: number, message: string) => () => {
  throw new CallError(code, 403, message);
};

async function atTheSecondStep(ways: ('totp' | 'passkey' | 'recoveryCode')[]) {
  const offline = refused(500, 'unavailable');
  server.on('GET system/area-code/list', offline);
  server.on('GET system/base-info/get', offline);
  server.on('POST system/auth/valid-repeat-login', { repeated: false, device: null, lastSeen: null });
  server.on('POST system/auth/login', { secondStep: { ticket: 'T', ways, passkeys: null, expiresAt: 0 } });
  session.logout({ go: false });
  const shown = await show(<LoginScreen />, { at: '/login', path: '/login' });
  await shown.fill('E-mail', 'ana@example.com');
  await shown.fill('Password', 'correct horse battery');
  await shown.press('Sign in');
  await pass(500);
  return shown;
}

it('asks for six digits and sends them as the sixth is typed', async () => {
  server.on(call, tokens);
  const { fill, page } = await atTheSecondStep(['totp']);
  expect(page.getByRole('heading', { name: 'One more step' })).toBeTruthy();
  expect(session.signedIn).toBe(false);
  await fill('Six-digit code', '12345');
  expect(server.sent(call)).toHaveLength(0);
  await fill('Six-digit code', '123456');
  await pass(100);
  expect(server.sent(call).map(({ input }) => input)).toEqual([{ ticket: 'T', answer: { totp: '123456' } }]);
  expect(session.signedIn).toBe(true);
});

it('keeps the step after a wrong code, and starts over when its time is out', async () => {
  server.on(call, refused(2071, 'The code is wrong.'));
  const { fill, page } = await atTheSecondStep(['totp', 'recoveryCode']);
  await fill('Six-digit code', '123456');
  await pass(100);
  expect(page.getByText('The code is wrong.')).toBeTruthy();
  server.on(call, refused(2100, 'Please sign in again.'));
  await fill('Six-digit code', '654321');
  await pass(100);
  expect(page.getByText('Please sign in again.')).toBeTruthy();
  expect(page.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
});

it('takes a recovery code, and says where to go without any factor', async () => {
  server.on(call, tokens);
  const { fill, press, page } = await atTheSecondStep(['totp', 'recoveryCode']);
  expect(page.getByRole('link', { name: 'I have none of these' }).getAttribute('href')).toBe('/factor_reset');
  await press('Recovery code', 'radio');
  await fill('Recovery code', '7KQ2M-XT9RB');
  await press('Sign in');
  await pass(100);
  expect(server.sent(call).map(({ input }) => input)).toEqual([{ ticket: 'T', answer: { recoveryCode: '7KQ2M-XT9RB' } }]);
  expect(session.signedIn).toBe(true);
});
