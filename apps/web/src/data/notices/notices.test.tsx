import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tMaybe } from '../../i18n/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { session } from '../api.ts';
import { emit, on } from '../events.ts';
import { followSessionPushes, readNotices } from '../pushes.ts';

const shownCall = 'PUT system/notice-msg/shown';
const confirmed = () => server.sent(shownCall).flatMap(({ input }) => input.ids);
const filled = (id: string, no: string) => ({ id, kind: 'contract.limitFilled', params: { no, symbol: 'BTC-PERP' } });

beforeAll(() => followSessionPushes());
beforeEach(() => server.on(shownCall, { done: true }));

describe('a notice', () => {
  it('is shown once, leads to its order, and the server learns that it was shown', async () => {
    const { page, press, text } = await show(null);
    let went = '';
    on('go', ({ to }) => {
      went = to;
    });
    emit('notice', filled('1', '81'));
    await pass();
    expect(text().match(/order 81/g)).toHaveLength(1);
    // Sent again, because the server had not heard yet.
    emit('notice', filled('1', '81'));
    await pass();
    expect(page.getAllByText(/order 81/)).toHaveLength(1);
    expect(confirmed()).toEqual(['1', '1']);
    await press('See the order');
    expect(went).toBe('/order/detail/81');
  });

  it('without an order leads to itself', async () => {
    const { press } = await show(null);
    let went = '';
    on('go', ({ to }) => {
      went = to;
    });
    emit('notice', { id: '61', kind: 'identity.passed', params: { level: '2' } });
    await pass();
    await press('Read');
    expect(went).toBe('/message/order_detail?id=61');
  });

  it('of a loan that was warned stays until it is closed, and leads to the loans', async () => {
    const { press, text } = await show(null);
    let went = '';
    on('go', ({ to }) => {
      went = to;
    });
    emit('notice', { id: '62', kind: 'loans.call', params: { symbol: 'BTC/USDT', ltv: '75.1', limit: '83' } });
    await pass(120_000);
    expect(text()).toContain('At 83% collateral is sold. Repay a part or add collateral.');
    await press('Your loans');
    expect(went).toBe('/funds/LOANS');
  });

  it('waits behind another until it is seen, for as long as the first', async () => {
    const { text } = await show(null);
    for (const [id, no] of [
      ['71', '171'],
      ['72', '172'],
      ['73', '173'],
    ] as const)
      emit('notice', filled(id, no));
    const seen = [] as string[];
    for (let at = 0; at < 12; at += 1) {
      await pass(1_000);
      const front = [...document.querySelectorAll('section[aria-live] > div:not([data-behind])')].map((one) => one.textContent ?? '');
      seen.push(/order (\d+)/.exec(front.join(' '))?.[1] ?? '');
    }
    expect([...new Set(seen)].filter(Boolean).sort()).toEqual(['171', '172', '173']);
    expect(text()).not.toContain('order 17');
  });

  it('that comes while nobody looks is not handed over before somebody does', async () => {
    await show(null);
    const hidden = (value: boolean) => Object.defineProperty(document, 'hidden', { value, configurable: true });
    hidden(true);
    emit('notice', filled('2', '82'));
    await pass();
    expect(confirmed()).toEqual([]);
    hidden(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(confirmed()).toEqual(['2']);
  });

  it('that a gap has swallowed is read again', async () => {
    const { text } = await show(null);
    const list = [filled('4', '84'), filled('3', '83')].map((one) => ({ ...one, t: 1, shown: false, read: false }));
    server.on('GET system/notice-msg/page', { list, total: 2, pageNo: 1, pageSize: 50 });
    await readNotices();
    await pass();
    expect(text()).toContain('order 83');
    expect(text()).toContain('order 84');
    expect(confirmed()).toEqual(['3', '4']);
  });

  it.each([
    ['deposit.credited', { no: '41', operateBalance: '100', coinName: 'USDT', availableBalance: '120' }, '/funds/top_up_order?id=41'],
    ['deposit.rejected', { no: '42' }, '/funds/top_up_order?id=42'],
    ['withdrawal.rejected', { no: '51', remark: 'other' }, '/funds/withdraw/success?id=51'],
  ])('of money leads to where the money is: %s', async (kind, params, place) => {
    const { page, person } = await show(null);
    let went = '';
    on('go', ({ to }) => {
      went = to;
    });
    emit('notice', { id: `1${params.no}`, kind, params });
    await pass();
    await person.click(page.getAllByRole('button', { name: 'See where it is' }).at(-1) as HTMLElement);
    expect(went).toBe(place);
  });
});

describe('a session that ends', () => {
  it.each(['revoked', 'reused', 'password', 'expired', 'restricted'])('says why in words: %s', async (reason) => {
    const { text } = await show(null);
    emit('forcedLogout', { reason });
    await pass();
    expect(session.signedIn).toBe(false);
    const sentence = tMaybe(`account.ended_${reason}`) ?? '';
    expect(sentence).not.toBe('');
    expect(text()).toContain(sentence);
  });
});
