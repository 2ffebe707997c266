import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../../data/index.ts';
import { btc, btcPerp, openMarket } from '../../../testing/market.ts';
import { openPositions, pageOf } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { contractDrafts } from '../leverage/draft.ts';
import { ChartPanel } from './ChartPanel.tsx';
import './compare-feed.ts';
import type { Compared } from './compared.ts';
import type { ChartHandle, ChartHooks, ChartSettings } from './engine.ts';
// Loaded when first needed: the test does not wait for that.
import '../instrument/InstrumentPicker.tsx';
import './PositionLines.tsx';

/** The drawing library needs a canvas: here it is a chart of a thousand pixels, from 60,000 at its foot to 70,000 at its top. */
const opened: { settings?: ChartSettings; compared: (Compared | null)[]; retimed: number } = { compared: [], retimed: 0 };
type Feed = { page: (interval: string, before: undefined) => Promise<unknown> };
vi.mock('./engine.ts', () => ({
  openChart(_: HTMLElement, settings: ChartSettings, feed: Feed, hooks: ChartHooks) {
    Object.assign(opened, { settings });
    void feed.page(settings.interval, undefined).then(() => hooks.onState('ready'));
    const handle: Partial<ChartHandle> = {
      place: (price) => ({ y: (70_000 - price) / 10, axis: 64, height: 1_000 }),
      beyond: () => undefined,
      placeLast: () => undefined,
      priceAt: (y) => 70_000 - y * 10,
      axisWidth: () => 64,
      compare: (compared) => void opened.compared.push(compared),
      retime: () => {
        opened.retimed += 1;
      },
    };
    return new Proxy(handle, { get: (known, name: keyof ChartHandle) => known[name] ?? (() => {}) });
  },
}));
vi.mock('./sharpness.ts', () => ({ trustPixels: async () => {} }));

const candle = (t: number, c: string) => ({ t, o: c, h: c, l: c, c, v: '1' });
const at = Date.UTC(2026, 2, 2, 9);

beforeEach(() => {
  openMarket();
  Object.assign(opened, { compared: [], retimed: 0 });
  server.on('GET pay/order-coin/order-page', () => pageOf([]));
  server.on('GET pay/favorite/list', () => []);
  server.on('GET exchange/candlestick/stock-data', ({ symbol, interval }) => ({
    ...{ symbol, interval, source: 'test', feed: 'simulated' as const },
    candles: [candle(at, symbol === 'NVDA' ? '180' : '68000'), candle(at + 1_800_000, symbol === 'NVDA' ? '183' : '68123.07')],
  }));
});

const panel = async (instrument = btc) => {
  const shown = await show(<ChartPanel dense instrument={instrument} interval="30" onInterval={() => {}} />);
  await pass(100);
  const frame = shown.container.querySelector<HTMLElement>('[aria-hidden][dir="ltr"]')!;
  frame.getBoundingClientRect = () => ({ left: 0, right: 600, top: 100, bottom: 1_100, width: 600, height: 1_000 }) as DOMRect;
  const pressAt = async (x: number, y: number, upY = y) => {
    fireEvent.pointerDown(frame, { clientX: x, clientY: y, button: 0 });
    fireEvent.pointerUp(frame, { clientX: x, clientY: upY });
    await pass(0);
  };
  return { ...shown, pressAt };
};
/** What the ticket holds, once it is written down. */
const ticket = async () => {
  await pass(400);
  return JSON.parse(localStorage.getItem('trade.draft.BTC/USDT') ?? 'null');
};

describe('an order placed by its price on the chart', () => {
  it('fills in the ticket, and sends nothing', async () => {
    const { page, press, pressAt } = await panel();
    await pressAt(580, 300);
    expect(page.getByRole('button', { name: 'Sell limit at 68,000.00' })).toBeTruthy();
    await press('Buy limit at 68,000.00');
    expect(await ticket()).toMatchObject({ side: 0, form: 'limit', price: '68000.00' });
    expect(page.queryByRole('button', { name: /limit at/ })).toBeNull();
    expect(server.sent('POST pay/order-coin/purchase-actual-commodities')).toEqual([]);
  });
  it('is asked for by a press on the axis alone: not by one on the candles, nor by dragging the scale', async () => {
    const { page, pressAt } = await panel();
    await pressAt(300, 300);
    await pressAt(580, 300, 340);
    expect(page.queryByRole('button', { name: /limit at/ })).toBeNull();
  });
  it('needs no pointer: the menu asks at the last price, and the arrow keys move it by the tick', async () => {
    const { page, press, person } = await panel();
    await press('Chart settings');
    await press('Order at a price', 'menuitem');
    await pass(50);
    expect(document.activeElement).toBe(page.getByRole('slider', { name: 'Order at a price' }));
    await person.keyboard('{ArrowDown}{Enter}');
    await press('Sell limit at 68,122.55');
    expect(await ticket()).toMatchObject({ side: 1, price: '68122.55' });
  });
  it('turns the ticket of a contract short', async () => {
    server.on('GET pay/order-contract-quick/page', () => pageOf([]));
    openPositions('contract', []);
    const { press, pressAt } = await panel(btcPerp);
    await pass(100);
    await pressAt(580, 350);
    await press('Sell limit at 67,500.00');
    expect(contractDrafts.read('BTC-PERP')).toMatchObject({ direction: 2, form: 'limit', price: '67500.00' });
  });
});

describe('a price alert on the chart', () => {
  const alert = { id: '7', symbol: 'BTC/USDT', price: '68000.00', direction: -1, createdAt: at, firedAt: null, firedPrice: null } as const;

  it('is set by the price axis, stands as a line, and can be removed', async () => {
    server.on('POST pay/price-alert/create', alert);
    server.on('POST pay/price-alert/delete', { removed: 1 });
    const { page, press, pressAt, text } = await panel();
    await pressAt(580, 300);
    server.on('GET pay/price-alert/page', pageOf([alert]));
    await press('Alert at 68,000.00');
    await pass(200);
    expect(server.sent('POST pay/price-alert/create').map(({ input }) => input)).toEqual([{ symbol: 'BTC/USDT', price: '68000.00' }]);
    expect(text()).toContain('You will be notified when BTC/USDT falls to 68,000.00');
    expect(page.queryByRole('button', { name: /limit at/ })).toBeNull();
    await press('Remove alert 68,000.00');
    expect(server.sent('POST pay/price-alert/delete').map(({ input }) => input)).toEqual([{ ids: ['7'] }]);
  });

  it('is offered by a right click on the axis too, and nowhere else', async () => {
    const { page, container } = await panel();
    const frame = container.querySelector<HTMLElement>('[aria-hidden][dir="ltr"]')!;
    fireEvent.contextMenu(frame, { clientX: 300, clientY: 300 });
    expect(page.queryByRole('button', { name: /Alert at/ })).toBeNull();
    expect(fireEvent.contextMenu(frame, { clientX: 580, clientY: 300 })).toBe(false);
    await pass(0);
    expect(page.getByRole('button', { name: 'Alert at 68,000.00' })).toBeTruthy();
  });
});

describe('a second instrument on the chart', () => {
  const choose = async () => {
    const shown = await panel();
    await shown.press('Chart settings');
    await shown.press('Compare…', 'menuitem');
    await pass(200);
    await shown.fill('Symbol or name', 'NVDA');
    await pass(200);
    await shown.press(/^NVDA/);
    await pass(200);
    return shown;
  };
  it('is drawn with its own candles, is remembered, and goes by a button', async () => {
    const { unmount } = await choose();
    const closes = new Map([
      [at, 180],
      [at + 1_800_000, 183],
    ]);
    expect(opened.compared.at(-1)).toEqual({ symbol: 'NVDA', closes });
    unmount();
    opened.compared = [];
    const { page, press } = await panel();
    await pass(100);
    expect(page.getByText('Compared with NVDA')).toBeTruthy();
    expect(opened.compared.at(-1)).toMatchObject({ symbol: 'NVDA' });
    await press('Stop comparing with NVDA');
    expect(opened.compared.at(-1)).toBeNull();
    expect(page.queryByText('Compared with NVDA')).toBeNull();
    expect(JSON.parse(localStorage.getItem('trade.chart')!)).toMatchObject({ compare: null });
  });
  it('says so when its candles do not load', async () => {
    server.on('GET exchange/candlestick/stock-data', ({ symbol, interval }) => {
      if (symbol === 'NVDA') throw new Error('no candles');
      return { symbol, interval, source: 'test', feed: 'simulated' as const, candles: [candle(at, '68000')] };
    });
    const { text } = await choose();
    expect(text()).toContain('The candles of NVDA did not load.');
  });
});

describe('times on the chart', () => {
  it('are in the time zone that the customer chose, also when it changes', async () => {
    setPreference('timeZone', 'Asia/Tokyo');
    await panel();
    expect(opened.settings!.times('30').full(at)).toBe('Mar 2, 18:00');
    const before = opened.retimed;
    setPreference('timeZone', 'America/New_York');
    await pass(0);
    expect(opened.settings!.times('30').full(at)).toBe('Mar 2, 04:00');
    expect(opened.retimed).toBeGreaterThan(before);
    setPreference('timeZone', null);
  });
});
