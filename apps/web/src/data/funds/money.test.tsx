import type { CallOutput } from '@bourse/protocol/calls';
import { Change, Price } from '@bourse/ui';
import { beforeEach, describe, expect, it } from 'vitest';
import { Summary } from '../../features/home/parts/Summary.tsx';
import { overview } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { setPreference } from '../preferences.ts';
import { changeOf, emptyTick } from '../ticks.ts';

type Rate = CallOutput<'GET pay/exchange-rate/list'>[number];
const rate = (exchange: string, price: string, parts: Partial<Rate> = {}): Rate => ({
  ...{ exchange, price, name: exchange, sign: exchange, position: 1, priceAccuracy: 2, isDefault: false, time: 1, stale: false },
  feed: 'simulated',
  ...parts,
});
const usd = rate('USD', '1', { sign: 'USDT', feed: 'rule' });
const rm = { sign: 'RM', position: 0 as const };
const today: CallOutput<'GET pay/wallet/home-stat'> = {
  ...{ total: '0', currency: 'USD', stale: false, missing: [], since: 0, startTotal: '0', dayPl: '0', dayPlRatio: '0', curve: [] },
};

const owning = (total: string, rates: Rate[]) => {
  server.on('GET pay/wallet/overview', overview([], total));
  server.on('GET pay/exchange-rate/list', rates);
  return show(<Summary />);
};

beforeEach(() => {
  setPreference('currency', null);
  server.on('GET pay/wallet/home-stat', today);
  server.on('GET system/view-control/list', []);
  server.on('GET system/menu/list', []);
});

describe('the display currency', () => {
  it('is the deployment’s default until the customer chooses, with the served sign in its place', async () => {
    const { text } = await owning('100', [usd, rate('MYR', '4.20', { ...rm, isDefault: true })]);
    expect(text()).toContain('RM420.00');
  });

  it('has the other reading of the ringgit where the server says so', async () => {
    const { text } = await owning('100', [usd, rate('MYR', '4.20', { sign: '$', isDefault: true })]);
    expect(text()).toContain('420.00 $');
  });

  it('follows its rate without a reload', async () => {
    setPreference('currency', 'MYR');
    const { text } = await owning('100', [usd, rate('MYR', '4.20', rm)]);
    server.on('GET pay/exchange-rate/list', [usd, rate('MYR', '4.30', rm)]);
    await pass(3_500);
    expect(text()).toContain('RM430.00');
  });

  it('says that its rate is old', async () => {
    setPreference('currency', 'MYR');
    const { text } = await owning('100', [usd, rate('MYR', '4.20', { ...rm, stale: true, time: Date.UTC(2026, 2, 2, 8) })]);
    expect(text()).toContain('The rate of MYR is old');
  });

  it('says that it has no rate, and shows USDT meanwhile', async () => {
    setPreference('currency', 'MYR');
    const { text } = await owning('100', [usd]);
    expect(text()).toContain('There is no rate for MYR now: amounts are in USDT');
    expect(text()).toContain('100.00 USDT');
  });

  it('rounds what is owned to its accuracy, and shows dust as the smallest amount', async () => {
    expect((await owning('0.00000001', [usd])).text()).toContain('0.01 USDT');
  });
});

describe('before the first price', () => {
  it('a row shows no figure', async () => {
    const tick = emptyTick('BTC/USDT');
    const { text } = await show(
      <>
        <Price value={tick.pe} /> <Change value={changeOf(tick)} />
      </>,
    );
    expect(text()).toContain('– –');
    expect(text()).not.toContain('0.0');
  });
});
