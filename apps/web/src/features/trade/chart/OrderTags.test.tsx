import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { btc, btcPerp, openMarket } from '../../../testing/market.ts';
import { order } from '../../../testing/orders.ts';
import { openPositions, pageOf, placed, position } from '../../../testing/positions.ts';
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
    legendHeight: () => 44,
    priceAt: (y) => high - y,
    placeLast: () => undefined,
    show: unused,
    reload: unused,
    setTimezone: unused,
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
    await press('Move Buy 0.1 BTC/USDT to 68,000.50');
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

describe('prices of a position that the chart does not show', () => {
  it('stand at the edge, with an arrow to their side', async () => {
    const lines = { endPrice: '68000', takeProfit: '90000', stopLoss: '67000', liquidationPrice: '50000' };
    server.on('GET pay/order-contract-quick/page', () => pageOf([]));
    openPositions('contract', [position({ symbol: 'BTC-PERP', ...lines })]);
    const { page, container } = await show(<PositionLines chart={chartOf(60_000, 70_000)} instrument={btcPerp} />);
    const rows = [...container.querySelectorAll<HTMLElement>('[data-tone]')];
    const shown = rows.map((row) => [row.hidden, row.dataset['side'], row.style.getPropertyValue('--tag-y')]);
    expect(page.getByText(/Long/)).toBeTruthy();
    expect(shown).toEqual([
      [false, '', '2000px'],
      [false, 'below', '9987px'],
      [false, 'above', '57px'],
      [false, '', '3000px'],
    ]);
  });
});
