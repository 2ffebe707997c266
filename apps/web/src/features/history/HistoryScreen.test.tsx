import type { Settlement, TimedOrder } from '@bourse/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { cache } from '../../data/index.ts';
import { openMarket } from '../../testing/market.ts';
import { pageOf, position, positionOrder } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { PositionHistoryScreen, StockHistoryScreen } from './HistoryScreen.tsx';

const contracts = 'GET pay/order-contract/page';
const stocks = 'GET pay/order-stock/page';
const refs = { seq: '9', index: 0, kind: 'positionFill' } as const;
const settlement: Settlement = {
  ...{ ...refs, time: Date.UTC(2026, 2, 2, 9), positionId: '71', orderId: '81', fillId: '41', symbol: 'BTC-PERP', direction: 1 },
  ...{ action: 2, role: 'taker', price: '68000', quantity: '0.05', amount: '41', fee: '1.7', asset: 'USDT', receipt: refs },
};
const timed: TimedOrder = {
  ...{
    id: '91',
    symbol: 'BTC-PERP',
    instrumentId: 2,
    direction: 2,
    status: 2,
    stake: '100',
    asset: 'USDT',
    payoutRate: '85',
    payout: '85',
  },
  ...{ result: '85', durationS: 300, placedAt: Date.UTC(2026, 2, 2, 9), startPrice: '68000', startTime: 1, endPrice: '67900', endTime: 2 },
  ...{ endsAt: 2, source: 'replay', voidReason: '', receipt: null },
};

beforeEach(() => {
  openMarket();
  server.on(contracts, ({ view }) =>
    view === 'settlements'
      ? { settlements: pageOf([settlement]) }
      : view === 'orders' || view === 'order-history'
        ? { orders: pageOf([positionOrder({ status: view === 'orders' ? 1 : 4, reason: 'customer' })]) }
        : {
            positions: pageOf([
              position(
                view === 'closed' ? { status: 2, quantity: '0', closedQuantity: '0.150', closePrice: '68000', realised: '123' } : {},
              ),
            ]),
          },
  );
  server.on('GET pay/order-contract-quick/page', pageOf([timed]));
});

describe('the history of contracts', () => {
  it('shows open positions first, with what they are worth now', async () => {
    const { text, page } = await show(<PositionHistoryScreen />, { at: '/funds/position_history' });
    expect(text()).toContain('0.15 at 67,180');
    expect(text()).toContain('+123.00');
    expect(page.getByRole('link', { name: /BTC-PERP/ }).getAttribute('href')).toContain('/order/detail/71?kind=position');
  });

  it('requests exactly the chosen view, and shows the result of each', async () => {
    const { press, text } = await show(<PositionHistoryScreen />, { at: '/funds/position_history' });
    const seen: Record<string, string> = {};
    for (const view of ['Closed', 'Open orders', 'Past orders', 'Settlements']) {
      await press(view, 'tab');
      await pass(100);
      seen[view] = text();
    }
    expect(server.sent(contracts).map(({ input }) => input.view)).toEqual([
      'positions',
      'closed',
      'orders',
      'order-history',
      'settlements',
    ]);
    // Price result 123, fees 5.04.
    expect(seen['Closed']).toContain('+117.96');
    expect(seen['Open orders']).toContain('Open long');
    expect(seen['Past orders']).toContain('Cancelled');
    expect(seen['Settlements']).toContain('Closed long');
    expect(seen['Settlements']).toContain('fee 1.70');
  });

  it('shows timed contracts with the two ticks that decided them', async () => {
    const { text } = await show(<PositionHistoryScreen />, { at: '/funds/position_history?view=timed' });
    expect(text()).toContain('Lower');
    expect(text()).toContain('68,000.00 → 67,900.00');
    expect(text()).toContain('+85.00');
    expect(text()).toContain('Won');
  });

  it('filters by the instrument of the address, and shows all again', async () => {
    const { text, press } = await show(<PositionHistoryScreen />, { at: '/funds/position_history?symbol=BTC-PERP' });
    expect(server.sent(contracts)[0]?.input).toMatchObject({ view: 'positions', symbol: 'BTC-PERP' });
    expect(text()).toContain('BTC-PERP');
    await press('Clear');
    await pass(100);
    expect(server.sent(contracts).at(-1)?.input).not.toHaveProperty('symbol');
  });

  it('goes through the pages and back', async () => {
    server.on(contracts, ({ pageNo }) => ({
      positions: { list: [position({ id: String(70 + pageNo), symbol: `PAGE-${pageNo}` })], total: 40, pageNo, pageSize: 15 },
    }));
    const { text, page, person } = await show(<PositionHistoryScreen />, { at: '/funds/position_history' });
    const turn = async (at: 0 | 1) => {
      await person.click(page.getByRole('navigation', { name: 'Pages' }).querySelectorAll('button')[at]!);
      await pass(100);
    };
    expect(text()).toContain('PAGE-1');
    await turn(1);
    expect(text()).toContain('PAGE-2');
    await turn(1);
    expect(text()).toContain('PAGE-3');
    expect(page.getByRole('navigation', { name: 'Pages' }).querySelectorAll('button')[1]).toHaveProperty('disabled', true);
    await turn(0);
    expect(text()).toContain('PAGE-2');
  });

  it('explains an empty list', async () => {
    server.on(contracts, { positions: pageOf([]) });
    const { text } = await show(<PositionHistoryScreen />, { at: '/funds/position_history' });
    expect(text()).toContain('No open positions');
  });

  it('shows why a list could not be loaded, and offers a retry', async () => {
    server.on(contracts, () => {
      throw new Error('The line is down.');
    });
    const { text, press } = await show(<PositionHistoryScreen />, { at: '/funds/position_history' });
    await pass(5_000);
    expect(text()).toContain('This could not be loaded');
    server.on(contracts, { positions: pageOf([position()]) });
    await press('Try again');
    await pass(100);
    expect(text()).toContain('0.15 at 67,180');
  });
});

describe('the history of stocks', () => {
  it('shows where an order stands in the queue at the upper limit', async () => {
    server.on(stocks, { positions: pageOf([]) });
    server.on(
      'GET stock/uc-order/page',
      pageOf([
        { ...positionOrder({ kind: 3, symbol: '1155', quantity: '200', upperCircuit: true }), limitPrice: '312.40', queueBefore: '1500' },
      ]),
    );
    const { text } = await show(<StockHistoryScreen />, { at: '/funds/stock_history?view=uc' });
    expect(text()).toContain('200 at 312.40, 1,500 ahead of it');
  });

  it('sends no request and offers the demo and sign-in to a visitor', async () => {
    const { session } = await import('../../data/index.ts');
    session.logout();
    cache.clear();
    server.asked = [];
    const { page } = await show(<StockHistoryScreen />, { at: '/funds/stock_history' });
    expect(server.sent(stocks)).toEqual([]);
    expect(page.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });
});
