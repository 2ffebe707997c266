import { randomUUID } from 'node:crypto';
import { House } from '@bourse/engine';
import { type CallInput, type CallName, type CallSpec, callTable } from '@bourse/protocol';
import { errorByCode } from '@bourse/protocol/errors';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractKit } from '../testing/contracts.ts';
import { type Answer, requestOf } from '../testing/gateway.ts';
import { fieldKey, type InputField, idFields, ofPayments, valueIn } from '../testing/input-fields.ts';
import { type Ids, type Kind, kinds, nobodys, requests } from '../testing/named-things.ts';
import { goodPassword } from '../testing/people.ts';
import { sessionClock, stockKit } from '../testing/stocks.ts';
import { wholeExchange } from '../testing/whole-exchange.ts';

/**
 * Every field of the customers' contract that names a thing by its id, with the id of a thing of Ann's: sent by another customer, from the other venue, by a visitor and by
 * nobody. It answers as if there were no such thing, and nothing of Ann's changes. The fields come from the contract itself; one for which nobody says here what it names
 * fails the first test. Ids of money in and out are tried in the room of payments.
 */

/** In a session of the stock exchange. It goes slowly, so that no price is old on a busy machine. */
const { clock: real } = sessionClock();
const start = real.now();
const clock = { ...real, now: () => start + Math.floor((real.now() - start) / 100) };
let kit: Awaited<ReturnType<typeof wholeExchange>>;
type Venue = 'real' | 'demo';
const tokens = { ann: { demo: '', real: '' }, eve: { demo: '', real: '' }, visitor: '' };
const own: Record<Venue, Ids> = { real: kinds, demo: kinds };

const isCustomers = ({ audience }: CallSpec) => audience === 'customer' || audience === 'chat';
const venueOf = ({ account }: CallSpec): Venue => (account === 'real' ? 'real' : 'demo');
const call = <Name extends CallName>(name: Name, input: Record<string, unknown>, token?: string): Promise<Answer> =>
  kit.call(name, input as CallInput<Name>, { token, headers: { 'idempotency-key': randomUUID() } });
/** What must succeed for the test to mean anything. */
const must = async (name: CallName, input: Record<string, unknown>, token: string): Promise<Record<string, unknown>> => {
  const { code, data, body } = await call(name, input, token);
  expect([name, code, body]).toEqual([name, 0, body]);
  return data as Record<string, unknown>;
};
const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();

/** A form with a picture. */
async function sendPicture(name: CallName, input: Record<string, unknown>, token?: string): Promise<Answer> {
  const { method, url } = requestOf(name, input);
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const response = await kit.app.inject({
    method,
    url,
    headers: {
      ...{ language: 'en', 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': randomUUID() },
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')]),
  });
  const { code, data, msg } = JSON.parse(response.body);
  return { status: response.statusCode, code, data, msg, headers: response.headers, body: response.body };
}

/** As the caller would send it: a form with a picture, a proof with their password where one is asked for. */
async function send(name: CallName, input: Record<string, unknown>, token?: string): Promise<Answer> {
  const spec = callTable[name]!;
  if (spec.body === 'multipart') return sendPicture(name, input, token);
  if (spec.proof === null || token === undefined) return call(name, input, token);
  const begun = await call('POST system/proof/begin', { call: name, input }, token);
  const { id } = (begun.data ?? {}) as { id?: string };
  return call(name, id === undefined ? input : { ...input, proof: { id, password: goodPassword } }, token);
}

/** What it answered, without what differs from one command to the next. */
function told({ code, data }: Answer): { refusal: string | undefined; data: unknown } {
  const { commandId: _, seq: __, ...rest } = (data ?? {}) as Record<string, unknown>;
  return { refusal: code === 0 ? undefined : errorByCode(code), data: Array.isArray(data) ? data : rest };
}

/** Everything that a customer has who trades in the demo venue. */
async function trades(token: string): Promise<Partial<Record<Kind, string>>> {
  const [contracts, stocks] = [await contractKit(kit), await stockKit(kit)];
  const maker = await kit.demo();
  for (const one of [token, maker]) {
    await must('POST system/protection/acknowledge', {}, one);
    await must('POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '20000' }, one);
  }
  await contracts.price('60000');
  for (const [direction, price] of [
    [1, '59400'],
    [2, '60000'],
  ] as const)
    expect((await contracts.open(maker, { direction, price, quantity: '1', lever: 10, priceType: 2 })).code).toBe(0);
  expect((await contracts.open(token)).code).toBe(0);
  const resting = await contracts.open(token, { price: '59000', quantity: '0.01', priceType: 2 });
  const position = (await contracts.positions(token))[0]!.id;

  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await must('POST pay/wallet/any-transfer', { from: 2, to: 4, asset: 'USDT', amount: '100' }, token);
  await must('POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 300, stake: '20' }, token);
  const timed = (await must('GET pay/order-contract-quick/page', { state: 'open' }, token)) as { list: { id: string }[] };

  await contracts.house(House.desk, 1, 10n ** 10n, kit.catalogue.assetByCode('BTC'));
  await kit.price('BTC/USDT', '60000');
  const swap = { wallet: 1, from: 'USDT', to: 'BTC', amount: '100', minReceive: '0.001', quotedAt: clock.now() };
  const swapped = await must('POST pay/flash-exchange/create', swap, token);

  await contracts.house(House.yield, 5, 10n ** 10n);
  await must('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount: '1000' }, token);
  const wish = { productId: '2', version: 1, amount: '100', renew: false };
  await must('POST pay/foundation-log/create', { productId: '2', version: 1 }, token);
  const first = await must('POST pay/foundation-order/create', wish, token);
  const holding = String((await must('POST pay/foundation-order/pay', { id: first['id'], ...wish }, token))['id']);
  const draft = String((await must('POST pay/foundation-order/create', { ...wish, productId: '1' }, token))['id']);

  await contracts.house(House.loanPool, 1, 10n ** 10n);
  const borrowed = await must('POST pay/loan', { productId: '1', version: 1, collateral: '0.0015', amount: '50' }, token);
  await stocks.money(token, '5000.00');
  await stocks.price('200');
  await stocks.house('sells', '200', 2);
  expect((await stocks.open(token, { quantity: '2' })).code).toBe(0);
  const waits = await stocks.open(token, { quantity: '1', price: '195' });

  await kit.price('BTC/USDT', '60000');
  const commandId = randomUUID();
  const placed = await kit.call(
    'POST pay/order-coin/purchase-actual-commodities',
    { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' },
    { token, headers: { 'idempotency-key': commandId } },
  );
  expect(placed.code).toBe(0);
  return {
    ...{ order: placed.data.orderId, seq: placed.data.seq, commandId, position, timed: timed.list[0]!.id, swap: String(swapped['id']) },
    ...{ holding, draft, loan: String(borrowed['id']) },
    ...{ contractOrder: resting.data.orderId, stockOrder: waits.data.orderId, stockPosition: (await stocks.positions(token))[0]!.id },
  };
}

/** What every customer may have: words with the exchange, notices, alerts, sessions, pictures. */
async function asks(token: string, venue: Venue): Promise<Partial<Record<Kind, string>>> {
  const { database } = kit;
  const { account } = (await must('GET system/member/get-current-member', {}, token)) as { account: number };
  const [customer] = await database.query<{ id: bigint }>('SELECT id FROM customer WHERE account = $1 AND venue = $2', [account, venue]);
  const id = customer!.id;
  const made = async (sql: string, ...values: unknown[]) => String((await database.query<{ id: unknown }>(sql, values))[0]!.id);
  const sent = await must('POST im/message/send', { groupType: 1, uuid: randomUUID(), payload: { kind: 'TEXT', text: 'Hello' } }, token);
  const { groupId: group, id: message } = sent as { groupId: string; id: string };
  const picture = (await sendPicture('POST im/file/upload', {}, token)) as Answer<{ id: string }>;
  await must('POST im/message/send', { groupId: group, uuid: randomUUID(), payload: { kind: 'IMAGE', file: picture.data.id } }, token);
  const [member] = (await must('GET im/group/avatar-list', { groupId: group }, token)) as unknown as { id: string }[];
  const ticketFor = async (purpose: string) =>
    (await must('POST infra/file-config/temporary-credential', { purpose }, token))['ticket'] as string;
  const document = (await sendPicture('POST infra/file/evidence/{ticket}', { ticket: await ticketFor('feedback') }, token)) as Answer<{
    id: string;
  }>;
  const told = await must('POST system/feedback/create', { topic: 'app', text: 'It would not open.' }, token);
  const [session] = (await must('GET system/session/list', {}, token)) as unknown as { id: string }[];
  const favourite = await must('POST pay/favorite/add', { sourceId: String(kit.catalogue.instrumentBySymbol('BTC/USDT')!.id) }, token);
  return {
    ...{ group, message, chatFile: picture.data.id, member: member!.id, document: document.data.id, ticket: await ticketFor('feedback') },
    workOrder: String((await must('GET im/work-order/get', { groupId: group }, token))['id']),
    case: String((told['case'] as { id?: string } | undefined)?.id ?? told['id']),
    ...{ session: session!.id, favourite: String(favourite['sourceId']), collected: String(favourite['id']) },
    alert: await made(
      `INSERT INTO price_alert (customer_id, venue, account, instrument, price, priced_ms, direction, created_ms) VALUES ($1, $2, $3, 1, 7000000, 0, 1, 0) RETURNING id`,
      ...[String(id), venue, account],
    ),
    notice: await made(
      `INSERT INTO notice (venue, account, kind, params, subject, created_ms) VALUES ($1, $2, 'order.filled', '{}', 'ann', $3) RETURNING id`,
      ...[venue, account, clock.now()],
    ),
    passkey: await made(
      `INSERT INTO passkey (id, customer_id, public_key, counter, transports, synced, label, made_at) VALUES ($2, $1, '\\x00', 0, '{}', false, 'Laptop', now()) RETURNING id`,
      ...[id, `key-${venue}`],
    ),
  };
}

let accounts: readonly { venue: Venue; account: number }[] = [];
beforeAll(async () => {
  kit = await wholeExchange({ clock });
  for (const who of ['ann', 'eve'] as const) Object.assign(tokens[who], { demo: await kit.demo(), real: await kit.real() });
  tokens.visitor = await kit.temporary();
  own.demo = { ...kinds, ...(await asks(tokens.ann.demo, 'demo')), ...(await trades(tokens.ann.demo)) };
  own.real = { ...kinds, ...(await asks(tokens.ann.real, 'real')) };
  accounts = await Promise.all(
    (['demo', 'real'] as const).map(async (venue) => ({
      venue,
      account: Number((await must('GET system/member/get-current-member', {}, tokens.ann[venue]))['account']),
    })),
  );
  const { seq } = await kit.venues.demo.read((engine) => engine.seq);
  await kit.venues.demo.waitProjected(seq, 30_000);
  // What the histories say once they have everything.
  const list = async (name: CallName, input: Record<string, unknown> = {}) =>
    (await must(name, { pageSize: 100, ...input }, tokens.ann.demo))['list'] as Record<string, string>[];
  const lines = await list('GET pay/funds-flow/page');
  const one = (of: Record<string, string>[], fits: (row: Record<string, string>) => boolean, field = 'id') =>
    String(of.find(fits)?.[field]);
  const card = { groupId: own.demo.group, uuid: randomUUID(), payload: { kind: 'ORDER', about: 'order', id: own.demo.order } };
  own.demo = {
    ...own.demo,
    cardMessage: String((await must('POST im/message/send', card, tokens.ann.demo))['id']),
    filledOrder: one(await list('GET pay/order-coin/fill-page'), () => true, 'orderId'),
    received: one(lines, ({ direction }) => String(direction) === '1'),
    paid: one(lines, ({ direction }) => String(direction) === '2'),
    transfer: one(await list('GET pay/funds-flow/page3'), () => true),
  };
}, 240_000);
afterAll(() => kit.close());

/** Tables of things that are tried here. Eve makes none of them: whatever changes is Ann's. */
const tables = [
  ...(['price_alert', 'notice', 'case_file', 'case_event', 'case_evidence', 'chat_group', 'chat_member', 'chat_entry'] as const),
  ...(['chat_work_order', 'passkey', 'market_favourite', 'document', 'identity_application', 'upload_ticket'] as const),
];
/** All that Ann has. */
async function hers(): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    tables.map(async (name) => [
      name,
      (await kit.database.query<{ all: string }>(`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS all FROM ${name} t`))[0]!.all,
    ]),
  );
  const sessions = await kit.database.query(
    `SELECT s.id, s.state FROM session s JOIN customer c ON c.id = s.customer_id WHERE c.account = ANY($1) ORDER BY 1`,
    [accounts.map(({ account }) => account)],
  );
  const inVenues = await Promise.all(
    accounts.map(async ({ venue, account }) => {
      const { value } = await kit.venues[venue].read((engine) => [
        engine.balances(account),
        engine.openOrders(account).map(({ seq: _seq, time: _time, ...order }) => order),
        engine.positions(account).map(({ seq: _seq, time: _time, ...position }) => position),
      ]);
      return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
    }),
  );
  return { ...Object.fromEntries(rows), sessions, inVenues };
}

const fields = idFields(callTable).filter(({ name }) => !ofPayments(name));
const excused = (field: InputField) => nobodys.some(([pattern]) => pattern.test(fieldKey(field)));
/** A request names a thing of Ann's in a field when what stands there is an id that no other request would make. */
const names = ({ name, path }: InputField): boolean => {
  const marked = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, `<${kind}>`])) as Record<Kind, string>;
  return (requests[name] ?? []).some((request) => {
    const value = valueIn(request(marked), path);
    return typeof value === 'string' && /^<\w+>$/.test(value);
  });
};

describe('the contract', () => {
  test('has no field that names a thing and is not answered for', () => {
    expect(fields.filter((field) => !excused(field) && !names(field)).map(fieldKey)).toEqual([]);
  });
  test('has every call and every field that is answered for here', () => {
    expect(Object.keys(requests).filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
    expect(
      nobodys.filter(([pattern]) => !fields.some((field) => pattern.test(fieldKey(field)))).map(([pattern]) => String(pattern)),
    ).toEqual([]);
    expect(fields.filter((field) => excused(field) && names(field)).map(fieldKey)).toEqual([]);
  });
});

describe('with an id of Ann’s', () => {
  const cases = Object.entries(requests).flatMap(([name, list]) => list.map((request, at) => ({ name: name as CallName, at, request })));
  test.each(cases)('$name, request $at', async ({ name, request }) => {
    const spec = callTable[name]!;
    const venue = venueOf(spec);
    const before = await hers();
    // A thing of Ann's and a thing that is not there are the same to another customer, of either venue, and to a visitor.
    const strangers = [
      ...(['demo', 'real'] as const).filter((one) => spec.account !== 'real' || one === 'real').map((one) => tokens.eve[one]),
      ...(spec.audience === 'chat' ? [tokens.visitor] : []),
    ];
    for (const token of strangers) {
      const [foreign, none] = [told(await send(name, request(own[venue]), token)), told(await send(name, request(kinds), token))];
      expect(foreign).toEqual(none);
    }
    if (spec.audience === 'customer') expect(errorByCode((await send(name, request(own[venue]), tokens.visitor)).code)).toBe('forbidden');
    if (spec.account === 'real') expect(errorByCode((await call(name, request(own[venue]), tokens.eve.demo)).code)).toBe('demoNotAllowed');
    if (isCustomers(spec)) expect(errorByCode((await send(name, request(own[venue]))).code)).toBe('unauthorised');
    expect(await hers()).toEqual(before);
  });

  // What Ann reads is there: the same request of hers is answered with something.
  test.each(cases.filter(({ name }) => name.startsWith('GET ') && callTable[name]!.idempotency === 'read'))(
    'Ann herself is answered: $name, request $at',
    async ({ name, request }) => {
      if (name === 'GET stock/uc-order/get') return;
      const venue = venueOf(callTable[name]!);
      const [mine, none] = [
        told(await send(name, request(own[venue]), tokens.ann[venue])),
        told(await send(name, request(kinds), tokens.ann[venue])),
      ];
      expect(mine.refusal).toBeUndefined();
      expect(mine).not.toEqual(none);
    },
  );
});
