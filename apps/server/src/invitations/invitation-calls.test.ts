import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { createInvitationLinks } from './links.ts';
import { createRanking, maskedAccount, percentText, ppmOfPercent } from './rebates.ts';

const dayMs = 86_400_000;
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
});
afterAll(() => exchange.close());

type Customer = Awaited<ReturnType<Exchange['customer']>>;
const get = async (name: string, { token }: Customer, input: object = {}) => {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  return exchange.call(name as 'GET pay/common-rebate/page', input as never, { token, headers: { 'x-read-after': String(seq) } });
};
const create = ({ token }: Customer, input: object) => exchange.call('POST system/invite-code/create', input as never, { token });
const update = ({ token }: Customer, input: object) => exchange.call('PUT system/invite-code/update', input as never, { token });

/** As a registration with this code does it. */
async function join(code: string): Promise<Customer> {
  const friend = await exchange.customer();
  const [row] = await exchange.database.query<{ id: bigint }>(
    `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
     VALUES (2, 'demo', $1::integer, 'Demo friend', 'en', sha256($1::integer::text::bytea), now()) RETURNING id`,
    [friend.account],
  );
  const links = linksTo(true);
  await links.note(exchange.database, await links.require('demo', code), { id: row!.id, account: friend.account });
  await links.tell(row!.id);
  return friend;
}
const linksTo = (there: boolean) =>
  createInvitationLinks({
    database: exchange.database,
    log: { warn: () => {} } as never,
    now: () => clock.now(),
    trading: {
      async invited(venue, link) {
        if (!there) throw new Error('the engine is away');
        const { outcome } = await exchange.venues[venue].submit({ account: link.account, command: { kind: 'setInviter', ...link } });
        return outcome.ok ? undefined : outcome.error;
      },
    },
  });

async function midnight(): Promise<void> {
  ahead += dayMs - (clock.now() % dayMs);
  // Much else is due at midnight, and a command does only so much.
  for (let n = 0; n < 20; n++) await exchange.venues.demo.submit({ account: 0, command: { kind: 'advanceTime' } });
}

describe('codes', () => {
  test('are made, changed and shown to their owner only; one is the default', async () => {
    const [ann, bob] = [await exchange.customer(), await exchange.customer()];
    const first = (await get('GET system/invite-code/default', ann)).data as unknown as { code: string };
    expect(first).toMatchObject({ friendPart: '5', ownPart: '15', isDefault: true, friends: 0, note: '' });
    expect(first.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect((await get('GET system/invite-code/default', ann)).data).toEqual(first);
    const made = await create(ann, { friendPart: '12.5', note: ' Club ', isDefault: true });
    expect(made.data).toMatchObject({ friendPart: '12.5', ownPart: '7.5', note: 'Club', isDefault: true });
    expect((await create(ann, { friendPart: '12.5', note: 'Club', isDefault: true })).data).toEqual(made.data);
    expect((await get('GET system/invite-code/default', ann)).data).toMatchObject({ code: made.data.code });
    expect((await get('GET system/invite-code/page', ann)).data).toMatchObject({
      total: 2,
      list: [{ isDefault: false }, { isDefault: true }],
    });
    expect((await get('GET system/invite-code/page', bob)).data).toMatchObject({ total: 0, list: [] });
    expect(await update(bob, { code: made.data.code, friendPart: '20' })).toMatchObject({ status: 404, code: 3523 });
    expect(await update(ann, { code: made.data.code.toLowerCase(), friendPart: '20', note: '' })).toMatchObject({
      code: 0,
      data: { friendPart: '20', ownPart: '0', note: '', isDefault: true },
    });
  });

  test.each([
    { friendPart: '20.0001' },
    { friendPart: '-1' },
    { friendPart: '5.12345' },
    { friendPart: 'x' },
    { friendPart: '' },
    { friendPart: 5 },
  ])('take no part like %j', async (input) => {
    expect(await create(await exchange.customer(), input)).toMatchObject({ status: 400, code: 1000 });
  });

  test('are made once by a button that is pressed twice, the first one too', async () => {
    const ann = await exchange.customer();
    const wish = { friendPart: '5', note: 'Club', isDefault: false };
    const made = await Promise.all([create(ann, wish), create(ann, wish)]);
    expect(made[0]!.data).toEqual(made[1]!.data);
    expect((await get('GET system/invite-code/page', ann)).data).toMatchObject({ total: 1 });
  });

  test('are at most 20, also when 60 are asked for at once', async () => {
    const ann = await exchange.customer();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, at) => create(ann, { friendPart: '5', note: String(at), isDefault: at % 2 === 0 })),
    );
    expect(all.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(all.filter(({ code }) => code === 3522)).toHaveLength(40);
    const { data } = (await get('GET system/invite-code/page', ann, { pageSize: 100 })) as unknown as {
      data: { list: { isDefault: boolean }[] };
    };
    expect(data.list.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('of the demo bring nobody to the real venue, and an unknown one is refused', async () => {
    const { code } = (await get('GET system/invite-code/default', await exchange.customer())).data as unknown as { code: string };
    const links = linksTo(true);
    await expect(links.require('real', code)).rejects.toMatchObject({ refusal: 'inviteCodeUnknown' });
    await expect(links.require('demo', 'AAAAAAAA')).rejects.toMatchObject({ refusal: 'inviteCodeUnknown' });
    expect(await links.require('demo', '  ')).toBeUndefined();
    expect(await links.require('demo', ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toMatchObject({ code });
  });
});

describe('a friend', () => {
  test('brings rebates by day, with a receipt, a notice and a statement line; nobody else sees them', async () => {
    const [ann, eve] = [await exchange.customer(), await exchange.customer()];
    const { code } = (await create(ann, { friendPart: '5', note: 'x' })).data;
    const friend = await join(code);
    // Later changes are for later friends.
    await update(ann, { code, friendPart: '0' });
    expect((await get('GET system/invite-code/friends', ann)).data).toMatchObject({
      total: 1,
      list: [{ friend: maskedAccount(friend.account), code, friendPart: '5', ownPart: '15' }],
    });
    expect((await get('GET system/invite-code/friends', ann, { code: 'ZZZZZZZZ' })).data).toMatchObject({ total: 0 });
    expect((await get('GET pay/rebate-config/member', friend)).data).toEqual({ total: '20', invited: true, back: '5' });
    expect((await get('GET pay/rebate-config/member', ann)).data).toEqual({ total: '20', invited: false, back: '0' });

    await exchange.houseSells('ETH/USDT', '3000', '0.5', friend.token);
    const row = { asset: 'ETH', wallet: 1, fees: '0.00050000' };
    const due = (await get('GET pay/common-rebate/page', ann)).data;
    expect(due).toMatchObject({
      total: 1,
      list: [{ ...row, friend: maskedAccount(friend.account), own: false, part: '15', amount: '0.00007500', status: 'due', receipt: null }],
    });
    expect((await get('GET pay/common-rebate/reward', ann)).data).toMatchObject({
      list: [{ asset: 'ETH', total: '0.00000000', due: '0.00007500' }],
    });
    await midnight();
    const paid = (await get('GET pay/common-rebate/page', ann)).data;
    expect(paid).toMatchObject({ total: 1, list: [{ ...row, day: due.list[0]!.day, amount: '0.00007500', status: 'paid' }] });
    expect((await get('GET pay/common-rebate/page', friend)).data).toMatchObject({
      total: 1,
      list: [{ ...row, friend: '', own: true, amount: '0.00002500' }],
    });
    const { kind, seq, index } = paid.list[0]!.receipt!;
    const receipt = await exchange.call('GET pay/receipt/settlement', { kind, seq, index, venue: 'demo' } as never);
    expect(receipt, receipt.body).toMatchObject({ code: 0 });
    expect(receipt.body).not.toContain(String(friend.account));
    expect(await exchange.told(ann.account)).toEqual([{ kind: 'referral.paid', params: { quantity: '0.00007500', coin: 'ETH' } }]);
    expect((await get('GET pay/common-rebate/reward', ann)).data).toMatchObject({
      list: [{ asset: 'ETH', total: '0.00007500', recent: '0.00007500', due: '0.00000000' }],
      worth: '0.22500000',
    });
    expect((await get('GET pay/common-rebate/invitees-statistics', ann)).data).toEqual({ friends: 1, today: 0, recent: 1, trading: 1 });
    for (const name of ['GET pay/common-rebate/page', 'GET system/invite-code/friends', 'GET system/invite-code/page'])
      expect((await get(name, eve)).data).toMatchObject({ total: 0, list: [] });
    expect((await get('GET pay/common-rebate/page', ann, { pageNo: 2 })).data).toMatchObject({ total: 1, list: [] });
    expect((await get('GET pay/common-rebate/page', ann, { pageNo: 0 })).status).toBe(400);
  });

  test('of many days and friends are in pages, each line once, newest first', async () => {
    const ann = await exchange.customer();
    const { code } = (await create(ann, { friendPart: '10' })).data;
    const friends = await Promise.all(Array.from({ length: 3 }, () => join(code)));
    for (let day = 0; day < 3; day++) {
      for (const friend of friends.slice(day)) await exchange.houseSells('ETH/USDT', '3000', '0.1', friend.token);
      if (day < 2) await midnight();
    }
    const page = async (pageNo: number, pageSize: number) => (await get('GET pay/common-rebate/page', ann, { pageNo, pageSize })).data;
    const all = await page(1, 100);
    expect(all.list.map(({ status, day }) => [status, day])).toEqual(
      [...all.list].sort((a, b) => b.day - a.day).map(({ status, day }) => [status, day]),
    );
    expect([all.total, all.list.length, all.list.filter(({ status }) => status === 'due').length]).toEqual([6, 6, 1]);
    for (const size of [1, 2, 4, 5]) {
      const pages = await Promise.all(Array.from({ length: 7 }, (_, at) => page(at + 1, size)));
      expect(pages.flatMap(({ list }) => list)).toEqual(all.list);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([6]));
    }
  });

  test('whom the venue has not heard of is told of later, once', async () => {
    const ann = await exchange.customer();
    const { code } = (await create(ann, { friendPart: '10' })).data;
    const friend = await exchange.customer();
    const [row] = await exchange.database.query<{ id: bigint }>(
      `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
       VALUES (2, 'demo', $1::integer, 'Late', 'en', sha256($1::integer::text::bytea), now()) RETURNING id`,
      [friend.account],
    );
    const away = linksTo(false);
    await away.note(exchange.database, await away.require('demo', code), { id: row!.id, account: friend.account });
    await away.tell(row!.id);
    expect((await get('GET pay/rebate-config/member', friend)).data).toMatchObject({ invited: false });
    await linksTo(true).tell();
    expect((await get('GET pay/rebate-config/member', friend)).data).toMatchObject({ invited: true, back: '10' });
    await linksTo(true).tell();
    const told = await exchange.database.query<{ refused: string | null }>('SELECT refused FROM invitation WHERE customer_id = $1', [
      row!.id,
    ]);
    expect(told).toEqual([{ refused: null }]);
  });
});

test('a row with more than the terms share out, which no code makes, is told to no venue', async () => {
  const [ann, friend] = [await exchange.customer(), await exchange.customer()];
  const [row] = await exchange.database.query<{ id: bigint }>(
    `WITH made AS (INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
       VALUES (2, 'demo', $1::integer, 'Written', 'en', sha256($1::integer::text::bytea), now()) RETURNING id)
     INSERT INTO invitation (customer_id, venue, account, inviter, code, inviter_ppm, friend_ppm, created_at)
       SELECT id, 'demo', $1::integer, $2, 'AAAAAAAA', 450000, 50000, now() FROM made RETURNING customer_id AS id`,
    [friend.account, ann.account],
  );
  await linksTo(true).tell(row!.id);
  expect((await get('GET pay/rebate-config/member', friend)).data).toMatchObject({ invited: false });
  const told = await exchange.database.query('SELECT refused FROM invitation WHERE customer_id = $1', [row!.id]);
  expect(told).toEqual([{ refused: 'badRequest' }]);
});

test('the ranking shows who wants to be shown, masked', async () => {
  const ann = await exchange.customer();
  await exchange.database.query(
    `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
     VALUES (2, 'demo', $1::integer, 'Ranked', 'en', sha256($1::integer::text::bytea), now())`,
    [ann.account],
  );
  const { code } = (await create(ann, { friendPart: '0' })).data;
  await exchange.houseSells('ETH/USDT', '3000', '1', (await join(code)).token);
  await midnight();
  const rank = () => get('GET pay/common-rebate/rank', ann) as unknown as Promise<{ data: { list: { mine: boolean }[]; shown: boolean } }>;
  expect((await rank()).data).toMatchObject({ shown: false, list: [] });
  const show = (shown: boolean) => exchange.call('PUT pay/common-rebate/rank', { shown }, { token: ann.token });
  expect((await show(true)).data).toEqual({ shown: true });
  expect((await rank()).data).toMatchObject({ shown: true, list: [{ place: 1, name: 'R***d', worth: '0.60000000', mine: true }] });
  await show(false);
  expect((await rank()).data).toMatchObject({ shown: false, list: [] });
});

test('whoever is shown, and not, and shown again makes nobody read the rebates of all', async () => {
  const read: unknown[] = [];
  const asset = exchange.catalogue.assetByCode('USDT')!.id;
  const rows = [
    { owner: 1, name: 'Ada', asset, paid: '5000000' },
    { owner: 2, name: 'Bob', asset, paid: '7000000' },
  ];
  const database = {
    query: async (_: string, [, , only]: unknown[]) => {
      read.push(only);
      return rows.filter(({ owner }) => only === null || only === owner);
    },
  };
  const { data: market } = exchange.market;
  const ranking = createRanking({ database, market, clock } as never);
  const places = async () => (await ranking.of({ venue: 'real', account: 1 })).map(({ mine }) => mine);
  expect(await places()).toEqual([false, true]);
  for (let n = 0; n < 5; n++) {
    await ranking.changed({ venue: 'real', account: 1 }, false);
    expect(await places()).toEqual([false]);
    await ranking.changed({ venue: 'real', account: 1 }, true);
    expect(await places()).toEqual([false, true]);
  }
  expect(read).toEqual([null, 1, 1, 1, 1, 1]);
});

test('the friends of a code are counted without reading all invitations', async () => {
  const plan = await exchange.database.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    return tx.query<{ 'QUERY PLAN': string }>('EXPLAIN SELECT count(*) FROM invitation WHERE code = $1', ['AAAAAAAA']);
  });
  expect(plan.map((line) => line['QUERY PLAN']).join()).toMatch(/invitation_of_code/);
});

test('percent is read and written exactly', () => {
  for (const [text, ppm] of [
    ['0', 0],
    ['5', 50_000],
    ['12.5', 125_000],
    ['0.0001', 1],
    ['20', 200_000],
  ] as const) {
    expect(ppmOfPercent(text)).toBe(ppm);
    expect(percentText(ppm)).toBe(text);
  }
});
