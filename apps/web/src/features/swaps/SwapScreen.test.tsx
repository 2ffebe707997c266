import { CallError } from '@bourse/protocol/client';
import { act, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../data/index.ts';
import { balance, overview } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass } from '../../testing/show.tsx';
import {
  answerSwaps,
  connect,
  create,
  done,
  hide,
  market,
  member,
  offer,
  openSwaps,
  pageOf,
  pay,
  quoteCall,
  quotes,
  record,
  refuse,
  row,
  screen,
  swaps,
} from '../../testing/swaps.tsx';

beforeEach(openSwaps);
afterEach(async () => {
  await hide(false);
  await connect(true);
});

describe('the form of a swap', () => {
  it('takes all that there is, and turns around with what would have been got', async () => {
    const { field, press, page, text, person } = await screen();
    expect(text()).toContain('10,000 USDT available');
    await person.click(page.getByText('All'));
    await pass(400);
    expect(quotes()).toEqual(['10000']);
    await press('Turn the swap around');
    await pass(400);
    expect(field(pay).value).toBe('0.1664');
    expect(page.getByRole('button', { name: 'Asset to pay with: BTC' })).toBeTruthy();
    expect(server.sent(quoteCall).at(-1)?.input).toEqual({ from: 'BTC', to: 'USDT', amount: '0.1664' });
  });

  it('lists what can be got, and takes another pair', async () => {
    server.on('GET pay/flash-exchange/page', { ...pageOf([offer(), offer({ asset: 'ETH', symbol: 'ETH/USDT' })]), pageSize: 100 });
    const { press, page } = await screen();
    await press('Asset to get: BTC');
    const sheet = within(page.getByRole('dialog'));
    expect(sheet.getAllByRole('button').map((one) => one.textContent)).toEqual(['', 'BTCBTC', 'ETHETH']);
    await press(/^ETH/);
    expect(page.getByRole('button', { name: 'Asset to get: ETH' })).toBeTruthy();
  });

  it.each([
    ['', 'Enter an amount above zero.'],
    ['10000.5', 'You have 10,000 USDT.'],
  ])('sends nothing for “%s”, says why and goes to the field', async (amount, why) => {
    server.on(quoteCall, () => new Promise(() => {}));
    const { type, field, person, problemOf, page } = await screen();
    await type(amount);
    await act(async () => field(pay).blur());
    await act(async () => page.getByRole('form', { name: 'Swap' }).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    await pass(0);
    expect(problemOf(pay)).toBe(why);
    expect(document.activeElement).toBe(field(pay));
    expect(swaps()).toEqual([]);
    await person.clear(field(pay));
  });

  it('shows a visitor quotes, and the ways in instead of the button', async () => {
    session.logout({ go: false });
    const { page, text, type } = await screen();
    await type('1000');
    expect(text()).toContain('1 USDT = 0.00001664 BTC');
    expect(page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('redirect=');
    expect(page.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Swap/ })).toBeNull();
    expect(server.sent(record)).toEqual([]);
  });

  it('offers the demo to a visitor when nothing is exchanged for real accounts', async () => {
    session.logout({ go: false });
    server.on('GET pay/flash-exchange/page', { ...pageOf<never>([]), pageSize: 100 });
    const { text, page } = await screen();
    expect(text()).toContain('Swaps are closed');
    expect(page.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
  });

  it('keeps what a visitor typed when they open a demo account', async () => {
    session.logout({ go: false });
    const { press, type, field, button } = await screen();
    await type('1000');
    server.on('POST system/auth/login', { accessToken: 'A', refreshToken: 'R', expiresIn: 900, userId: '8', loginType: 2 } as never);
    await press('Try the demo');
    await pass(500);
    expect([field(pay).value, button().textContent, button().disabled]).toEqual(['1,000', 'Swap 1,000 USDT for BTC', false]);
  });

  it('stays while it is used when the last market closes', async () => {
    const { type, field, page } = await screen();
    await type('1000');
    server.on('GET pay/flash-exchange/page', { ...pageOf([offer({ open: false })]), pageSize: 100 });
    await pass(31_000);
    expect(server.sent('GET pay/flash-exchange/page').length).toBeGreaterThan(1);
    expect([field(pay).value, page.queryByText('Swaps are closed')]).toEqual(['1000', null]);
  });

  it('says that swaps are closed when no market is open', async () => {
    server.on('GET pay/flash-exchange/page', { ...pageOf([offer({ open: false })]), pageSize: 100 });
    const { text, page } = await screen();
    expect(text()).toContain('Swaps are closed');
    expect([page.queryByLabelText(pay), page.queryByRole('button', { name: 'Try the demo' })]).toEqual([null, null]);
  });

  it('is closed for a restricted account, which is told so', async () => {
    member(true);
    const { text, type, button } = await screen();
    await type('1000');
    expect(text()).toContain('Trading is restricted on this account');
    expect(button().disabled).toBe(true);
  });

  it('waits without a connection, keeps the amount, and asks again with it', async () => {
    const { text, type, button, field } = await screen();
    await type('1000');
    await connect(false);
    await pass(20_000);
    expect(text()).toContain('Not connected.');
    expect([quotes().length, button().disabled, field(pay).value]).toEqual([1, true, '1000']);
    await connect(true);
    await pass(10);
    expect(quotes()).toHaveLength(2);
    expect(button().disabled).toBe(false);
  });
});

describe('a swap', () => {
  it('is sent once, however often the button is pressed, and says what became of it', async () => {
    let answer = () => {};
    server.on(
      create,
      (_, commandId) =>
        new Promise((resolve) => {
          answer = () => resolve({ commandId, ...done });
        }),
    );
    const { type, button, person, page, status, press, field } = await screen();
    await type('1000');
    await person.dblClick(button());
    await pass(10);
    expect(swaps().map(({ input }) => input)).toEqual([
      { wallet: 1, from: 'USDT', to: 'BTC', amount: '1000', minReceive: '0.01662336', quotedAt: expect.any(Number) },
    ]);
    const before = server.sent(record).length;
    answer();
    await pass(100);
    expect(status()).toBe('1,000 USDT became 0.01664 BTC');
    expect(document.activeElement?.textContent).toBe('Swapped');
    expect(page.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toMatch(/kind=swap.*seq=%2277%22&index=%220%22/);
    expect(server.sent(record).length).toBeGreaterThan(before);
    expect(server.sent('GET pay/flash-exchange/detail').map(({ input }) => input.id)).toEqual(['5']);
    await press('Another swap');
    await pass(50);
    expect(field(pay).value).toBe('');
    expect(document.activeElement).toBe(field(pay));
  });

  it.each([
    [3303, 'the price has moved'],
    [3304, 'the quote is too old'],
  ])('refused with %i, because %s, brings a new quote; the amount stays, and pressing again is a new command', async (code) => {
    refuse(code, 'refused');
    const { type, press, status, text, field, button } = await screen();
    await type('1000');
    market.price = 1_600n;
    await press('Swap 1,000 USDT for BTC');
    await pass(50);
    expect(status()).toBe('The price has moved. This is the new quote; look at it and swap again.');
    expect(field(pay).value).toBe('1,000');
    expect(text()).toContain('1 USDT = 0.000016 BTC');
    expect(swaps()).toHaveLength(1);
    answerSwaps();
    expect(button().disabled).toBe(false);
    await press('Swap 1,000 USDT for BTC');
    await pass(50);
    const [first, second] = swaps();
    expect(second?.input.minReceive).toBe('0.01598400');
    expect(second?.commandId).not.toBe(first?.commandId);
    expect(status()).toContain('became');
  });

  it('pressed while its quote is renewed, goes with the new quote for no less than the customer saw', async () => {
    const { type, press } = await screen();
    await type('1000');
    let answer = () => {};
    server.on(
      quoteCall,
      ({ from, to, amount }) =>
        new Promise((resolve) => {
          answer = () => {
            const quotedAt = Date.now();
            resolve({
              from,
              to,
              amount,
              receive: '0.01000000',
              rate: '0.00001',
              spread: '0',
              feeRate: '0',
              fee: '0',
              quotedAt,
              validUntil: quotedAt + 6_000,
            });
          };
        }),
    );
    await pass(6_000);
    await press('Swap 1,000 USDT for BTC');
    await pass(100);
    expect(swaps()).toEqual([]);
    const at = Date.now();
    answer();
    await pass(10);
    expect(swaps().map(({ input }) => [input.minReceive, input.quotedAt])).toEqual([['0.01662336', at]]);
  });

  it('refused for another reason shows that reason and keeps the form', async () => {
    refuse(3305, 'The exchange has too little BTC.');
    const { type, press, text, status, field } = await screen();
    await type('1000');
    await press('Swap 1,000 USDT for BTC');
    await pass(50);
    expect(status()).toBe('Not swapped. The exchange has too little BTC.');
    expect(field(pay).value).toBe('1,000');
    await type('900');
    expect(text()).not.toContain('too little');
  });

  it('whose answer was lost is asked for until it is known', async () => {
    let asked = 0;
    server.on(create, (_, commandId) => {
      asked += 1;
      if (asked === 1) throw new CallError(-1, 0, 'None response!');
      return { commandId, ...done, repeated: true };
    });
    server.on('GET pay/order-coin/outcome', {
      ...{ known: true, accepted: true, seq: '77', orderId: null, refusal: null },
    } as never);
    const { type, press, text, status } = await screen();
    await type('1000');
    await press('Swap 1,000 USDT for BTC');
    await pass(20);
    expect(text()).toContain('We do not know yet');
    await pass(1_000);
    expect(status()).toBe('1,000 USDT became 0.01664 BTC');
    expect(new Set(swaps().map(({ commandId }) => commandId)).size).toBe(1);
  });

  it('leaves balances that are read again', async () => {
    const { type, press, text } = await screen();
    await type('1000');
    server.on('GET pay/wallet/overview', overview([balance(1, 'USDT', '9000'), balance(1, 'BTC', '0.51664')]));
    await press('Swap 1,000 USDT for BTC');
    await pass(4_000);
    await press('Another swap');
    expect(text()).toContain('9,000 USDT available');
  });
});

describe('the list of swaps', () => {
  it('says while it loads, when it fails, and when there is nothing', async () => {
    let answer = () => {};
    server.on(
      record,
      () =>
        new Promise((_, reject) => {
          answer = () => reject(new CallError(1, 400, 'Not now.'));
        }),
    );
    const { text, press, page } = await screen();
    expect(page.getByRole('status', { name: 'Loading' })).toBeTruthy();
    answer();
    await pass(10);
    expect(text()).toContain('Not now.');
    server.on(record, pageOf([]));
    await press('Try again');
    await pass(10);
    expect(text()).toContain('No swaps yet');
  });

  it('has a receipt for each swap, and pages', async () => {
    server.on(record, ({ pageNo }) =>
      pageNo === 1
        ? pageOf([row()], 16)
        : pageOf([row({ id: '4', paid: '20.000000', received: '0.00033280', receipt: { kind: 'swap', seq: '12', index: 1 } })], 16, 2),
    );
    const { page, press, text } = await screen();
    const line = page.getByRole('link', { name: /1,000 USDT → 0.01664 BTC/ });
    expect(line.textContent).toContain('1 USDT = 0.00001664 BTC');
    expect(line.getAttribute('href')).toMatch(/kind=swap.*seq=%2277%22&index=%220%22/);
    await press(/Older/);
    await pass(10);
    expect(text()).toContain('20 USDT → 0.0003328 BTC');
    expect(text()).not.toContain('1,000 USDT →');
  });
});
