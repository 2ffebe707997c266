import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestNotices, testNotices } from '../../testing/notices.ts';
import { androidChrome, goodPassword, refusalOf, tokensOf } from '../../testing/people.ts';

let kit: TestNotices;
beforeAll(async () => {
  kit = await testNotices();
}, 60_000);
afterAll(() => kit.drop());
beforeEach(() => kit.service.answer());

type Customer = Awaited<ReturnType<TestNotices['customer']>>;
const subscribe = ({ context }: Customer, { endpoint, keys }: ReturnType<TestNotices['service']['browser']>) =>
  kit.room.handlers['POST system/push/subscribe']({ endpoint, keys }, context);
const credited = (no: string) =>
  ({ kind: 'deposit.credited', params: { no, operateBalance: '1250.50', coinName: 'USDT', availableBalance: '1300' } }) as const;

/** A customer whose browser is subscribed. */
async function subscribed() {
  const customer = await kit.customer();
  const browser = kit.service.browser();
  expect(await subscribe(customer, browser)).toEqual({ devices: 1 });
  return { customer, browser };
}
/** Hands over, waits as long as an open page has, and sends. */
async function push(ms = 6_000) {
  await kit.room.spread.run();
  kit.pass(ms);
  return kit.room.pushes.run();
}
const waiting = async (account: number) =>
  (await kit.database.query('SELECT 1 FROM push_message m JOIN notice n ON n.id = m.notice_id WHERE n.account = $1', [account])).length;
const subscriptions = async ({ context }: Customer) => (await kit.room.handlers['GET system/notice-preference/get']({}, context)).devices;

describe('a push', () => {
  test('is decrypted by its browser alone, signed, short-lived, and leads to the notice', async () => {
    const { customer, browser } = await subscribed();
    const other = await subscribed();
    const id = await kit.tell(customer.account, { ...credited('41'), subject: 'deposit:41' });
    expect(await push()).toBe(1);
    expect(kit.service.problems).toEqual([]);
    expect(browser.received).toMatchObject([
      { title: 'Bourse', url: `/message/order_detail?id=${id}`, ttl: 3_600, urgency: 'normal', lang: 'en', dir: 'ltr' },
    ]);
    expect(browser.received[0]?.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(other.browser.received).toEqual([]);
    expect(await waiting(customer.account)).toBe(0);
    expect(await push()).toBe(0);
  });

  test('names no amount, unless the customer wants it; and shows the word', async () => {
    const { customer, browser } = await subscribed();
    await kit.tell(customer.account, credited('42'));
    await push();
    expect(browser.received[0]?.body).toBe('Deposit 42 credited: ······ USDT, wallet balance ······');
    await kit.room.handlers['PUT system/notice-preference/update'](
      { push: ['money'], mail: [], quiet: false, timeZone: 'UTC', pushAmounts: true },
      customer.context,
    );
    await kit.room.handlers['PUT system/notice-preference/word']({ word: 'heron' }, customer.context);
    await kit.tell(customer.account, credited('43'));
    await push();
    expect(browser.received.find(({ body }) => body.includes('43'))).toMatchObject({
      title: 'Bourse · heron',
      body: 'Deposit 43 credited: 1,250.5 USDT, wallet balance 1300',
    });
    // That the word was changed is told whatever was chosen.
    expect(browser.received.some(({ body, urgency }) => body.startsWith('Anti-phishing word changed') && urgency === 'high')).toBe(true);
  });

  test('about the same thing takes the place of an older one that waits, and of no other', async () => {
    const { customer, browser } = await subscribed();
    await kit.tell(customer.account, { kind: 'order.filled', params: { no: '1' }, subject: 'order:1' });
    await kit.tell(customer.account, { kind: 'order.takeProfit', params: { no: '1' }, subject: 'order:1' });
    await kit.tell(customer.account, { kind: 'order.filled', params: { no: '2' }, subject: 'order:2' });
    expect(await push()).toBe(2);
    expect(browser.received.map(({ body }) => body).sort()).toEqual(['Spot limit order 2 filled', 'Take-profit of order 1 done']);
    expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(2);
  });

  test('is spared whoever has seen the notice on a page', async () => {
    const { customer, browser } = await subscribed();
    const id = await kit.tell(customer.account, credited('44'));
    await kit.room.spread.run();
    await kit.room.handlers['PUT system/notice-msg/shown']({ ids: [String(id)] }, customer.context);
    expect(await push()).toBe(0);
    expect([browser.received, await waiting(customer.account)]).toEqual([[], 0]);
  });

  test('survives a server that stops between storing and sending', async () => {
    const { customer, browser } = await subscribed();
    await kit.tell(customer.account, credited('45'));
    await (await kit.open()).spread.run();
    kit.pass(6_000);
    const [one, two] = [await kit.open(), await kit.open()];
    expect((await Promise.all([one.pushes.run(), two.pushes.run()])).sort()).toEqual([0, 1]);
    expect(browser.received).toHaveLength(1);
    expect(kit.service.problems).toEqual([]);
  });

  test('is sent again while the push service is down, until it tells nothing new', async () => {
    const { customer, browser } = await subscribed();
    kit.service.answer(503);
    await kit.tell(customer.account, credited('46'));
    expect(await push()).toBe(0);
    expect(await kit.room.pushes.run()).toBe(0);
    kit.service.answer();
    kit.pass(31_000);
    expect(await kit.room.pushes.run()).toBe(1);
    kit.service.answer(429);
    await kit.tell(customer.account, credited('47'));
    await push();
    kit.pass(3_700_000);
    kit.service.answer();
    expect(await kit.room.pushes.run()).toBe(0);
    expect([browser.received.length, await waiting(customer.account)]).toEqual([1, 0]);
  });

  test.each([404, 410])('that is answered with %i ends the subscription', async (status) => {
    const { customer } = await subscribed();
    kit.service.answer(status);
    await kit.tell(customer.account, credited('48'));
    await push();
    expect([await subscriptions(customer), await waiting(customer.account)]).toEqual([0, 0]);
  });

  test('follows no redirect', async () => {
    const { customer, browser } = await subscribed();
    kit.service.answer(307, '/wpush/v2/elsewhere');
    await kit.tell(customer.account, credited('49'));
    const before = kit.service.requests.length;
    expect(await push()).toBe(0);
    expect(kit.service.requests.slice(before)).toEqual([new URL(browser.endpoint).pathname]);
    expect([await subscriptions(customer), await waiting(customer.account)]).toEqual([1, 0]);
  });
});

describe('a subscription', () => {
  test('ends with its session, however that ends', async () => {
    const { customer, browser } = await subscribed();
    await kit.people.people.handlers['GET system/auth/logout']({}, customer.context);
    expect(await kit.database.query('SELECT 1 FROM push_subscription WHERE endpoint = $1', [browser.endpoint])).toEqual([]);
    await kit.tell(customer.account, credited('50'));
    expect(await push()).toBe(0);
    // It cannot be made again with the token of before.
    expect(await refusalOf(subscribe(customer, browser))).toBe('unauthorised');
    // An operator locks the account: every device is silent.
    const held = await subscribed();
    await kit.people.people.restrict(BigInt(held.customer.context.session.customerId), 'test');
    expect(await kit.database.query('SELECT 1 FROM push_subscription WHERE endpoint = $1', [held.browser.endpoint])).toEqual([]);
  });

  test('of somebody else is neither taken with its address alone nor ended', async () => {
    const { customer, browser } = await subscribed();
    const thief = await kit.customer();
    const keys = kit.service.browser().keys;
    expect(await refusalOf(subscribe(thief, { ...browser, keys }))).toBe('pushEndpointTaken');
    expect(await refusalOf(subscribe(thief, { ...browser, keys: { ...browser.keys, auth: keys.auth } }))).toBe('pushEndpointTaken');
    await kit.room.handlers['POST system/push/unsubscribe']({}, thief.context);
    expect(await subscriptions(customer)).toBe(1);
    await kit.tell(customer.account, credited('51'));
    expect(await push()).toBe(1);
  });

  test('goes over to who is signed in at the same browser now', async () => {
    const { customer, browser } = await subscribed();
    const next = await kit.customer();
    expect(await subscribe(next, browser)).toEqual({ devices: 1 });
    expect(await subscriptions(customer)).toBe(0);
    await kit.tell(customer.account, credited('52'));
    expect(await push()).toBe(0);
    expect(browser.received).toEqual([]);
  });

  test('is one for each device, and all of them are told', async () => {
    const { customer, browser } = await subscribed();
    const from = { userAgent: androidChrome, ip: '192.0.2.77' };
    const { accessToken } = tokensOf(
      await kit.people.people.login(
        { loginBy: 2, account: customer.email, password: goodPassword } as never,
        { ...customer.context, session: null, ...from } as never,
      ),
    );
    const phone = { ...customer, context: (await kit.people.signedIn(accessToken, from)) as Customer['context'] };
    const second = kit.service.browser();
    expect(await subscribe(phone, second)).toEqual({ devices: 2 });
    await kit.tell(customer.account, credited('53'));
    expect(await push()).toBe(2);
    expect([browser.received.length, second.received.length]).toEqual([1, 1]);
    expect(await kit.room.handlers['POST system/push/unsubscribe']({}, phone.context)).toEqual({ devices: 1 });
  });

  test.each([
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://169.254.169.254/',
    'http://fcm.googleapis.com/x',
    'https://push.example.net/x',
  ])('to %s is refused', async (endpoint) => {
    const customer = await kit.customer();
    expect(await refusalOf(subscribe(customer, { ...kit.service.browser(), endpoint }))).toBe('pushEndpointRefused');
  });

  test('with a key that is no point of the curve is refused', async () => {
    const customer = await kit.customer();
    const browser = kit.service.browser();
    const p256dh = Buffer.from([4, ...Buffer.alloc(64, 1)]).toString('base64url');
    expect(await refusalOf(subscribe(customer, { ...browser, keys: { ...browser.keys, p256dh } }))).toBe('pushKeyInvalid');
  });
});

test('the key for pushes is made once, shared, and sealed', async () => {
  const customer = await kit.customer();
  const keyOf = async (room: TestNotices['room']) =>
    (await room.handlers['GET system/notice-preference/get']({}, customer.context)).pushKey;
  const key = await keyOf(kit.room);
  expect(key).toMatch(/^B[A-Za-z0-9_-]{86}$/);
  expect(await keyOf(await kit.open())).toBe(key);
  const [row] = await kit.database.query<{ value: object }>("SELECT value FROM server_secret WHERE name = 'push-key'");
  expect(Object.keys(row?.value ?? {})).toEqual(['sealed']);
});
