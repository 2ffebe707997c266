import { CallError } from '@bourse/protocol/client';
import { expect, it } from 'vitest';
import { browserKey, session } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { LoginScreen } from './LoginScreen.tsx';

it('signs in with the key of this browser, as the demo does', async () => {
  server.on('POST system/auth/login', { accessToken: 'A', refreshToken: 'R', expiresIn: 900, userId: '9', loginType: 1 });
  const offline = () => {
    throw new CallError(500, 500, 'unavailable');
  };
  server.on('GET system/area-code/list', offline);
  server.on('GET system/base-info/get', offline);
  server.on('POST system/auth/valid-repeat-login', { repeated: false, device: null, lastSeen: null });
  session.logout({ go: false });
  const { fill, press } = await show(<LoginScreen />, { at: '/login', path: '/login' });
  await fill('E-mail', 'ana@example.com');
  await fill('Password', 'correct horse battery');
  await press('Sign in');
  await pass(500);
  expect(server.sent('POST system/auth/login').map(({ input }) => input)).toMatchObject([
    { loginType: 1, account: 'ana@example.com', visitorId: browserKey() },
  ]);
});
