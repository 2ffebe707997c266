import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { btc, btcPerp, nvda, openMarket } from '../../../testing/market.ts';
import { order } from '../../../testing/orders.ts';
import { openPositions, pageOf, placed, position, positionOrder } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import type { ChartHandle } from './engine.ts';
import { OrderTags } from './OrderTags.tsx';
import { PositionLines } from './PositionLines.tsx';

const amend = 'POST pay/order-coin/amend';

/** A chart that shows the prices from `low` to `high`, a pixel a unit. */
const chartOf = (low: number, high: number): ChartHandle => {
  const size = { axis: 64, height: high - low };
  const unused = () => {};
  return {
    place: (price) => (price < low || price > high ? undefined : { y: high - price, ...size }),
    beyond: (price) => (price >= low && price <= high ? undefined : { side: price > high ? 'above' : 'below', ...size }),
    axisWidth: () => 64,
    priceAt: (y) => high - y,
    placeLast: () => undefined,
    show: unused,
    reload: unused,
    retime: unused,
    compare: unused,
    setView: unused,
    restyle: unused,
    draw: unused,
    erase: unused,
    eraseDrawings: unused,
    undo: unused,
    zoom: unused,
    toNow: unused,
    close: unused,
  };
};

beforeEach(() => openMarket());

describe('a resting order on the chart', () => {
  const tags = async () => {
    server.on('GET pay/order-coin/order-page', () => pageOf([order({ price: '68000', quantity: '0.1' })]));
    server.on(amend, placed);
    const shown = await show(<OrderTags chart={chartOf(60_000, 70_000)} instrument={btc} />);
    const up = async () => {
      shown.page.getByRole('slider', { name: 'Buy 0.1' }).focus();
      await shown.person.keyboard('{ArrowUp}');
    };
    return { ...shown, up };
  };
  const sent = () => server.sent(amend).map(({ input }) => input);

  it('is moved by a button that names it and its new price, and by nothing else', async () => {
    const { up, press, page, person, text } = await tags();
    await up();
    expect(sent()).toEqual([]);
    await person.keyboard('{Escape}');
    expect(page.queryByRole('button', { name: /Move/ })).toBeNull();
    await up();
    expect(page.getByText('Move 68,000.00 → 68,000.50')).toBeTruthy();
    await press('Move Buy 0.1 BTC/USDT from 68,000.00 to 68,000.50');
    await pass(100);
    expect(sent()).toEqual([{ orderId: '17', price: '68000.50' }]);
    expect(text()).toContain('Moved from 68,000.00 to 68,000.50');
  });

  it('goes back where it was, without being cancelled', async () => {
    const { up, press, page } = await tags();
    await up();
    expect(page.queryByRole('button', { name: /Cancel this order/ })).toBeNull();
    await press('Leave it where it was');
    expect(page.getByRole('slider', { name: 'Buy 0.1' }).getAttribute('aria-valuenow')).toBe('68000');
    expect(page.getByRole('button', { name: /Cancel this order/ })).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('stays where it is when the exchange refuses the move, and says why', async () => {
    const { up, press, page, text } = await tags();
    server.on(amend, () => {
      throw new CallError(3016, 409, 'This order is already filled.');
    });
    await up();
    await press(/^Move Buy/);
    await pass(100);
    expect(text()).toContain('This order is already filled.');
    expect(page.getByRole('slider', { name: 'Buy 0.1' }).getAttribute('aria-valuenow')).toBe('68000');
  });
});

describe('a resting order of a contract or a stock', () => {
  const cases = [
    ['contract', 'GET pay/order-contract/page', btcPerp, positionOrder(), chartOf(60_000, 70_000), '66000.50', '66,000.00 to 66,000.50'],
    [
      ...(['stock', 'GET pay/order-stock/page', nvda, positionOrder({ kind: 3, symbol: 'NVDA', price: '150', quantity: '3' })] as const),
      ...([chartOf(100, 200), '150.50', '150.00 to 150.50'] as const),
    ],
  ] as const;
  const answers = (resting: ReturnType<typeof positionOrder>) => (input: { view: string }) =>
    (input.view === 'orders' ? { orders: pageOf([resting]) } : { positions: pageOf([]) }) as never;
  for (const [name, list, instrument, resting, chart, price, said] of cases)
    it(`of a ${name} moves by a button that names both prices`, async () => {
      server.on('GET pay/order-contract-quick/page', () => pageOf([]));
      openPositions(name, []);
      server.on(list, answers(resting));
      server.on(amend, placed);
      const { page, person, press, text } = await show(<PositionLines chart={chart} instrument={instrument} />);
      page.getByRole('slider').focus();
      await person.keyboard('{ArrowUp}');
      expect(server.sent(amend)).toEqual([]);
      await press(/^Move .* from .* to /);
      await pass(100);
      expect(server.sent(amend).map(({ input }) => input)).toEqual([{ orderId: '81', price }]);
      expect(text()).toContain(`Moved from ${said}`);
    });
  it('that waits for a trigger stays where it is', async () => {
    server.on('GET pay/order-contract-quick/page', () => pageOf([]));
    openPositions('contract', []);
    server.on('GET pay/order-contract/page', answers(positionOrder({ priceType: 4, triggerPrice: '65000' })));
    const { page } = await show(<PositionLines chart={chartOf(60_000, 70_000)} instrument={btcPerp} />);
    expect(page.getByRole('button', { name: /Cancel this order/ })).toBeTruthy();
    expect(page.queryByRole('slider')).toBeNull();
  });
});

describe('what stands over the candles', () => {
  it('are lines alone: words and buttons stand in the row below, prices on the axis', async () => {
    server.on('GET pay/order-coin/order-page', () => pageOf([order({ price: '68000' }), order({ id: '18', price: '67900' })]));
    const rail = document.createElement('div');
    document.body.append(rail);
    const { container, page } = await show(<OrderTags chart={chartOf(60_000, 70_000)} instrument={btc} rail={rail} />);
    expect(rail.contains(page.getAllByRole('slider')[0]!)).toBe(true);
    const layer = container.querySelector('[dir="ltr"]')!;
    expect(layer.querySelectorAll('button').length).toBe(0);
    const rows = [...layer.querySelectorAll<HTMLElement>('[data-active]')];
    expect(rows.map((row) => row.textContent)).toEqual(['▲▼68,000.00', '▲▼67,900.00']);
    expect(rows.map((row) => row.style.getPropertyValue('--axis'))).toEqual(['64px', '64px']);
    rail.remove();
  });
});

describe('prices of a position that the chart does not show', () => {
  it('stand at the edge, with an arrow to their side', async () => {
    const lines = { endPrice: '68000', takeProfit: '90000', stopLoss: '67000', liquidationPrice: '50000' };
    server.on('GET pay/order-contract-quick/page', () => pageOf([]));
    openPositions('contract', [position({ symbol: 'BTC-PERP', ...lines })]);
    const { page, container } = await show(<PositionLines chart={chartOf(60_000, 70_000)} instrument={btcPerp} />);
    const rows = [...container.querySelectorAll<HTMLElement>('[data-active]')];
    const shown = rows.map((row) => [row.hidden, row.dataset['side'], row.style.getPropertyValue('--price-y')]);
    expect(page.getByText(/Long/)).toBeTruthy();
    expect(shown).toEqual([
      [false, '', '2000px'],
      [false, 'below', '9987px'],
      [false, 'above', '13px'],
      [false, '', '3000px'],
    ]);
  });
});
