import type { NoticePreference } from '@bourse/protocol/calls';
import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../data/index.ts';
import { openMarket } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { NotificationsScreen } from './NotificationsScreen.tsx';

const get = 'GET system/notice-preference/get';
const update = 'PUT system/notice-preference/update';
const setWord = 'PUT system/notice-preference/word';
const subscribe = 'POST system/push/subscribe';
const unsubscribe = 'POST system/push/unsubscribe';

const preference: NoticePreference = {
  ...{ push: ['trading', 'money', 'account'], mail: ['money'], quiet: true, timeZone: 'Asia/Kuala_Lumpur', pushAmounts: false },
  quietHours: { from: 22, to: 8 },
  ...{ word: null, mailTo: 'a***@example.com', pushHere: false, devices: 0 },
  pushKey: `B${'A'.repeat(86)}`,
};

beforeEach(() => {
  openMarket();
  setPreference('timeZone', 'Asia/Kuala_Lumpur');
  server.on(get, preference);
  server.on(update, (input) => ({ ...preference, ...input }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  setPreference('timeZone', null);
});
const open = async () => {
  const shown = await show(<NotificationsScreen />);
  await pass(100);
  return shown;
};

/** A browser with a service worker that may subscribe. */
function browser(permission: NotificationPermission) {
  let current: object | null = null;
  const ended = vi.fn(async () => {
    current = null;
    return true;
  });
  const made = {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/one',
    options: { applicationServerKey: null },
    unsubscribe: ended,
    toJSON: () => ({
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/one',
      keys: { p256dh: `B${'C'.repeat(86)}`, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    }),
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = made;
      return made;
    }),
  };
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ pushManager }), addEventListener: () => {} },
    configurable: true,
  });
  return { pushManager, ended };
}

describe('what reaches the customer', () => {
  it('is chosen by topic and way, and says what nobody can mute', async () => {
    const { press, text } = await open();
    expect(text()).toContain('You always hear about security, withdrawals and margin');
    expect(text()).toContain('a***@example.com');
    await press('E-mail: Trading', 'switch');
    expect(server.sent(update).at(-1)?.input).toEqual({
      ...{ push: ['trading', 'money', 'account'], mail: ['trading', 'money'], quiet: true, pushAmounts: false },
      timeZone: 'Asia/Kuala_Lumpur',
    });
    await press('Push: Trading', 'switch');
    expect(server.sent(update).at(-1)?.input).toMatchObject({ push: ['money', 'account'], mail: ['trading', 'money'] });
  });

  it('waits in quiet hours of the customer’s time zone, and names amounts only where wanted', async () => {
    const { press, text } = await open();
    expect(text()).toContain('Between 22 and 8 o’clock');
    expect(text()).toContain('Kuala Lumpur');
    await press('Quiet hours', 'switch');
    expect(server.sent(update).at(-1)?.input).toMatchObject({ quiet: false });
    await press('Amounts in pushes', 'switch');
    expect(server.sent(update).at(-1)?.input).toMatchObject({ quiet: false, pushAmounts: true });
  });

  it('is no e-mail without an address', async () => {
    server.on(get, { ...preference, mailTo: null });
    const { page, text } = await open();
    expect(text()).toContain('so we cannot send you e-mails');
    expect(page.getByRole<HTMLInputElement>('switch', { name: 'E-mail: Trading' }).disabled).toBe(true);
  });
});

describe('the anti-phishing word', () => {
  it('is set and removed, and a refusal says why', async () => {
    server.on(setWord, ({ word }) => ({ ...preference, word }));
    const { fill, press, problemOf, page } = await open();
    await fill('Word', 'blue heron');
    await press('Set word');
    expect(server.sent(setWord).at(-1)?.input).toEqual({ word: 'blue heron' });
    await press('Remove word');
    expect(server.sent(setWord).at(-1)?.input).toEqual({ word: null });
    expect(page.queryByRole('button', { name: 'Remove word' })).toBeNull();
    server.on(setWord, () => {
      throw new CallError(7040, 400, 'Use 2 to 32 letters, digits, signs or spaces.');
    });
    await fill('Word', 'x');
    await press('Set word');
    expect(problemOf('Word')).toContain('Use 2 to 32');
  });
});

describe('pushes on this device', () => {
  it('are turned on for the key of the exchange, and off', async () => {
    const { pushManager, ended } = browser('granted');
    server.on(subscribe, { devices: 1 });
    server.on(unsubscribe, { devices: 0 });
    const { press } = await open();
    server.on(get, { ...preference, pushHere: true, devices: 1 });
    await press('Pushes on this device', 'switch');
    await pass(100);
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: preference.pushKey });
    expect(server.sent(subscribe)[0]?.input).toMatchObject({ endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/one' });
    await press('Pushes on this device', 'switch');
    await pass(100);
    expect(server.sent(unsubscribe)).toHaveLength(1);
    expect(ended).toHaveBeenCalled();
  });

  it.each([
    ['denied', 'Allow notifications for this page'],
    ['none', 'cannot show pushes'],
  ] as const)('are not offered where they cannot be: %s', async (state, why) => {
    if (state === 'denied') browser('denied');
    else Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => undefined }, configurable: true });
    const { text, page } = await open();
    expect(text()).toContain(why);
    expect(page.getByRole<HTMLInputElement>('switch', { name: 'Pushes on this device' }).disabled).toBe(true);
  });
});
