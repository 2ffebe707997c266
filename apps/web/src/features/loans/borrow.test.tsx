import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../data/commands/use-command.ts';
import { session } from '../../data/index.ts';
import { borrowCall, figures, listCall, openLoans, previewCall, product, products, screen } from '../../testing/loans.tsx';
import { balance, overview } from '../../testing/market.ts';
import { protection, unanswered } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass } from '../../testing/show.tsx';
import { connect, member } from '../../testing/swaps.tsx';

beforeEach(openLoans);
afterEach(async () => {
  vi.unstubAllGlobals();
  await connect(true);
});

const collateral = /^Collateral/;
const amount = /^Loan/;
const filled = async (lent = '1000') => {
  const shown = await screen();
  await shown.give(collateral, '0.1');
  await shown.give(amount, lent);
  return shown;
};
const reviewed = async (lent = '1000') => {
  const shown = await filled(lent);
  await shown.press(/^Review the loan of/);
  await pass(10);
  return shown;
};
const sent = () => server.sent(borrowCall).map(({ input }) => input);
const refuse = (code: number, message: string) =>
  server.on(borrowCall, () => {
    throw new CallError(code, 409, message);
  });

describe('what is lent', () => {
  it('stands with its rate, its level and what is left', async () => {
    const { page } = await screen('/funds/LOANS');
    const list = page.getByRole('region', { name: 'Borrow against' });
    for (const part of ['BTC', '8%', 'interest a year', 'Up to 65% of its value in USDT', '3,000,000 USDT left to lend', 'ETH', '8.5%'])
      expect(list.textContent).toContain(part);
  });

  it('says when nothing is offered, and when it cannot be read', async () => {
    products();
    expect((await screen('/funds/LOANS')).text()).toContain('No loans are offered now');
    server.on('GET pay/loan-data/info', () => {
      throw new CallError(1, 400, 'Not now.');
    });
    session.logout({ go: false });
    expect((await screen('/funds/LOANS')).text()).toContain('Not now.');
  });

  it('says when a product is gone', async () => {
    expect((await screen('/funds/LOANS?product=99')).text()).toContain('This loan is not offered any more');
  });

  it('is closed where everything is lent out', async () => {
    products(product({ left: '49.000000' }));
    const { text, button } = await screen();
    expect([text().includes('Everything is lent out'), button('Review the loan').disabled]).toEqual([true, true]);
  });

  it('shows a visitor the figures and the ways in, which come back', async () => {
    session.logout({ go: false });
    const { page, give, text } = await screen();
    await give(collateral, '0.1');
    await give(amount, '1000');
    expect(text()).toContain('20.1%');
    expect(decodeURIComponent(page.getByRole('link', { name: 'Sign in' }).getAttribute('href') ?? '')).toContain('/funds/LOANS?product=1');
    expect(page.queryByRole('button', { name: /^Review/ })).toBeNull();
  });
});

describe('the form', () => {
  it('asks for the figures once the typing stops, and shows share, prices and interest', async () => {
    const { fill, text, page } = await screen();
    await fill(collateral, '0.1');
    await fill(amount, '1000');
    const asked = () => server.sent(previewCall).map(({ input }) => input);
    expect(asked()).not.toContainEqual({ productId: '1', collateral: '0.1', amount: '1000' });
    await pass(400);
    expect(asked().at(-1)).toEqual({ productId: '1', collateral: '0.1', amount: '1000' });
    for (const part of ['20.1%', 'at 13,333.47', 'at 12,048.31', '0.009133', '0.219179', 'Up to 3,249.97 USDT against this collateral'])
      expect(text()).toContain(part);
    const meter = page.getByRole('meter', { name: 'Loan-to-value' });
    expect(meter.getAttribute('aria-valuetext')).toBe('20.1% of the collateral’s value. Warning at 75%, sale at 83%.');
  });

  it('keeps what a visitor typed when they sign in, and what was typed for each coin', async () => {
    session.logout({ go: false });
    const { give, field, press } = await screen();
    await give(collateral, '0.2');
    await give(amount, '700');
    session.signIn({ accessToken: 'access', refreshToken: 'refresh', userId: '7' });
    await pass(500);
    expect([field(collateral).value, field(amount).value]).toEqual(['0.2', '700']);
    await press(/^ETH/);
    await pass(500);
    expect(field(amount).value).toBe('');
    await press(/^BTC/);
    await pass(500);
    expect(field(amount).value).toBe('700');
  });

  it('keeps the figures while the next are awaited, and lets nothing be reviewed on old ones', async () => {
    const { fill, text, button } = await filled();
    await fill(amount, '1200');
    expect([text().includes('20.1%'), button(/^Review/).disabled]).toEqual([true, true]);
    server.on(previewCall, figures({ debt: '1200.010959', share: '24.0003' }));
    await pass(400);
    expect([text().includes('24.1%'), button(/^Review/).disabled]).toEqual([true, false]);
  });

  it.each([
    [amount, '', 'Enter an amount above zero.'],
    [amount, '49.99', 'The loan must be at least 50 USDT.'],
    [amount, '200001', 'The loan may be at most 200,000 USDT.'],
    [amount, '3250', 'This collateral is good for 3,249.97 USDT at most.'],
    [collateral, '', 'Enter an amount above zero.'],
    [collateral, '0.6', 'You have 0.5 BTC in your coin wallet.'],
  ])('sends no %s of %s and says why', async (name, text, why) => {
    const { give, person, problemOf, field } = await filled();
    await give(name, text);
    await person.click(field(name));
    await person.keyboard('{Enter}');
    await pass(10);
    expect(problemOf(name)).toBe(why);
    expect([sent(), document.body.textContent?.includes('Before you borrow')]).toEqual([[], false]);
  });

  it('offers the figure to change to, with room for the price to move', async () => {
    const { give, press, field } = await filled();
    await give(amount, '4000');
    await press('Change to 3,233.72 USDT');
    expect(field(amount).value.replaceAll(',', '')).toBe('3233.72');
  });

  it('offers the collateral that an amount needs', async () => {
    const { give, press, field } = await screen();
    await give(amount, '1000');
    // 1000.009133 ÷ 65 % ÷ 50,000, rounded up.
    await press('Pledge 0.03076952 BTC');
    expect(field(collateral).value).toBe('0.03076952');
  });

  it('takes all free coins', async () => {
    const { press, field, text } = await screen();
    expect(text()).toContain('0.5 BTC free in your coin wallet');
    await press('Max: Collateral');
    expect(field(collateral).value).toBe('0.5');
  });

  it('says in which wallet the coins are', async () => {
    server.on('GET pay/wallet/overview', overview([balance(1, 'BTC', '0'), balance(5, 'BTC', '2')]));
    const { text, page } = await screen();
    expect(text()).toContain('2 BTC in another wallet');
    expect(page.getByRole('link', { name: 'Transfer to the coin wallet' }).getAttribute('href')).toMatch(/from=.*5.*to=.*1.*asset=BTC/);
  });

  it('leads to the market where there are none', async () => {
    server.on('GET pay/wallet/overview', overview([balance(1, 'USDT', '9')]));
    const { text, page } = await screen();
    expect(text()).toContain('There is no free BTC in your coin wallet.');
    expect(page.getByRole('link', { name: 'Buy BTC' }).getAttribute('href')).toContain('/order?symbol=BTC');
  });

  it('says what a fall of the price would do', async () => {
    const { slide, text, page } = await filled();
    expect(text()).toContain('If BTC falls by 20% to 40,000');
    expect(text()).toContain('Nothing happens. Your loan-to-value is 25.1%.');
    await slide('Fall of BTC', 74);
    expect(text()).toContain('You are warned. Your loan-to-value is 77%.');
    await slide('Fall of BTC', 76);
    expect(text()).toContain('About 0.05555 BTC is sold for 666.69 USDT. You keep 0.04444 BTC as collateral and owe about 346.64 USDT.');
    await slide('Fall of BTC', 82);
    expect(text()).toContain('All your collateral is sold for about 900 USDT. The loan is over and you owe nothing more.');
    expect(page.getByRole('slider', { name: 'Fall of BTC' }).getAttribute('aria-valuetext')).toContain(
      'If BTC falls by 82% to 9,000: All your',
    );
  });

  it('waits without a connection and without a price, and keeps what was typed', async () => {
    const { button, text, field } = await filled();
    await connect(false);
    await pass(10);
    expect([text().includes('You are offline.'), button(/^Review/).disabled, field(amount).value]).toEqual([true, true, '1000']);
    await connect(true);
    server.on(previewCall, figures({ price: null, share: null, most: '0.000000' }));
    await pass(6_000);
    expect([text().includes('There is no fresh price of BTC/USDT'), button(/^Review/).disabled]).toEqual([true, true]);
  });

  it('says when the figures cannot be worked out', async () => {
    server.on(previewCall, () => {
      throw new CallError(1, 400, 'Not now.');
    });
    const { text } = await filled();
    expect(text()).toContain('The figures could not be worked out: Not now.');
  });

  it('is closed for a restricted account, which is told so', async () => {
    member(true);
    const { text, button } = await filled();
    expect([text().includes('This account is restricted'), button(/^Review/).disabled]).toEqual([true, true]);
  });
});

describe('borrowing', () => {
  it('says what is frozen and paid out, and borrows on exactly these terms, once', async () => {
    const { text, page, press, router, person, field } = await reviewed();
    const shown = () => field(amount);
    for (const part of [
      'Frozen in your coin wallet',
      '0.10 BTC',
      'Paid out to your coin wallet',
      'Terms, version 3',
      'you do not owe the rest',
    ])
      expect(text()).toContain(part);
    expect(sent()).toEqual([]);
    await person.dblClick(page.getByRole('button', { name: 'Borrow 1,000 USDT' }));
    await pass(50);
    expect(sent()).toEqual([{ productId: '1', version: 3, collateral: '0.1', amount: '1000' }]);
    expect(text()).toContain('1,000 USDT is in your coin wallet');
    expect(server.sent(listCall).length).toBeGreaterThan(1);
    await press('See the loan');
    await pass(50);
    expect(router.state.location.search).toEqual({ id: '7' });
    await press(/^BTC/);
    await pass(500);
    expect(shown().value).toBe('');
  });

  it('in a sheet on a phone', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const { press, page, give, text } = await screen('/funds/LOANS');
    await press(/^BTC/);
    await pass(500);
    await give(collateral, '0.1');
    await give(amount, '1000');
    await press(/^Review the loan of/);
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect(page.getByRole('dialog').textContent).toContain('1,000 USDT is in your coin wallet');
    await press('Close');
    expect([page.queryByRole('dialog'), text().includes('Borrow against')]).toEqual([null, true]);
  });

  it('a large loan waits, and says so before and after', async () => {
    products(product({ decideAbove: '500.000000' }));
    server.on(previewCall, figures({ waits: true }));
    server.on(borrowCall, (_, commandId) => ({ commandId, seq: '77', repeated: false, id: '7', paid: '0.000000' }));
    const { text, press } = await reviewed();
    expect(text()).toContain('Loans above 500 USDT wait for a decision, for at most 24 hours.');
    await press('Ask for 1,000 USDT');
    await pass(50);
    expect(text()).toContain('The loan waits for a decision');
    expect(text()).not.toContain('is in your coin wallet');
  });

  it('tells the risks before the first loan, and sends nothing by the answer', async () => {
    server.on('GET system/protection/get', unanswered('acknowledgement'));
    const { press, text } = await reviewed();
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect([text().includes('The collateral of a loan is sold without asking you'), sent()]).toEqual([true, []]);
    server.on('POST system/protection/acknowledge', protection());
    server.on('GET system/protection/get', protection());
    await press('I have read these risks');
    await pass(1_000);
    expect(sent()).toEqual([]);
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect(sent()).toHaveLength(1);
  });

  it('refused because the price moved keeps the figures and says what is possible', async () => {
    refuse(3335, 'This collateral is worth a loan of 990 USDT at most now.');
    const { press, text, field } = await reviewed();
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect(text()).toContain('Nothing was borrowed. This collateral is worth a loan of 990 USDT at most now.');
    expect([field(amount).value, field(collateral).value]).toEqual(['1,000', '0.1']);
  });

  it('refused because the terms changed reads the new ones and is reviewed anew', async () => {
    refuse(3301, 'These terms have changed.');
    const { press, text } = await reviewed();
    products(product({ version: 4, rate: '12.0000' }));
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect([text().includes('These terms have changed.'), text().includes('12%')]).toEqual([true, true]);
    server.on(borrowCall, (_, commandId) => ({ commandId, seq: '78', repeated: false, id: '8', paid: '1000.000000' }));
    await press(/^Review the loan of/);
    expect(text()).toContain('Terms, version 4');
    await press('Borrow 1,000 USDT');
    await pass(50);
    expect(sent().map(({ version }) => version)).toEqual([3, 4]);
  });

  it('whose answer was lost is asked for until it is known, and sent once', async () => {
    let asked = 0;
    server.on(borrowCall, (_, commandId) => {
      asked += 1;
      if (asked === 1) throw new CallError(-1, 0, 'None response!');
      return { commandId, seq: '77', repeated: true, id: '7', paid: '1000.000000' };
    });
    server.on('GET pay/order-coin/outcome', { known: true, accepted: true, seq: '77', orderId: null, refusal: null } as never);
    const { press, text } = await reviewed();
    await press('Borrow 1,000 USDT');
    await pass(20);
    expect(text()).toContain('It is never sent twice.');
    await pass(1_000);
    expect(text()).toContain('1,000 USDT is in your coin wallet');
    expect(new Set(server.sent(borrowCall).map(({ commandId }) => commandId)).size).toBe(1);
  });

  it('whose answer is missing after a reload is shown first, and can be sent again or dropped', async () => {
    const input = { productId: '2', version: 3, collateral: '0.1', amount: '1000' };
    const kept = { id: '00000000-0000-4000-8000-000000000001', name: borrowCall, input, quiet: true };
    sessionStorage.setItem('bourse.commands', JSON.stringify([['loan-borrow', kept]]));
    server.on('GET pay/order-coin/outcome', { known: false, accepted: false, seq: null, orderId: null, refusal: null } as never);
    commands().resume();
    const { text, press, router } = await screen('/funds/LOANS');
    await pass(10_000);
    expect(text()).toContain('The exchange has no record of it');
    expect(router.state.location.search).toEqual({ product: '2' });
    await press('Cancel');
    expect(text()).toContain('Review the loan');
  });
});
