import type { CallOutput } from '@bourse/protocol/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { balance, nvda, openMarket, quote } from '../../../testing/market.ts';
import { openPositions, placed, position } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { show } from '../../../testing/show.tsx';
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

  it.each([
    ['no quantity', quantity, '', 'Give a quantity above zero, digits and one dot only.'],
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
