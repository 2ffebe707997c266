import { expect, it } from 'vitest';
import { server } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';

const register = (phones: boolean) => {
  server.on('GET system/base-info/get', {
    ...{ APP_BASE_NAME: 'Bourse', APP_BASE_LOGO: '/v8/icon.svg', environment: 'production', serverTime: 1, phones },
    version: { id: '0', updateType: 0 },
    defaults: { language: 'en', upDownColor: 'upGreen', chartInterval: '30', timeZone: null },
  });
  server.on('GET system/area-code/list', []);
  server.on('GET system/captcha/img-captcha', () => {
    throw new Error('not asked for here');
  });
  return show(<RegisterScreen />, { at: '/register', path: '/register' });
};

it('offers a phone where a code reaches it', async () => {
  const { page } = await register(true);
  expect(page.getByRole('radio', { name: 'Phone number' })).toBeTruthy();
});

it('offers an e-mail address alone where no carrier is configured', async () => {
  const { page, field } = await register(false);
  expect(page.queryByRole('radio')).toBeNull();
  expect(field('E-mail')).toBeTruthy();
});
