import { CallError } from '@bourse/protocol/client';
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../data/changes/folds.ts';
import { hearChange } from '../../../data/changes/follow.ts';
import { balance, btc, openMarket, quote } from '../../../testing/market.ts';
import { fill as fillOf, order } from '../../../testing/orders.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { emptyDraft } from './draft.ts';
import { setDraft } from './drafts.ts';
import { SpotTicket } from './SpotTicket.tsx';

const place = 'POST pay/order-coin/purchase-actual-commodities';
const detail = 'GET pay/order-coin/order-detail';
const outcome = 'GET pay/order-coin/outcome';
const price = 'Price, USDT';
const quantity = 'Quantity, BTC';
const numbers = { seq: 1, prev: 0, asOf: 20 };
const pushed = (change: Change) => act(async () => hearChange(change));
const refusal = (code: number, message: string) => () => {
  throw new CallError(code, 400, message);
};
const lost = () => {
  throw new CallError(-1, 0, 'None response! Please retry.');
};
const placed = (status: 1 | 3) => (_: unknown, commandId: string) => ({
  ...{ commandId, seq: '9', orderId: '17', status, repeated: false },
  ...(status === 3 ? { filledQuantity: '0.05', filledAmount: '3400' } : { filledQuantity: '0', filledAmount: '0' }),
});

beforeEach(() => {
  setDraft('BTC/USDT', emptyDraft);
  openMarket();
  quote('BTC/USDT', ['67999.00', '68000.00', '68001.00']);
});
const ticket = () => show(<SpotTicket instrument={btc} dense />);

describe('the spot ticket', () => {
  it('opens a limit order at the price of the moment, and keeps what is typed', async () => {
    const { field, fill } = await ticket();
    expect(field(price).value).toBe('68,000.00');
    await fill(price, '67500');
    quote('BTC/USDT', ['68099.00', '68100.00', '68101.00']);
    await pass(2_000);
    expect(field(price).value).toBe('67500');
  });

  it('sends what the button says', async () => {
    server.on(place, placed(1));
    const { fill, press, page } = await ticket();
    await fill(price, '67500.5');
    await fill(quantity, '0.05');
    await press('Buy 0.0500 BTC at 67,500.50');
    expect(server.sent(place).map(({ input }) => input)).toEqual([
      { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '67500.5', quantity: '0.05', timeInForce: 1, postOnly: false },
    ]);
    expect(page.getByText('It rests in the book.')).toBeTruthy();
  });

  it('sells at market by quantity, and empties the size once it is filled', async () => {
    server.on(place, placed(3));
    const { fill, press, field, page } = await ticket();
    await press(/Sell/, 'radio');
    await press('Market', 'radio');
    await fill(quantity, '0.05');
    await press('Sell 0.0500 BTC at market');
    expect(server.sent(place)[0]?.input).toMatchObject({ side: 1, priceType: 1, quantity: '0.05' });
    expect(page.getByText('Sold 0.0500 BTC at 68,000.00 for 3,400.00 USDT')).toBeTruthy();
    expect(field(quantity).value).toBe('');
  });

  it('becomes the receipt of the fill, with its fee, and costs again once the next order is typed', async () => {
    server.on(place, placed(3));
    server.on(detail, {
      ...order({ status: 3, filledQuantity: '0.0073', filledAmount: '499.247', quantity: '0.0073' }),
      fills: [fillOf({})],
    });
    const { fill, press, page, text } = await ticket();
    await press('Market', 'radio');
    await fill(quantity, '0.05');
    await press('Buy 0.0500 BTC at market');
    await pass(500);
    const result = page.getByText('Bought 0.0073 BTC at 68,390.00 for 499.25 USDT').closest('[role=status]')!;
    expect(result.textContent).toContain('Amount499.247 USDT');
    expect(result.textContent).toContain('Fee0.00005 BTC');
    expect(page.getByRole('link', { name: 'See the receipt of fill 41' }).getAttribute('href')).toContain('/receipt?fill=');
    expect(page.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/order/detail/17');
    expect(text()).not.toContain('You receive');
    await fill(quantity, '0.01');
    expect(text()).toContain('You receive');
    expect(text()).not.toContain('Bought 0.0073');
  });

  it('follows its order: in the book, a part of it, the rest cancelled', async () => {
    server.on(place, placed(1));
    const resting = order({ price: '67500', quantity: '0.05' });
    server.on(detail, { ...resting, fills: [] });
    const { fill, press, page, text } = await ticket();
    await fill(price, '67500');
    await fill(quantity, '0.05');
    await press('Buy 0.0500 BTC at 67,500.00');
    await pass(500);
    expect(page.getByRole('status').textContent).toContain('Buy 0.0500 BTC at 67,500.00It rests in the book.');
    const part = order({ ...resting, status: 2, filledQuantity: '0.02', filledAmount: '1350', averagePrice: '67500' });
    await pushed({ ...numbers, c: 'order', v: part });
    expect(text()).toContain('Bought 0.0200 of 0.0500 BTC at 67,500.00 for 1,350.00 USDT');
    expect(text()).toContain('The rest is in the book.');
    await pushed({ ...numbers, c: 'fill', v: fillOf({ orderId: '17', fee: '0.00002' }) });
    expect(text()).toContain('Fee0.00002 BTC');
    await pushed({ ...numbers, c: 'order', v: { ...part, status: 4, reason: 'cancelledByCustomer' } });
    expect(text()).toContain('The rest was cancelled. You cancelled it.');
    expect(text()).not.toContain('It rests in the book.');
    // An order written into the ticket from elsewhere has costs, not the last result.
    await act(async () => setDraft('BTC/USDT', { quantity: '0.01' }));
    await pass(100);
    expect(text()).toContain('You receive');
    expect(text()).not.toContain('The rest was cancelled.');
  });

  it('buys for an amount of money', async () => {
    server.on(place, placed(3));
    const { fill, press } = await ticket();
    await press('Market', 'radio');
    await press('Amount', 'radio');
    await fill('Amount, USDT', '250');
    await press('Buy BTC for 250 USDT');
    expect(server.sent(place)[0]?.input).toEqual({
      symbol: 'BTC/USDT',
      side: 0,
      priceType: 1,
      amount: '250',
      timeInForce: 1,
      postOnly: false,
    });
  });

  it('places a stop that the button names with its trigger', async () => {
    server.on(place, placed(1));
    const { fill, press } = await ticket();
    await press(/Sell/, 'radio');
    await press('Stop', 'radio');
    await fill('Trigger, USDT', '66000');
    await fill(price, '65900');
    await fill(quantity, '0.05');
    await press('Sell 0.0500 BTC at 65,900.00 when 66,000.00 is reached');
    expect(server.sent(place)[0]?.input).toMatchObject({ side: 1, priceType: 3, triggerPrice: '66000', price: '65900', quantity: '0.05' });
  });

  it.each([
    ['no price', price, '', 'Enter a price above zero, with digits and one dot only.'],
    ['a price between two ticks', price, '68000.03', 'The price must be a multiple of 0.05.'],
    ['a price far from the market', price, '80000', 'The price must lie between 61,200.00 and 74,800.00.'],
    ['no quantity', quantity, '', 'Enter a quantity above zero, with digits and one dot only.'],
    ['a part of a lot', quantity, '0.0007', 'The quantity must be a multiple of 0.0005.'],
    ['more than the money there is', quantity, '0.2', 'Not enough USDT: 10,000 available, 13,600 needed.'],
    ['more than one order may be', quantity, '101', 'The largest quantity is 100.'],
  ])('says what to change about %s, and sends nothing', async (_, name, text, sentence) => {
    setDraft('BTC/USDT', { price: '68000', quantity: '0.05' });
    const { fill, page, problemOf, person, field } = await ticket();
    await fill(name, text);
    await person.click(page.getByRole('button', { name: /^Buy/ }));
    await pass();
    expect(problemOf(name)).toBe(sentence);
    expect(document.activeElement).toBe(field(name));
    expect(server.sent(place)).toEqual([]);
  });

  it('offers what the wallet covers, and rules off no sum that does not hold', async () => {
    const { fill, press, field, problemOf, text, page } = await ticket();
    await fill(quantity, '5');
    expect(problemOf(quantity)).toBe('Not enough USDT: 10,000 available, 340,000 needed.');
    expect(text()).not.toContain('Available after');
    expect(document.querySelector('[class*=ruled]')).toBeNull();
    await fill(quantity, '500');
    expect(problemOf(quantity)).toBe('The largest quantity is 100.');
    expect(text()).not.toContain('Available after');
    await press('You can afford 0.147 BTC');
    expect(field(quantity).value).toBe('0.147');
    expect(text()).toContain('Available after');
    expect(document.querySelector('[class*=ruled]')).not.toBeNull();
    expect(page.getByRole('button', { name: 'Buy 0.1470 BTC at 68,000.00' })).toBeTruthy();
  });

  it('does not complain about an empty field before somebody tries to send', async () => {
    const { page } = await ticket();
    expect(page.queryAllByRole('alert')).toEqual([]);
  });

  it('sends once when the button is pressed twice', async () => {
    let answer = () => {};
    server.on(place, async (input, commandId) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return placed(1)(input, commandId);
    });
    const { fill, page, person } = await ticket();
    await fill(quantity, '0.05');
    const button = page.getByRole('button', { name: /^Buy/ });
    await person.dblClick(button);
    await person.keyboard('{Enter}');
    await pass(1_000);
    expect(server.sent(place)).toHaveLength(1);
    expect(page.getByText('Sent. Waiting for the exchange to confirm.')).toBeTruthy();
    answer();
    await pass();
    expect(page.getByText('Accepted')).toBeTruthy();
  });

  it('shows a refusal at its field and keeps everything that was typed', async () => {
    server.on(place, refusal(3006, 'The price must be a multiple of 0.10.'));
    const { fill, press, field, problemOf } = await ticket();
    await fill(price, '67500.55');
    await fill(quantity, '0.05');
    await press(/^Buy/);
    expect(problemOf(price)).toBe('The price must be a multiple of 0.10.');
    expect([field(price).value, field(quantity).value]).toEqual(['67,500.55', '0.05']);
    await fill(price, '67500.50');
    expect(problemOf(price)).toBeNull();
  });

  it('shows a refusal of no field above the button', async () => {
    server.on(place, refusal(3018, 'You have too many open orders.'));
    const { fill, press, page } = await ticket();
    await fill(quantity, '0.05');
    await press(/^Buy/);
    expect(page.getByRole('alert').textContent).toBe('Not placedYou have too many open orders.');
  });

  it('shows an unknown outcome when the answer is lost, and asks with the same id until it is known', async () => {
    server.on(place, lost);
    server.on(outcome, { known: false, seq: null, accepted: null, orderId: null, refusal: null });
    const { fill, press, page } = await ticket();
    await fill(quantity, '0.05');
    await press(/^Buy/);
    await pass(500);
    expect(page.getByText('We do not know yet')).toBeTruthy();
    expect(page.getByRole('button', { name: /^Buy/ })).toHaveProperty('disabled', true);
    server.on(outcome, { known: true, seq: '9', accepted: true, orderId: '17', refusal: null });
    server.on(place, placed(1));
    await pass(5_000);
    expect(page.getByText('Accepted')).toBeTruthy();
    const ids = new Set(server.sent(place).map(({ commandId }) => commandId));
    expect(ids.size).toBe(1);
    expect(server.sent(outcome).map(({ input }) => input.commandId)).toEqual(Array(2).fill([...ids][0]));
  });

  it('offers to send again what never arrived, under the same id', async () => {
    server.on(place, lost);
    server.on(outcome, { known: false, seq: null, accepted: null, orderId: null, refusal: null });
    const { fill, press, page, field } = await ticket();
    await fill(quantity, '0.05');
    await press(/^Buy/);
    await pass(20_000);
    expect(page.getByText('The exchange has no record of it')).toBeTruthy();
    expect(field(quantity).value).toBe('0.05');
    server.on(place, placed(1));
    // The ticket may show another order by now. The button names the one that it sends.
    await fill(quantity, '0.07');
    await press('Send again: Buy 0.0500 BTC at 68,000.00');
    expect(page.getByText('Accepted')).toBeTruthy();
    const [first, second] = server.sent(place);
    expect(second).toEqual(first);
  });

  it('takes a share of what is available with the slider', async () => {
    const { slide, field } = await ticket();
    await slide('Share of what is available', 100);
    expect(field(quantity).value).toBe('0.147');
  });

  it('closes while the instrument is halted, the price is old, or nobody is signed in', async () => {
    const halted = await show(<SpotTicket instrument={{ ...btc, status: 3 }} dense />);
    expect(halted.page.getByText('BTC/USDT is halted. Your resting orders are kept.')).toBeTruthy();
    expect(halted.page.getByRole('button', { name: /^Buy/ })).toHaveProperty('disabled', true);
    halted.unmount();
    const { page } = await ticket();
    expect(page.getByRole('button', { name: /^Buy/ })).toHaveProperty('disabled', false);
    await pass(8_000);
    expect(page.getByText(/^The price is \d+ s old\./)).toBeTruthy();
    expect(page.getByRole('button', { name: /^Buy/ })).toHaveProperty('disabled', true);
  });

  it('shows what is left after the order', async () => {
    openMarket([balance(1, 'USDT', '5000')]);
    const { fill, page } = await ticket();
    await fill(quantity, '0.05');
    expect(page.getByText('Available after: 1,600 USDT')).toBeTruthy();
  });
});
