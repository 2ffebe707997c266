import type { CallOutput } from '@bourse/protocol/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { Holdings } from '../../features/home/parts/Holdings.tsx';
import { Summary } from '../../features/home/parts/Summary.tsx';
import TopBar from '../../shell/TopBar.tsx';
import { balance, overview } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';

const midnight = Date.UTC(2026, 2, 2);
const usd = { currency: 'USD' as const, stale: false, missing: [] };
const day: CallOutput<'GET pay/wallet/home-stat'> = {
  // Read a moment earlier than the overview: at other prices, and at another sequence.
  ...{ ...usd, total: '99994.65000000', since: midnight, startTotal: '100000.00000000', dayPl: '-5.35000000', dayPlRatio: '-0.01' },
  curve: [
    { t: midnight, v: '100000.00000000' },
    { t: midnight + 60_000, v: '99994.65000000' },
  ],
};

let total = '100008.15000000';
beforeEach(() => {
  total = '100008.15000000';
  server.on('GET pay/wallet/overview', () => ({
    ...overview([balance(1, 'USDT', total)], total),
    allocation: [{ asset: 'USDT', name: 'Tether', value: total, ratio: '100.00' }],
  }));
  server.on('GET pay/wallet/home-stat', day);
  server.on('GET system/base-info/get', {
    ...{ APP_BASE_NAME: 'Bourse', APP_BASE_LOGO: '/v8/icon.svg', environment: 'development', serverTime: midnight },
    version: { id: '0', updateType: 0 },
    defaults: { language: 'en', upDownColor: 'upGreen', chartInterval: '30', timeZone: null },
    phones: true,
  });
  server.on('GET pay/exchange-rate/list', []);
  server.on('GET system/menu/list', []);
  server.on('GET system/notice-msg/total-read', { total: 0, unread: 0, newest: null, topics: [] });
  server.on('GET system/view-control/list', []);
  server.on('GET system/member/get-current-member', {
    ...{ id: '7', serviceId: null, userId: '7', realName: null, phone: null, email: null, name: 'Ana', avatar: null, realnameStatus: 0 },
    ...{ loginType: 2, venue: 'demo', account: 100_007, vipLevel: 0, createdAt: 1, restricted: false },
  });
});

describe('the total of an account', () => {
  it('is one figure in the top bar, on the home page and in its parts, and today’s result belongs to it', async () => {
    const { text } = await show(
      <>
        <TopBar tab="home" />
        <Summary />
        <Holdings />
      </>,
    );
    expect(text().match(/100,008\.15/g)).toHaveLength(3);
    expect(text()).not.toContain('99,994.65');
    // 100,000 at midnight, nothing put in since.
    expect(text()).toContain('+8.15');
  });

  it('is read again as prices move, once for all that show it', async () => {
    const { text } = await show(
      <>
        <TopBar tab="home" />
        <Summary />
        <Holdings />
      </>,
    );
    const before = server.sent('GET pay/wallet/overview').length;
    total = '100009.99000000';
    await pass(10_000);
    expect(text().match(/100,009\.99/g)).toHaveLength(3);
    expect(server.sent('GET pay/wallet/overview').length - before).toBe(1);
  });
});
