import type { CallOutput } from '@bourse/protocol/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { balance, nvda, openMarket, quote } from '../../../testing/market.ts';
import { openPositions, placed, position, positionOrder, preview, settled } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { emptyStockDraft, stockDrafts } from '../leverage/draft.ts';
import { StockTicket } from './StockTicket.tsx';

const create = 'POST stock/order/create';
const upper = 'POST stock/uc-order/create';
const complete = 'POST stock/order/complete';
const price = 'Price, USD';
const quantity = 'Quantity, NVDA';

type Session = CallOutput<'GET stock/session'>;
const session = (parts: Partial<Session> = {}): Session => ({
  ...{ symbol: 'NVDA', inSession: true, open: null, close: Date.UTC(2026, 2, 2, 21), low: '450', high: '550', previousClose: '500' },
  ...{ shortable: true, maxLever: 5, interestRate: '0.02', borrowRate: '0.01', stampDutyRate: '0', dayTradeRule: false, asset: 'USD' },
  corporateActions: [],
  ...parts,
});
const held = position({ kind: 3, symbol: 'NVDA', subscribeSymbol: 'NVDA', lever: 1, quantity: '40', endPrice: '480', asset: 'USD' });

beforeEach(() => {
  stockDrafts.set('NVDA', emptyStockDraft);
  openMarket([balance(3, 'USD', '20000')]);
  openPositions('stock');
  server.on('GET stock/session', session());
  quote('NVDA', ['499.95', '500.00', '500.05']);
});
const ticket = () => show(<StockTicket instrument={nvda} dense />);
const sent = () => server.sent(create, upper, complete).map(({ name, input }) => [name, input]);

describe('the stock ticket', () => {
  it('buys for cash at a price, as the button says', async () => {
    server.on(create, placed);
    const { fill, press } = await ticket();
    await fill(price, '495');
    await fill(quantity, '10');
    await press('Buy 10 NVDA at 495.00');
    expect(sent()).toEqual([
      [create, { symbol: 'NVDA', direction: 1, lever: 1, quantity: '10', priceType: 2, price: '495', timeInForce: 1, postOnly: false }],
    ]);
  });

  it('sells short on margin', async () => {
    server.on(create, placed);
    const { fill, press } = await ticket();
    await press(/Short/, 'radio');
    await press('2×');
    await press('Market', 'radio');
    await fill(quantity, '10');
    await press(/10 NVDA at market$/);
    expect(sent()[0]?.[1]).toMatchObject({ direction: 2, lever: 2, quantity: '10', priceType: 1 });
  });

  it('sells what is held: all of it names no quantity, a part does', async () => {
    openPositions('stock', [held]);
    server.on(complete, placed);
    const { fill, press, slide } = await ticket();
    await press(/Sell/, 'radio');
    await press('Market', 'radio');
    await slide('Share of the position', 100);
    await press('Sell 40 NVDA at market');
    await fill(quantity, '5');
    await press('Sell 5 NVDA at market');
    expect(sent()).toEqual([
      [complete, { id: '71' }],
      [complete, { id: '71', quantity: '5' }],
    ]);
  });

  it('says that nothing is held, and offers nothing to send', async () => {
    const { press, page } = await ticket();
    await press(/Sell/, 'radio');
    expect(page.getByRole('button', { name: /^Sell/ })).toHaveProperty('disabled', true);
  });

  it('places a day order at the upper limit', async () => {
    server.on(upper, placed);
    const { fill, press } = await ticket();
    await press('Limit-up', 'radio');
    await fill(quantity, '10');
    await press('Queue 10 NVDA at the upper limit');
    expect(sent()).toEqual([[upper, { symbol: 'NVDA', quantity: '10', lever: 1 }]]);
  });

  it('queues an order for the open while the market is closed, and only one that stays', async () => {
    server.on('GET stock/session', session({ inSession: false, open: Date.UTC(2026, 2, 2, 14, 30) }));
    server.on(create, placed);
    const { fill, press, page, person } = await show(<StockTicket instrument={{ ...nvda, status: 4 }} dense />);
    await fill(price, '495');
    await fill(quantity, '10');
    await person.selectOptions(page.getByLabelText('Time in force'), 'IOC');
    expect(page.getByRole('button', { name: /NVDA at 495\.00/ })).toHaveProperty('disabled', true);
    await person.selectOptions(page.getByLabelText('Time in force'), 'GTC');
    await press(/NVDA at 495\.00/);
    expect(sent()).toHaveLength(1);
  });

  it('offers what the cash covers, and rules off no sum that does not hold', async () => {
    server.on('GET stock/order/preview', ({ quantity: lots }) =>
      lots === '100'
        ? preview({ asset: 'USD', fundingRate: null, cost: '50050', free: '20000', refusal: { code: 3013, msg: 'Not enough USD.' } })
        : preview({ asset: 'USD', fundingRate: null, cost: '19519.5', free: '20000' }),
    );
    const { fill, press, field, page, problemOf } = await ticket();
    await fill(quantity, '100');
    await pass(300);
    expect(problemOf(quantity)).toContain('Not enough USD.');
    expect(document.querySelector('[class*=ruled]')).toBeNull();
    await press(/^You can afford 39 NVDA/);
    await pass(300);
    expect(field(quantity).value).toBe('39');
    expect(document.querySelector('[class*=ruled]')).not.toBeNull();
    expect(page.queryByText(/You can afford/)).toBeNull();
  });

  it('keeps the cost of a sheet’s order beside its button; margin and liquidation only where there are any', async () => {
    const { fill, press, page } = await show(<StockTicket instrument={nvda} dense={false} />);
    const beside = () =>
      [...page.getByRole('button', { name: /NVDA at/ }).parentElement!.querySelectorAll('dt')].map((each) => each.textContent);
    await fill(quantity, '10');
    await pass(300);
    expect(beside()).toEqual(['Cost, USD']);
    await press('2×');
    await pass(300);
    expect(beside()).toEqual(['Margin, USD', 'Liquidation price', 'Cost, USD']);
  });

  it('becomes the receipt of a sale, with what it gained', async () => {
    openPositions('stock', [held]);
    const filled = { status: 3 as const, filledQuantity: '40', filledAmount: '20000', averagePrice: '500' };
    const { averagePrice: _, ...answer } = filled;
    server.on(complete, (input, commandId) => ({ ...placed(input, commandId), ...answer }));
    server.on('GET pay/order-stock/detail', {
      ...positionOrder({ ...filled, id: '17', kind: 3, symbol: 'NVDA', action: 2, quantity: '40', priceType: 1 }),
      settlements: [settled({ symbol: 'NVDA', amount: '800', fee: '20', asset: 'USD' })],
    });
    const { press, slide, page } = await ticket();
    await press(/Sell/, 'radio');
    await press('Market', 'radio');
    await slide('Share of the position', 100);
    await press('Sell 40 NVDA at market');
    await pass(500);
    const result = page.getByText('Sold 40 NVDA at 500.00 for 20,000.00 USD').closest('[role=status]')!;
    expect(result.textContent).toContain('Profit or loss+800.00 USD');
    expect(result.textContent).toContain('Fee20.00 USD');
    expect(page.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/order/detail/17?kind=stock');
  });

  it.each([
    ['no quantity', quantity, '', 'Enter a quantity above zero, with digits and one dot only.'],
    ['a price outside the band', price, '800', 'The price must lie between 450.00 and 550.00.'],
  ])('says what to change about %s, and sends nothing', async (_, name, text, sentence) => {
    stockDrafts.set('NVDA', { price: '500', quantity: '10' });
    const { fill, page, person, problemOf } = await ticket();
    await fill(name, text);
    await person.click(page.getByRole('button', { name: /^Buy/ }));
    expect(problemOf(name)).toBe(sentence);
    expect(sent()).toEqual([]);
  });
});
