import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { emit } from '../../data/index.ts';
import { openMarket } from '../../testing/market.ts';
import { pageOf } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { MessagesScreen } from './MessagesScreen.tsx';
import { NoticeListScreen } from './NoticeListScreen.tsx';
import { NoticeScreen } from './NoticeScreen.tsx';
import { type Counts, counted } from './notices.ts';

const list = 'GET system/notice-msg/page';
const counts = 'GET system/notice-msg/total-read';
const one = 'GET system/notice-msg/get';
const read = 'PUT system/notice-msg/read';
const readAll = 'POST system/notice-msg/read';
const at = Date.UTC(2026, 2, 2, 9);
const filled = { id: '9', kind: 'contract.limitFilled', params: { no: '81', symbol: 'BTC-PERP' }, t: at, shown: true, read: false };
const liquidated = {
  ...{
    id: '8',
    kind: 'liquidation.full',
    params: { quantity: '0.5', symbol: 'BTC-PERP', price: '61000.00' },
    t: at,
    shown: false,
    read: false,
  },
};
const countsOf = (unread: number): Counts => ({
  ...{ total: 3, unread, newest: '9' },
  topics: [
    { topic: 'trading', total: 2, unread },
    { topic: 'money', total: 0, unread: 0 },
    { topic: 'account', total: 1, unread: 0 },
    { topic: 'news', total: 0, unread: 0 },
  ],
});

beforeEach(() => {
  openMarket();
  server.on(counts, countsOf(2));
  server.on(list, pageOf([filled, liquidated]));
  server.on(read, { done: true });
  server.on(readAll, { done: true });
});
const listScreen = async (at = '/noticelist') => {
  const shown = await show(<NoticeListScreen />, { at, path: '/noticelist' });
  await pass(100);
  return shown;
};

describe('messages', () => {
  it('say by topic what is unread, and show the newest in words', async () => {
    const { text, page } = await show(<MessagesScreen />);
    await pass(100);
    expect(text()).toContain('2 unread');
    expect(text()).toContain('None yet');
    expect(text()).toContain('1 notice, read');
    expect(page.getByRole('link', { name: /Limit contract order 81/ }).getAttribute('href')).toMatch(
      /^\/message\/order_detail\?id=(?:%22)?9/,
    );
  });
  it('count a new one where it is pushed, without asking again', async () => {
    const { text } = await show(<MessagesScreen />);
    await pass(100);
    const asked = server.sent(counts).length;
    for (const id of ['10', '10', '8']) emit('notice', { ...filled, id });
    await pass(500);
    expect(text()).toContain('3 unread');
    expect(server.sent(counts)).toHaveLength(asked);
  });
});

describe('counts', () => {
  it('add each pushed notice to its topic once, unless the answer counts it', () => {
    const now = counted(countsOf(2), [
      { id: '9', kind: 'contract.limitFilled' },
      { id: '10', kind: 'withdrawal.rejected' },
      { id: '10', kind: 'withdrawal.rejected' },
      { id: '11', kind: 'security.newDevice' },
    ]);
    expect(now).toMatchObject({ total: 5, unread: 4 });
    expect(now.topics.map(({ topic, unread }) => [topic, unread])).toEqual([
      ['trading', 2],
      ['money', 1],
      ['account', 1],
      ['news', 0],
    ]);
  });
});

describe('the list of notices', () => {
  it('asks for the topic and the state of its address', async () => {
    const { press } = await listScreen('/noticelist?topic=money&page=2');
    expect(server.sent(list).at(-1)?.input).toMatchObject({ topic: 'money', pageNo: 2 });
    await press('Unread only', 'switch');
    await pass(100);
    expect(server.sent(list).at(-1)?.input).toMatchObject({ topic: 'money', unread: true, pageNo: 1 });
  });
  it('marks everything up to the newest that is shown', async () => {
    const { press } = await listScreen('/noticelist?topic=trading');
    await press('Mark all as read');
    expect(server.sent(readAll).map(({ input }) => input)).toEqual([{ upTo: '9', topic: 'trading' }]);
  });
  it('teaches while it is empty, and says when it cannot be read', async () => {
    server.on(list, pageOf([]));
    const { text } = await listScreen();
    expect(text()).toContain('No notices');
  });
  it('can be read again after a failure', async () => {
    server.on(list, () => {
      throw new CallError(9001, 503, 'Not available now.');
    });
    const { text } = await listScreen();
    await pass(30_000);
    expect(text()).toContain('Not available now.');
  });
});

describe('one notice', () => {
  const open = async (id = '8') => {
    const shown = await show(<NoticeScreen />, { at: `/message/order_detail?id=${id}`, path: '/message/order_detail' });
    await pass(100);
    return shown;
  };
  it('says what was said, leads to the receipts of what it wrote, and is read now', async () => {
    server.on(one, { ...liquidated, lines: ['70', '71'] });
    const { text, page } = await open();
    expect(text()).toContain('Forced liquidation completed: 0.5 BTC-PERP at mark price 61,000');
    expect(page.getAllByRole('link', { name: /Statement line/ }).map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/receipt\?line=(?:%22)?70/),
      expect.stringMatching(/^\/receipt\?line=(?:%22)?71/),
    ]);
    expect(server.sent(read).map(({ input }) => input)).toEqual([{ ids: ['8'] }]);
  });
  it('is not marked a second time, and leads to its order', async () => {
    server.on(one, { ...filled, read: true, lines: [] });
    const { page } = await open('9');
    expect(page.getByRole('button', { name: 'See the order' })).toBeTruthy();
    expect(server.sent(read)).toEqual([]);
  });
  it('of somebody else, or without a number, was not found', async () => {
    server.on(one, () => {
      throw new CallError(1003, 404, 'Not found.');
    });
    expect((await open()).text()).toContain('This notice was not found');
  });
});
