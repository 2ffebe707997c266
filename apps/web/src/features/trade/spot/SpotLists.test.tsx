import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { btc, openMarket } from '../../../testing/market.ts';
import { fill, order } from '../../../testing/orders.ts';
import { pageOf, placed } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { readKept } from '../ticket/draft-store.ts';
import { emptyDraft } from './draft.ts';
import { SpotLists } from './SpotLists.tsx';

const orders = 'GET pay/order-coin/order-page';
const amend = 'POST pay/order-coin/amend';
const cancel = 'GET pay/order-coin/revoke/{id}';
const cancelAll = 'POST pay/order-coin/cancel-all';
const done = (_: unknown, commandId: string) => ({ commandId, seq: '9', orderIds: ['17'], repeated: false });

beforeEach(() => {
  openMarket();
  server.on(orders, ({ state }) => pageOf(state === 'open' ? [order(), order({ id: '18', symbol: 'ETH/USDT', side: 1 })] : []));
});
const lists = () => show(<SpotLists instrument={btc} onReceipt={() => {}} onPick={() => {}} />);

describe('open orders of coins', () => {
  it('shows those of this instrument alone when asked', async () => {
    const { page, person } = await lists();
    expect(page.getAllByRole('button', { name: /^Cancel (BTC|ETH)/ })).toHaveLength(2);
    await person.click(page.getByLabelText('BTC/USDT only'));
    expect(page.getAllByRole('button', { name: /^Cancel (BTC|ETH)/ })).toHaveLength(1);
  });

  it('cancels the order of its row, once', async () => {
    server.on(cancel, done);
    const { page, person } = await lists();
    await person.dblClick(page.getByRole('button', { name: /^Cancel BTC/ }));
    await pass();
    expect(server.sent(cancel).map(({ input }) => input)).toEqual([{ id: '17' }]);
  });

  it('says why an order was not cancelled, and leaves it in the list', async () => {
    server.on(cancel, () => {
      throw new CallError(3016, 409, 'This order is already filled.');
    });
    const { press, text, page } = await lists();
    await press(/^Cancel BTC/);
    await pass(100);
    expect(text()).toContain('Not cancelled: This order is already filled.');
    expect(page.getAllByRole('button', { name: /^Cancel BTC/ })).toHaveLength(1);
  });

  it('says what it cancelled, and writes what was left of it into the ticket: nothing is sent', async () => {
    server.on(orders, pageOf([order({ status: 2, filledQuantity: '0.02', price: '66000' })]));
    server.on(cancel, done);
    const { press, page, person, text, router } = await lists();
    await press(/^Cancel BTC/);
    await pass(100);
    expect(text()).toContain('Cancelled: Buy 0.0300 BTC at 66,000.00');
    const before = server.asked.length;
    // An earlier toast may still be behind this one.
    await person.click(page.getAllByRole('button', { name: 'Place again' }).at(-1)!);
    await pass(500);
    expect(readKept(localStorage, 'trade.draft.BTC/USDT', emptyDraft)).toMatchObject({
      side: 0,
      form: 'limit',
      price: '66000',
      quantity: '0.03',
    });
    expect(router.state.location.pathname).toBe('/order');
    expect(server.asked.slice(before)).toEqual([]);
  });

  it('refuses an amount that it cannot read, keeps it and sends nothing', async () => {
    const { page, person, text } = await lists();
    await person.click(page.getAllByRole('button', { name: 'Change' })[0]!);
    const price = page.getByRole<HTMLInputElement>('textbox', { name: 'New price' });
    await person.clear(price);
    await person.paste('65.000,50 ?');
    await person.keyboard('{Enter}');
    await pass(100);
    expect(price.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(price.getAttribute('aria-describedby') ?? '')?.textContent).not.toBe('');
    expect(price.value).toBe('65.000,50 ?');
    expect(server.sent(amend)).toEqual([]);
    expect(text()).not.toContain('Changed');
  });

  it('asks before it cancels all, and names how many', async () => {
    server.on(cancelAll, done);
    const { press, page } = await lists();
    await press('Cancel all');
    expect(page.getByText('Cancel 2 open orders?')).toBeTruthy();
    expect(server.sent(cancelAll)).toEqual([]);
    await press('Keep them');
    expect(server.sent(cancelAll)).toEqual([]);
    await press('Cancel all');
    const [, confirm] = page.getAllByRole('button', { name: 'Cancel all' });
    confirm?.click();
    await pass();
    expect(server.sent(cancelAll)).toHaveLength(1);
  });

  it('changes price and quantity in the row, and sends only what differs', async () => {
    server.on(amend, placed);
    const { page, press, person } = await lists();
    await person.click(page.getAllByRole('button', { name: 'Change' })[0]!);
    const price = page.getByRole('textbox', { name: 'New price' });
    await person.clear(price);
    await person.paste('65500');
    await press('Change the order');
    expect(server.sent(amend).map(({ input }) => input)).toEqual([{ orderId: '17', price: '65500' }]);
  });

  it('keeps what was typed into a row when the change is refused', async () => {
    server.on(amend, () => {
      throw new CallError(3006, 400, 'The price must be a multiple of 0.05.');
    });
    const { page, person, text } = await lists();
    await person.click(page.getAllByRole('button', { name: 'Change' })[0]!);
    const price = page.getByRole<HTMLInputElement>('textbox', { name: 'New price' });
    await person.clear(price);
    await person.paste('65500.01');
    await person.keyboard('{Enter}');
    await pass(100);
    expect(text()).toContain('The price must be a multiple of 0.05.');
    expect(price.value).toBe('65500.01');
    await person.keyboard('{Escape}');
    expect(page.queryByRole('textbox', { name: 'New price' })).toBeNull();
  });

  it('teaches when there are none, and shows a failed read with a way to try again', async () => {
    server.on(orders, pageOf([]));
    const none = await lists();
    expect(none.page.getByText('No open orders')).toBeTruthy();
    none.unmount();
    const { cache } = await import('../../../data/index.ts');
    cache.clear();
    server.on(orders, () => {
      throw new CallError(3001, 400, 'Not now.');
    });
    const failed = await lists();
    expect(failed.page.getByText('This could not be loaded')).toBeTruthy();
    server.on(orders, pageOf([order()]));
    await failed.press('Try again');
    await pass(100);
    expect(failed.page.getByRole('button', { name: /^Cancel BTC/ })).toBeTruthy();
  });
});

describe('finished orders and trades of coins', () => {
  it('loads a longer page of finished orders, and says how many there are', async () => {
    server.on(orders, ({ pageSize, state }) => {
      const all = Array.from({ length: 40 }, (_, at) => order({ id: String(100 + at), status: 3, filledQuantity: '0.05' }));
      return state === 'open' ? pageOf([]) : pageOf(all.slice(0, pageSize), all.length);
    });
    const { press, page } = await lists();
    await press('Order history', 'tab');
    await pass(100);
    const before = page.getAllByRole('link', { name: 'See the order' }).length;
    await press(/^Show more/);
    await pass(100);
    expect(page.getAllByRole('link', { name: 'See the order' }).length).toBeGreaterThan(before);
    expect(page.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('gives every trade its receipt', async () => {
    server.on('GET pay/order-coin/fill-page', pageOf([fill()]));
    let asked = '';
    const { press, page } = await show(
      <SpotLists
        instrument={btc}
        onPick={() => {}}
        onReceipt={(id) => {
          asked = id;
        }}
      />,
    );
    await press('Fills', 'tab');
    await pass(100);
    page.getByRole('button', { name: /receipt/i }).click();
    expect(asked).toBe('41');
  });
});
