import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerHolding, daysAgo, holding, listCall, openEarn, redeemCall, screen, term } from '../../testing/earn.tsx';
import { server } from '../../testing/server.ts';
import { today } from '../../testing/setup.ts';
import { pass } from '../../testing/show.tsx';
import { connect, pageOf } from '../../testing/swaps.tsx';

beforeEach(openEarn);
afterEach(() => connect(true));

const extractCall = 'POST pay/foundation-order/extract';
const renewCall = 'POST pay/foundation-order/renew';
const answerRedeem = (interest: string) =>
  server.on(redeemCall, ({ id }, commandId) => ({ commandId, seq: '90', repeated: false, id, interest }));

describe('the list of holdings', () => {
  it('says while it loads, when it fails, and when there is nothing', async () => {
    server.on(listCall, () => {
      throw new CallError(1, 400, 'Not now.');
    });
    const { text, press } = await screen();
    expect(text()).toContain('Not now.');
    server.on(listCall, pageOf([]));
    await press('Try again');
    await pass(10);
    expect(text()).toContain('Nothing earns yet');
  });

  it('has those that earn and those that ended, in pages', async () => {
    server.on(listCall, ({ status, pageNo }) =>
      status === 'ended'
        ? pageOf([term({ id: '3', state: 'matured', principal: '0.000000', paid: '0.410958', endsAt: today - 86_400_000 })])
        : pageNo === 1
          ? pageOf([term({ firstDay: daysAgo(9), renew: true, earned: '0.12' }), holding()], 16)
          : pageOf([holding({ id: '1', deposited: '20', principal: '20' })], 16, 2),
    );
    const { page, press, text } = await screen();
    const list = page.getByRole('region', { name: 'Earning' });
    for (const part of ['USDT · 30 days', '0.12 earned', 'Starts again Apr 2, 2026', 'Earns from Mar 3, 2026', '100.00'])
      expect(list.textContent).toContain(part);
    await press(/Older/);
    await pass(10);
    expect(page.getByRole('region', { name: 'Earning' }).textContent).toContain('20.00');
    await press('Ended', 'radio');
    await pass(10);
    expect(text()).toContain('Ended Mar 1, 2026');
    expect(text()).toContain('0.410958 earned');
  });

  it('opens one, and one that is not there says so', async () => {
    server.on(listCall, pageOf([holding()]));
    const { press, router, text, page } = await screen();
    await press(/USDT · Flexible.*Earns from/);
    await pass(10);
    expect(router.state.location.search).toEqual({ id: '7' });
    expect(page.getByRole('region', { name: 'Holding 7' }).textContent).toContain('Where the money is');
    server.on('GET pay/foundation-order/get', () => {
      throw new CallError(3314, 404, 'There is no such holding.');
    });
    await screen('/funds/regular?id=8');
    expect(text()).toContain('This holding was not found');
  });
});

describe('a flexible holding', () => {
  beforeEach(() => answerHolding(holding({ earned: '0.024657', firstDay: daysAgo(3) })));

  it('shows what it earned, its rates, and its payments with their receipts', async () => {
    const receipt = { kind: 'earnInterest', seq: '80', index: 1 };
    answerHolding(holding({ earned: '0.024657', paid: '0.01', firstDay: daysAgo(3) }), [
      { time: today, interest: '0.010000', cause: 'extract', receipt },
    ]);
    const { text, page } = await screen('/funds/regular?id=7');
    for (const part of ['0.024657', 'Rate of today', 'Until you take it out']) expect(text()).toContain(part);
    expect(page.getByRole('link', { name: /Taken out/ }).getAttribute('href')).toMatch(/kind=earnInterest.*80.*index/);
  });

  it('is taken out in part or whole; the whole pays its interest', async () => {
    answerRedeem('0.024657');
    const { fill, press, text, problemOf, status, page, person } = await screen('/funds/regular?id=7');
    await fill('How much to take out', '100.5');
    expect(problemOf('How much to take out')).toBe('At most 100 USDT.');
    await fill('How much to take out', '40');
    expect(text()).toContain('The rest goes on earning.');
    await person.click(page.getByText('All'));
    expect(text()).toContain('its interest is paid: 0.024657 USDT');
    await press('Take 100 USDT out');
    await pass(50);
    expect(server.sent(redeemCall).map(({ input }) => input)).toEqual([{ id: '7', amount: '100' }]);
    expect(status()).toContain('100 USDT are free in your wealth wallet, with 0.024657 USDT of interest');
  });

  it('gives its interest out, which there has to be', async () => {
    server.on(extractCall, ({ id }, commandId) => ({ commandId, seq: '91', repeated: false, id, interest: '0.024657' }));
    const { press, status } = await screen('/funds/regular?id=7');
    await press('Take 0.024657 USDT of interest out');
    await pass(50);
    expect(status()).toContain('0.024657 USDT of interest are free');
    answerHolding(holding());
    const fresh = await screen('/funds/regular?id=9');
    expect(fresh.page.getAllByRole<HTMLButtonElement>('button', { name: 'Take the interest out' }).at(-1)?.disabled).toBe(true);
  });

  it('names no figure of interest whose answer was lost for good', async () => {
    server.on(extractCall, () => {
      throw new CallError(-1, 0, 'None response!');
    });
    server.on('GET pay/order-coin/outcome', { known: true, accepted: true, seq: '91', orderId: null, refusal: null } as never);
    const { press, status } = await screen('/funds/regular?id=7');
    await press('Take 0.024657 USDT of interest out');
    await pass(30_000);
    expect(status()).toContain('Your holdings show it.');
    expect(status()).not.toContain('0 USDT');
  });

  it('says when taking it out is refused', async () => {
    server.on(redeemCall, () => {
      throw new CallError(1003, 409, 'Read only.');
    });
    const { fill, press, status } = await screen('/funds/regular?id=7');
    await fill('How much to take out', '40');
    await press('Take 40 USDT out');
    await pass(50);
    expect(status()).toContain('Not done. Read only.');
  });

  it('is not taken out twice when the answer is lost', async () => {
    let asked = 0;
    server.on(redeemCall, ({ id }, commandId) => {
      asked += 1;
      if (asked === 1) throw new CallError(-1, 0, 'None response!');
      return { commandId, seq: '90', repeated: true, id, interest: '0' };
    });
    server.on('GET pay/order-coin/outcome', { known: true, accepted: true, seq: '90', orderId: null, refusal: null } as never);
    const { fill, press, status, text } = await screen('/funds/regular?id=7');
    await fill('How much to take out', '40');
    await press('Take 40 USDT out');
    await pass(20);
    expect(text()).toContain('It is never sent twice.');
    await pass(1_000);
    expect(status()).toContain('40 USDT are free in your wealth wallet');
    expect(new Set(server.sent(redeemCall).map(({ commandId }) => commandId)).size).toBe(1);
  });
});

describe('a fixed term', () => {
  it('taken out early shows what is lost before it asks once', async () => {
    // Ten days are over: 100 × 5 % × 10 ÷ 365.
    answerHolding(term({ firstDay: daysAgo(10), earned: '0.136986', earlyPart: '25.0000' }));
    answerRedeem('0.034246');
    const { page, press, status } = await screen('/funds/regular?id=8');
    await press('Take out early');
    const ask = page.getByRole('alertdialog');
    for (const part of [
      ...['Take 100 USDT out early?', 'The principal comes back whole', 'You give up 0.10274 USDT'],
      ...['0.136986 USDT', '0.034246 USDT', '0.410958 USDT'],
    ])
      expect(ask.textContent).toContain(part);
    expect(server.sent(redeemCall)).toEqual([]);
    await press('Keep it');
    await press('Take out early');
    const [, confirm] = page.getAllByRole('button', { name: 'Take out early' });
    confirm?.click();
    await pass(50);
    expect(server.sent(redeemCall).map(({ input }) => input)).toEqual([{ id: '8', amount: '100.000000' }]);
    expect(status()).toContain('with 0.034246 USDT of interest');
  });

  it('before its first day loses nothing', async () => {
    answerHolding(term());
    const { page, press } = await screen('/funds/regular?id=8');
    await press('Take out early');
    expect(page.getByRole('alertdialog').textContent).toContain('none is given up');
  });

  it('starts again or does not, as its owner says', async () => {
    answerHolding(term());
    server.on(renewCall, ({ id }, commandId) => ({ commandId, seq: '92', repeated: false, id }));
    const { page, person, text } = await screen('/funds/regular?id=8');
    const renew = () => page.getByRole<HTMLInputElement>('switch', { name: 'Start again at the end' });
    expect(renew().checked).toBe(false);
    await person.click(renew());
    await pass(50);
    expect(server.sent(renewCall).map(({ input }) => input)).toEqual([{ id: '8', renew: true }]);
    expect(renew().checked).toBe(true);
    expect(text()).toContain('The interest is paid.');
  });

  it('that went on leads to the holding that continues it', async () => {
    answerHolding(term({ state: 'matured', principal: '0.000000', paid: '0.410958', renewedBy: '9', endsAt: today }));
    const { press, router, text, page } = await screen('/funds/regular?id=8');
    expect(text()).toContain('Went on as another holding');
    expect(page.queryByRole('button', { name: 'Take out early' })).toBeNull();
    await press('Holding 9');
    await pass(10);
    expect(router.state.location.search).toEqual({ id: '9' });
  });
});
