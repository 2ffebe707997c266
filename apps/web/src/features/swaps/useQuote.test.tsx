import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { server } from '../../testing/server.ts';
import { today } from '../../testing/setup.ts';
import { pass } from '../../testing/show.tsx';
import { answerQuotes, connect, hide, market, openSwaps, pay, quoteCall, quotes, screen, swaps } from '../../testing/swaps.tsx';

beforeEach(openSwaps);
afterEach(async () => {
  await hide(false);
  await connect(true);
});

describe('the quote of a swap', () => {
  it('is asked once the typing stops, and shows what is got and the least of it', async () => {
    const { fill, text, type } = await screen();
    expect(text()).toContain('From 10 to 10,000 USDT a swap');
    await fill(pay, '1');
    await fill(pay, '10');
    await type('1000');
    expect(quotes()).toEqual(['1000']);
    for (const part of ['0.01664', '1 USDT = 0.00001664 BTC', '0.2%', 'None', '0.01662336', 'New quote in 6 s'])
      expect(text()).toContain(part);
  });

  it('takes the tolerance that was chosen, rounded down', async () => {
    const { press, text, type } = await screen();
    await type('1001');
    // 0.01665664 × 0.995 = 0.0165733568
    await press('0.5%', 'radio');
    expect(text()).toContain('0.01657335');
    await press('Swap 1,001 USDT for BTC');
    expect(swaps().map(({ input }) => input.minReceive)).toEqual(['0.01657335']);
  });

  it('is renewed when it runs out, but not while nobody looks, and at once when somebody looks again', async () => {
    const { text, type, status } = await screen();
    await type('1000');
    await pass(3_000);
    expect(text()).toContain('New quote in 3 s');
    expect(quotes()).toHaveLength(1);
    market.price = 1_700n;
    await pass(3_000);
    expect(quotes()).toHaveLength(2);
    expect(text()).toContain('0.016983');
    // Renewed quotes are not read out.
    expect(status()).toBe('');
    await hide(true);
    await pass(60_000);
    expect(quotes()).toHaveLength(2);
    await hide(false);
    await pass(10);
    expect(quotes()).toHaveLength(3);
  });

  it('keeps the old one, dimmed and not to be taken for the new, until the next is there', async () => {
    const { page, text, type, button } = await screen();
    await type('1000');
    expect(page.getByText('1 USDT = 0.00001664 BTC').closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false');
    server.on(quoteCall, () => new Promise(() => {}));
    await type('2000');
    expect(text()).toContain('Asking for a quote');
    expect(page.getByText('1 USDT = 0.00001664 BTC').closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
    expect(button().disabled).toBe(true);
  });

  it('ignores the late answer to an amount that is no longer there', async () => {
    const { fill, text } = await screen();
    let late = () => {};
    server.on(quoteCall, ({ from, to, amount }) => {
      const quote = {
        from,
        to,
        amount,
        receive: '0.11111111',
        rate: '1',
        spread: '0',
        feeRate: '0',
        fee: '0',
        quotedAt: today,
        validUntil: today + 6_000,
      };
      return amount === '1000'
        ? new Promise((answer) => {
            late = () => answer(quote);
          })
        : { ...quote, receive: '0.22222222' };
    });
    await fill(pay, '1000');
    await pass(400);
    await fill(pay, '2000');
    await pass(400);
    late();
    await pass(10);
    expect(text()).toContain('0.22222222');
    expect(text()).not.toContain('0.11111111');
  });

  it('says why there is none in the words of the exchange, keeps the amount, and asks again where waiting may help', async () => {
    const { field, text, type, button } = await screen();
    server.on(quoteCall, () => {
      throw new CallError(3011, 400, 'At least 10 USDT.');
    });
    await type('5');
    expect(text()).toContain('At least 10 USDT.');
    expect([field(pay).value, button().disabled]).toEqual(['5', true]);
    await pass(20_000);
    expect(quotes()).toEqual(['5']);
    server.on(quoteCall, () => {
      throw new CallError(3003, 400, 'No fresh price.');
    });
    await type('50');
    expect(text()).toContain('No fresh price.');
    answerQuotes();
    await pass(6_000);
    expect(text()).toContain('1 USDT = 0.00001664 BTC');
  });
});
