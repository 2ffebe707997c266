import { beforeEach, describe, expect, it } from 'vitest';
import { preferences, session, setPreference } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { DirectionScreen } from './DirectionScreen.tsx';
import { ExchangeRateScreen } from './ExchangeRateScreen.tsx';
import { LanguageScreen } from './LanguageScreen.tsx';
import { MineScreen } from './MineScreen.tsx';
import { PriceDaysScreen } from './PriceDaysScreen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import { SocketScreen } from './SocketScreen.tsx';
import { ThemeScreen } from './ThemeScreen.tsx';
import { TimeZoneScreen } from './TimeZoneScreen.tsx';

const rate = (exchange: string, price: string, parts = {}) => ({
  ...{
    exchange,
    price,
    name: exchange,
    sign: exchange,
    position: 1 as const,
    priceAccuracy: 2,
    isDefault: false,
    time: 1,
    stale: false,
    feed: 'simulated' as const,
  },
  ...parts,
});
const chosen = () => preferences.getState();

beforeEach(() => {
  server.on('GET pay/exchange-rate/list', [
    rate('USD', '1', { isDefault: true }),
    rate('MYR', '4.4212'),
    rate('CNY', '7.2', { stale: true }),
  ]);
  setPreference('currency', 'USD');
  setPreference('theme', 'system');
  setPreference('direction', 'green-up');
  setPreference('amountsHidden', false);
  setPreference('timeZone', null);
});

describe('how this device shows things', () => {
  it('takes the theme at once, and keeps it on the device', async () => {
    const { press, page } = await show(<ThemeScreen />);
    await press(/Graphite/, 'radio');
    expect(chosen().theme).toBe('dark');
    expect(page.getByRole('radio', { name: /Graphite/ }).getAttribute('aria-checked')).toBe('true');
    expect(JSON.stringify(localStorage)).toContain('dark');
  });

  it('takes the colours of rise and fall', async () => {
    const { press } = await show(<DirectionScreen />);
    await press(/^Blue up/);
    expect(chosen().direction).toBe('colour-blind');
  });

  it('hides amounts, and shows them again', async () => {
    server.on('GET system/base-info/get', () => {
      throw new Error('not now');
    });
    const { press } = await show(<SettingsScreen />);
    await press('Hide amounts', 'switch');
    expect(chosen().amountsHidden).toBe(true);
    await press('Hide amounts', 'switch');
    expect(chosen().amountsHidden).toBe(false);
  });
});

describe('the display currency', () => {
  it('is chosen by its rate, and says which rates are old', async () => {
    const { press, text, page } = await show(<ExchangeRateScreen />);
    expect(text()).toContain('1 USD = 4.4212 MYR');
    expect(page.getByTitle('This rate is old; the last known value is used.')).toBeTruthy();
    await press(/MYR/);
    expect(chosen().currency).toBe('MYR');
  });

  it('says why the rates did not come, and tries again when asked', async () => {
    server.on('GET pay/exchange-rate/list', () => {
      throw new Error('The line is down.');
    });
    const { press, text } = await show(<ExchangeRateScreen />);
    await pass(5_000);
    expect(text()).toContain('This could not be loaded');
    server.on('GET pay/exchange-rate/list', [rate('MYR', '4.4')]);
    await press('Try again');
    await pass(100);
    expect(text()).toContain('1 USD = 4.4 MYR');
  });
});

describe('the time zone', () => {
  it('is found by its city and taken', async () => {
    const { fill, press, text } = await show(<TimeZoneScreen />);
    await fill('Search a city or offset', 'kuala');
    expect(text()).toContain('Kuala Lumpur');
    await press(/Kuala Lumpur/);
    expect(chosen().timeZone).toMatch(/Kuala_Lumpur|Singapore/);
  });

  it('says when nothing is found', async () => {
    const { fill, text } = await show(<TimeZoneScreen />);
    await fill('Search a city or offset', 'atlantis');
    expect(text()).toContain('No matches');
  });
});

describe('the language', () => {
  it('changes every sentence at once', async () => {
    server.on('PUT system/member/update-language', ({ language }) => ({ language }));
    const { switchLanguage } = await import('../../i18n/index.ts');
    // Load its words first: a chunk in flight does not wait for the fake clock.
    await switchLanguage('zh-CN');
    await switchLanguage('en');
    const { press, text } = await show(<LanguageScreen />);
    await press(/简体中文/);
    await pass(1_000);
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(text()).not.toContain('Names of instruments stay as they are.');
    await switchLanguage('en');
  });
});

describe('the account page', () => {
  beforeEach(() => {
    server.on('GET system/menu/list', []);
    server.on('GET system/auth/logout', { done: true });
    server.on('GET system/notice-msg/total-read', { total: 0, unread: 0, newest: null, topics: [] });
  });

  it('offers a visitor the ways in, and nothing that needs an account', async () => {
    session.logout();
    const { page, text } = await show(<MineScreen />);
    expect(page.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    expect(text()).not.toContain('Change password');
    expect(text()).not.toContain('Sign out');
  });

  it('asks for confirmation before it signs out', async () => {
    server.on('GET system/member/get-current-member', () => {
      throw new Error('not now');
    });
    const { press, page } = await show(<MineScreen />);
    await press(/Sign out/);
    expect(page.getByText('Sign out on this device?')).toBeTruthy();
    expect(session.signedIn).toBe(true);
    const buttons = page.getAllByRole('button', { name: /^Sign out$/ });
    buttons.at(-1)?.click();
    await pass(100);
    expect(session.signedIn).toBe(false);
  });
});

describe('connection details', () => {
  it('says the state of the socket, and pauses its log', async () => {
    const { press, text, page } = await show(<SocketScreen />);
    expect(text()).toContain('No messages yet');
    await press('Pause');
    expect(page.getByRole('button', { name: 'Resume' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the days of simulated prices', () => {
  it('show the commitment of a day to come, and the secret of one that is over', async () => {
    const day = (date: string, secret: string | null) => ({
      day: date,
      commitment: date.replaceAll('-', 'c').padEnd(64, 'f'),
      committedAt: 1,
      seq: secret === null ? null : 812,
      secret,
    });
    const list = [day('2026-11-24', null), day('2026-11-22', 'ab'.repeat(32))];
    server.on('GET exchange/price-days', { list, total: 2, pageNo: 1, pageSize: 10, anchor: 1, walk: 'simulated:3' });
    const { page } = await show(<PriceDaysScreen />);
    expect(await page.findByText('ab'.repeat(32))).toBeTruthy();
    expect(page.getAllByText('Published after the day')).toHaveLength(1);
    expect(page.getByText('command 812 of the demo market')).toBeTruthy();
    for (const { commitment } of list) expect(page.getByText(commitment)).toBeTruthy();
  });

  it('say so when there are none', async () => {
    server.on('GET exchange/price-days', { list: [], total: 0, pageNo: 1, pageSize: 10, anchor: 1, walk: 'simulated:3' });
    const { page } = await show(<PriceDaysScreen />);
    expect(await page.findByText('No day has simulated prices')).toBeTruthy();
  });
});
