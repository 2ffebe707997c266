import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../data/commands/use-command.ts';
import { session } from '../../data/index.ts';
import {
  draftCall,
  draftId,
  fixed,
  listCall,
  openEarn,
  payCall,
  product,
  products,
  readCall,
  screen as screenOf,
  tomorrow,
} from '../../testing/earn.tsx';
import { balance, overview } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass } from '../../testing/show.tsx';
import { connect, member } from '../../testing/swaps.tsx';

beforeEach(openEarn);
afterEach(async () => {
  vi.unstubAllGlobals();
  await connect(true);
});

const screen = (id = '3') => screenOf(`/funds/regular?product=${id}`);
const reviewed = async (id = '3', amount = '100') => {
  const shown = await screen(id);
  await shown.fill('Amount', amount);
  await shown.press(`See what ${amount} USDT bring`);
  await pass(10);
  return shown;
};

describe('what is offered', () => {
  it('stands under flexible and fixed, with rate, smallest amount and what is left', async () => {
    const { page, text } = await screenOf();
    expect(text()).toContain('Its interest is set aside before we sell it.');
    const row = page.getByRole('region', { name: 'Fixed terms' });
    for (const part of ['USDT · 30 days', '5%', 'a year', 'From 10 USDT', '50,000 USDT left']) expect(row.textContent).toContain(part);
    expect(page.getByRole('region', { name: 'Flexible' }).textContent).toContain('3%');
  });

  it('says why something is closed, and sells none of it', async () => {
    products(product({ open: false, left: '9.000000' }), fixed({ open: false }));
    const { page, button } = await screen();
    expect(page.getByRole('region', { name: 'Flexible' }).textContent).toContain('No room left');
    expect(page.getByRole('region', { name: 'Fixed terms' }).textContent).toContain('is not set aside');
    expect(button('Look at the terms').disabled).toBe(true);
  });

  it('opens in a sheet on a phone; what is gone says so', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const { press, page, router } = await screenOf();
    await press(/USDT · 30 days/);
    await pass(10);
    expect(router.state.location.search).toEqual({ product: '3' });
    expect(page.getByRole('dialog', { name: 'USDT · 30 days' })).toBeTruthy();
    await press('Close');
    await pass(10);
    expect(page.queryByRole('dialog')).toBeNull();
    const gone = await screenOf('/funds/regular?product=99');
    expect(gone.text()).toContain('This is not offered any more');
  });

  it('says while it loads, when it fails, and when there is nothing', async () => {
    session.logout({ go: false });
    server.on('GET pay/foundation-config/page', () => {
      throw new CallError(1, 400, 'Not now.');
    });
    const { text, press, page } = await screenOf();
    expect(text()).toContain('Not now.');
    products();
    await press('Try again');
    await pass(10);
    expect(text()).toContain('Nothing earns interest now');
    expect(page.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
    expect(server.sent(listCall)).toEqual([]);
  });
});

describe('the form', () => {
  it('shows what the term brings, when it begins and when it ends', async () => {
    const { fill, text } = await screen();
    expect(text()).toContain('500 USDT in your wealth wallet');
    await fill('Amount', '100');
    for (const part of ['0.410958', 'Mar 3, 2026', 'Apr 2, 2026']) expect(text()).toContain(part);
  });

  it('shows a flexible day at the rate of tomorrow', async () => {
    products(product({ todayRate: '9.0000', nextRate: '3.0000' }));
    const { fill, text } = await screen('1');
    await fill('Amount', '1000');
    for (const part of ['0.082191', 'At the rate of tomorrow, 3% a year', 'Whenever you want']) expect(text()).toContain(part);
  });

  it.each([
    ['0', 'Enter an amount above zero.'],
    ['9.99', 'The amount must be at least 10 USDT.'],
    ['60000', 'The amount may be at most 50,000 USDT.'],
    ['500.01', 'You have 500 USDT in your wealth wallet.'],
  ])('sends no %s and says why', async (amount, why) => {
    const { fill, person, problemOf, field } = await screen();
    await fill('Amount', amount);
    await person.click(field('Amount'));
    await person.keyboard('{Enter}');
    await pass(10);
    expect(problemOf('Amount')).toBe(why);
    expect(server.sent(draftCall)).toEqual([]);
  });

  it('takes all that is there, and names the wallet that has more', async () => {
    server.on('GET pay/wallet/overview', overview([balance(1, 'USDT', '9500'), balance(5, 'USDT', '5.5')]));
    const { person, field, text, page } = await screen();
    await person.click(page.getByText('All'));
    expect(field('Amount').value).toBe('5.5');
    expect(text()).toContain('9,500 USDT in another wallet: Spot.');
    expect(page.getByRole('link', { name: 'Transfer to the wealth wallet' }).getAttribute('href')).toMatch(
      /\/funds\/transfer\?from=.*1.*&to=.*5.*&asset=USDT/,
    );
  });

  it('waits without a connection, and keeps the amount', async () => {
    const { fill, button, text, field } = await screen();
    await fill('Amount', '100');
    await connect(false);
    await pass(10);
    expect([text().includes('Not connected.'), button(/See what/).disabled, field('Amount').value]).toEqual([true, true, '100']);
  });

  it('is closed for a restricted account, which is told so', async () => {
    member(true);
    const { fill, button, text } = await screen();
    await fill('Amount', '100');
    expect([text().includes('This account is restricted'), button(/See what/).disabled]).toEqual([true, true]);
  });

  it('shows a visitor the ways in, which come back', async () => {
    session.logout({ go: false });
    const { page } = await screen();
    expect(decodeURIComponent(page.getByRole('link', { name: 'Sign in' }).getAttribute('href') ?? '')).toContain(
      '/funds/regular?product=3',
    );
    expect(page.queryByRole('button', { name: 'Look at the terms' })).toBeNull();
  });
});

describe('subscribing', () => {
  it('asks what it brings, records that the terms were read, and pays for exactly these terms', async () => {
    const shown = await screen();
    await shown.fill('Amount', '100');
    await shown.person.click(shown.page.getByRole('switch', { name: 'Start again at the end' }));
    await shown.press('See what 100 USDT bring');
    await pass(10);
    expect(shown.text()).toContain('the interest so far is given up');
    expect(shown.button('Subscribe 100 USDT').disabled).toBe(true);
    await shown.tick();
    await shown.press('Subscribe 100 USDT');
    await pass(50);
    const wish = { productId: '3', version: 2, renew: true };
    expect(server.sent(draftCall, readCall, payCall).map(({ name, input }) => [name, input])).toEqual([
      [draftCall, { ...wish, amount: '100' }],
      [readCall, { productId: '3', version: 2 }],
      [payCall, { id: draftId, ...wish, amount: '100.000000' }],
    ]);
    expect(shown.text()).toContain('Subscribed');
    expect(shown.text()).toContain('100 USDT earn from Mar 3, 2026');
    await shown.press('See the holding');
    await pass(50);
    expect(shown.router.state.location.search).toEqual({ id: '7' });
    expect(server.sent(listCall).length).toBeGreaterThan(1);
  });

  it('on a phone ends with its sheet', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const { tick, press, page, text, fill } = await reviewed();
    await tick();
    await press('Subscribe 100 USDT');
    await pass(50);
    expect(page.getByRole('dialog').textContent).toContain('100 USDT earn from');
    await press('Close');
    await pass(10);
    expect(page.queryByRole('dialog')).toBeNull();
    await press(/USDT · 30 days/);
    await pass(10);
    await fill('Amount', '20');
    expect(text()).toContain('See what 20 USDT bring');
  });

  it('needs the tick again when the exchange did not hear it', async () => {
    server.on(readCall, () => {
      throw new CallError(3301, 409, 'These terms have changed.');
    });
    const { tick, text, button, page } = await reviewed();
    await tick();
    expect(text()).toContain('These terms have changed.');
    expect([button(/^Subscribe/).disabled, page.getByRole<HTMLInputElement>('checkbox').checked]).toEqual([true, false]);
  });

  it('does not offer figures that are too old', async () => {
    const { text, field } = await reviewed();
    expect(text()).toContain('Before you subscribe');
    await pass(900_001);
    expect(text()).toContain('These figures are over.');
    expect(field('Amount').value).toBe('100');
  });

  it('keeps the amount when there is no draft, and reads the terms again', async () => {
    server.on(draftCall, () => {
      throw new CallError(3301, 409, 'These terms have changed.');
    });
    const { text, field } = await reviewed();
    expect([text().includes('These terms have changed.'), field('Amount').value]).toEqual([true, '100']);
    expect(server.sent('GET pay/foundation-config/page').length).toBeGreaterThan(1);
  });

  it('that is refused says why, keeps the amount, and begins with new figures', async () => {
    server.on(payCall, () => {
      throw new CallError(3302, 400, 'The interest cannot be set aside.');
    });
    const { tick, press, text, field } = await reviewed();
    await tick();
    await press('Subscribe 100 USDT');
    await pass(50);
    expect([text().includes('Not subscribed. The interest cannot be set aside.'), field('Amount').value]).toEqual([true, '100']);
    await press('See what 100 USDT bring');
    await pass(10);
    expect(text()).toContain('Before you subscribe');
  });

  it('whose answer was lost is asked for until it is known, and sent once', async () => {
    let asked = 0;
    server.on(payCall, (_, commandId) => {
      asked += 1;
      if (asked === 1) throw new CallError(-1, 0, 'None response!');
      return { commandId, seq: '77', repeated: true, id: '7' };
    });
    server.on('GET pay/order-coin/outcome', { known: true, accepted: true, seq: '77', orderId: null, refusal: null } as never);
    const { tick, press, text } = await reviewed();
    await tick();
    await press('Subscribe 100 USDT');
    await pass(20);
    expect(text()).toContain('It is never sent twice.');
    await pass(1_000);
    expect(text()).toContain('100 USDT earn from');
    expect(new Set(server.sent(payCall).map(({ commandId }) => commandId)).size).toBe(1);
    expect(tomorrow).toBe(Date.UTC(2026, 2, 3));
  });

  it('whose answer is missing after a reload is shown first, and can be sent again or dropped', async () => {
    const kept = {
      id: draftId,
      name: payCall,
      input: { id: draftId, productId: '3', version: 2, amount: '100', renew: false },
      quiet: true,
    };
    sessionStorage.setItem('bourse.commands', JSON.stringify([['earn-subscribe', kept]]));
    server.on('GET pay/order-coin/outcome', { known: false, accepted: false, seq: null, orderId: null, refusal: null } as never);
    commands().resume();
    const { text, press, router } = await screenOf();
    await pass(10_000);
    expect(text()).toContain('The exchange has no record of it');
    expect(router.state.location.search).toEqual({ product: '3' });
    await press('Cancel');
    expect(text()).toContain('Look at the terms');
  });
});
