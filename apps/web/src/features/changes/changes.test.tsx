import { describe, expect, it } from 'vitest';
import { server } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { ChangesScreen } from './ChangesScreen.tsx';
import type { Change } from './figures.ts';

const day = 86_400_000;
const one = (parts: Partial<Change>): Change => ({
  ...{ id: '1', subject: 'defineInstrument', state: 'waits', symbol: 'BTC/USDT', rail: null, origin: 'operator', reason: 'Costs rose.' },
  ...{ announcedAt: 1_700_000_000_000, from: 1_700_000_000_000 + day, endedAt: null, endReason: '', worse: true, first: false },
  differences: [{ field: 'takerFeePpm', at: 1, unit: 'percent', coin: null, before: '0.1000', after: '0.1200' }],
  ...parts,
});
const answer = (list: Change[], total = list.length) => server.on('GET exchange/change/page', { list, total, pageNo: 1, pageSize: 10 });

describe('the page of changes', () => {
  it('says what changes from what to what, for the worse, from when, by whom and why', async () => {
    answer([one({})]);
    const { page } = await show(<ChangesScreen />);
    expect(await page.findByText('Taker fee, level 0')).toBeTruthy();
    for (const text of ['0.1%', '0.12%', 'For the worse', 'Announced', 'Operator', 'Costs rose.', 'Fees and order limits'])
      expect(page.getAllByText(text).length, text).toBeGreaterThan(0);
    expect(page.getByText('from 0.1% to 0.12%')).toBeTruthy();
  });

  it('says figures in their own words, and of a bound that nobody meets its name', async () => {
    const figure = (field: string, unit: Change['differences'][number]['unit'], before: string | null, after: string | null, at = 0) => ({
      ...{ field, unit, before, after, at },
      coin: unit === 'amount' ? 'USDT' : null,
    });
    answer([
      one({
        differences: [
          figure('tiers.maxLeverage', 'times', '50', '25', 2),
          figure('tiers.maxNotional', 'amount', '500000.000000', null, 2),
          figure('fundingIntervalMs', 'duration', '28800000', '14400000'),
          figure('shortable', 'onOff', '1', '0'),
          figure('offers.payoutPpm', 'percent', null, '80.0000', 30_000),
          figure('mode', 'word', 'normal', 'cancelOnly'),
          figure('wakesPerCommand', 'number', '1', '2'),
        ],
      }),
    ]);
    const { page } = await show(<ChangesScreen />);
    expect(await page.findByText('Highest leverage, tier 2')).toBeTruthy();
    for (const text of ['from 50× to 25×', 'from 500000 USDT to none', 'from 8 h to 4 h', 'from on to off', 'from none to 80%'])
      expect(page.getByText(text), text).toBeTruthy();
    for (const text of ['Payout, 30 s', 'from trading to cancel only', 'Technical bound wakesPerCommand'])
      expect(page.getByText(text), text).toBeTruthy();
  });

  it('names a rail as customers know it, and says what of it changes', async () => {
    const rail = { id: 1, asset: 'USDT', channel: 1 as const, networkName: 'Ethereum (ERC-20)', provider: null };
    const figure = (field: string, unit: Change['differences'][number]['unit'], before: string, after: string, at = 0) => ({
      ...{ field, unit, before, after, at },
      coin: unit === 'amount' ? 'USDT' : null,
    });
    answer([
      one({
        ...{ id: '4', subject: 'defineRail', symbol: null, rail },
        differences: [figure('feeFixed', 'amount', '1.500000', '2.000000'), figure('holdMs', 'duration', '0', '3600000')],
      }),
      one({
        ...{ id: '3', subject: 'stopRail', symbol: null, worse: false, state: 'inForce' },
        rail: { ...rail, id: 7, asset: 'USD', channel: 0, networkName: null },
        differences: [figure('stopOut', 'onOff', '0', '1')],
      }),
      one({
        ...{ id: '2', subject: 'definePayoutRules', symbol: null },
        differences: [figure('levelLimits', 'amount', '20000.000000', '10000.000000', 3)],
      }),
      one({
        ...{ id: '1', subject: 'defineRail', symbol: null, worse: false, rail: { ...rail, id: 99, networkName: null } },
        differences: [figure('open', 'word', '0', '3')],
      }),
    ]);
    const { page } = await show(<ChangesScreen />);
    expect(await page.findByText('USDT · Ethereum (ERC-20)')).toBeTruthy();
    for (const text of [
      ...[
        'USD · Bank transfer',
        'USDT · Number 99',
        'The whole exchange',
        'Withdrawals in 24 hours, identity level 2',
        'Stop of withdrawals',
      ],
      ...['from 1.5 USDT to 2 USDT', 'from 0 h to 1 h', 'from off to on', 'from 20000 USDT to 10000 USDT'],
      'from closed to deposits and withdrawals',
    ])
      expect(page.getByText(text), text).toBeTruthy();
  });

  it('says why one was withdrawn, and why without words of their own', async () => {
    answer([
      one({ id: '3', state: 'withdrawn', endedAt: 1_700_000_100_000, endReason: 'Not needed any more.', origin: 'file', reason: '' }),
      one({ id: '2', symbol: null, subject: 'setRules', first: true, differences: [], state: 'inForce', worse: false }),
    ]);
    const { page } = await show(<ChangesScreen />);
    expect(await page.findByText('Not needed any more.')).toBeTruthy();
    for (const text of [
      'The configuration file changed. It gives no reason.',
      'The whole exchange',
      'Listed for the first time',
      'In force since',
    ])
      expect(page.getByText(text), text).toBeTruthy();
  });

  it('says when there are none', async () => {
    answer([]);
    const first = await show(<ChangesScreen />);
    expect(await first.page.findByText('No changes yet')).toBeTruthy();
  });
});
