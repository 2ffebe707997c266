import { CallError } from '@bourse/protocol/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mark, openMarket, quote } from '../../testing/market.ts';
import { order as coinOrder } from '../../testing/orders.ts';
import { openPositions, placed, preview, protection, unanswered } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import Palette from './Palette.tsx';

const place = 'POST pay/order-coin/purchase-actual-commodities';
const open = 'POST pay/order-contract/create';
const sent = () => server.sent(place, open).map(({ input }) => input);

// Chunks arrive in real time, which the page's clock does not see.
beforeAll(() => Promise.all([import('./WrittenOrders.tsx'), import('../trade/contract/ContractPanel.tsx')]));
beforeEach(() => {
  server.on('GET system/menu/list', []);
  server.on('GET pay/order-contract-quick/offers', []);
  openMarket();
  openPositions('contract');
  openPositions('stock');
  server.on('GET pay/order-coin/order-page', { list: [], total: 0, pageNo: 1, pageSize: 100 });
  server.on('GET pay/order-contract/preview', preview());
  quote('BTC/USDT', ['67999.00', '68000.00', '68001.00']);
  quote('BTC-PERP', ['67999.00', '68000.00', '68001.00']);
  mark('BTC-PERP', '68000');
});

async function palette(text: string) {
  const shown = await show(<Palette />);
  const { person, page } = shown;
  const input = page.getByRole('combobox');
  const type = async (next: string) => {
    await person.clear(input);
    await person.paste(next);
    // The chunks of the orders, then the exchange's preview.
    await pass(100);
    await pass(1_000);
  };
  const enter = async () => {
    await person.keyboard('{Enter}');
    await pass(100);
  };
  await person.click(input);
  await type(text);
  return { ...shown, type, enter };
}

describe('an order typed into the palette', () => {
  it('is sent by Enter, exactly as its button and its row say it', async () => {
    server.on(place, placed);
    const { page, text, enter } = await palette('buy 0.05 btc 67500.5');
    expect(page.getByRole('option', { selected: true }).textContent).toBe('Buy 0.0500 BTC at 67,500.50BTC/USDT');
    expect(page.getByRole('button', { name: 'Buy 0.0500 BTC at 67,500.50' })).toBeTruthy();
    expect(text()).toContain('3,375.025');
    expect(sent()).toEqual([]);
    await enter();
    expect(sent()).toEqual([
      { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '67500.5', quantity: '0.05', timeInForce: 1, postOnly: false },
    ]);
    expect(page.getByText('It rests in the book.')).toBeTruthy();
    // Another Enter orders nothing: what was sent is cleared.
    await enter();
    expect(sent()).toHaveLength(1);
  });

  it('asks about a figure with two readings, and writes the one that is chosen', async () => {
    server.on(place, placed);
    const { page, enter } = await palette('buy 0,1 btc 67000');
    expect(page.getAllByRole('option').map((row) => row.textContent)).toEqual(['Write 0.1ambiguous', 'Write 1ambiguous']);
    await enter();
    expect([sent(), page.getByRole<HTMLInputElement>('combobox').value]).toEqual([[], 'buy 0.1 btc 67000']);
    await pass(1_000);
    await enter();
    expect(sent()).toMatchObject([{ quantity: '0.1', price: '67000' }]);
  });

  it('is not sent while the wallet does not cover it, and says so', async () => {
    const { text, enter } = await palette('buy 9 btc 68000');
    expect(text()).toContain('10,000 available, 612,000 needed');
    await enter();
    expect(sent()).toEqual([]);
  });

  it('shows the refusal of the exchange in its place', async () => {
    server.on(place, () => {
      throw new CallError(3020, 409, 'Nobody quotes a price now.');
    });
    const { page, enter } = await palette('sell 0.1 btc 69000');
    await enter();
    expect(page.getByRole('alert').textContent).toContain('Nobody quotes a price now.');
  });

  it('waits for the exchange’s preview of a contract, names its terms, and tells the risks before the first one', async () => {
    server.on('GET system/protection/get', unanswered('acknowledgement'));
    server.on('POST system/protection/acknowledge', protection());
    server.on(open, placed);
    const { page, press, enter } = await palette('long 0.1 btc 20x');
    expect(page.getByRole('option', { selected: true }).textContent).toBe('Buy 0.100 BTC at marketBTC-PERP · 20× · isolated');
    await enter();
    expect(sent()).toEqual([]);
    server.on('GET system/protection/get', protection());
    await press('I have read these risks');
    await pass(1_000);
    expect(sent()).toEqual([]);
    page.getByRole('combobox').focus();
    await enter();
    expect(sent()).toMatchObject([{ symbol: 'BTC-PERP', direction: 1, lever: 20, quantity: '0.1' }]);
  });

  it('cancels the orders that it names, and says how many', async () => {
    server.on('GET pay/order-coin/order-page', {
      ...{ total: 2, pageNo: 1, pageSize: 100 },
      list: [coinOrder({ id: '17', symbol: 'BTC/USDT' }), coinOrder({ id: '18', symbol: 'BTC/USDT' })],
    });
    server.on('GET pay/order-coin/revoke/{id}', (_, commandId) => ({ commandId, seq: '9', orderIds: ['17'], repeated: false }));
    const { page, enter } = await palette('cancel all btc');
    expect(page.getByRole('button', { name: 'Cancel 2 orders: BTC/USDT' })).toBeTruthy();
    await enter();
    await pass(1_000);
    expect(server.sent('GET pay/order-coin/revoke/{id}').map(({ input }) => input)).toEqual([{ id: '17' }, { id: '18' }]);
    expect(page.getByText('2 orders cancelled')).toBeTruthy();
  });

  it('stays a search where the text is none', async () => {
    const { page } = await palette('btc usdt');
    expect(page.queryByText('Orders')).toBeNull();
  });
});
