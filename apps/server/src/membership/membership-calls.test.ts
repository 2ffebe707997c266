import { randomUUID } from 'node:crypto';
import { dayMs, House } from '@bourse/engine';
import { LoginType } from '@bourse/protocol/enums';
import { errorByCode } from '@bourse/protocol/errors';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import { createCarryOut, type Effects } from '../cases/carry-out.ts';
import { kindNames } from '../cases/kinds.ts';
import { caseOf, propose, take } from '../cases/machine.ts';
import { createDocuments } from '../documents/documents.ts';
import { systemClock } from '../platform/clock.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { context, refusalOf } from '../testing/people.ts';
import { createMembership, matchDays } from './applications.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
let contracts: ContractKit;
let operators: number[] = [];
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange);
  await contracts.house(House.marketMaker, 1, 10n ** 12n, exchange.catalogue.assetByCode('BTC'));
  const rows = await exchange.database.query<{ id: number }>(
    "INSERT INTO operator (name, roles, created_at) VALUES ('Ada', '{risk}', now()), ('Ben', '{risk}', now()) RETURNING id",
  );
  operators = rows.map(({ id }) => id);
});
afterAll(() => exchange.close());

type Customer = Awaited<ReturnType<Exchange['customer']>>;
const refusal = ({ code }: { code: number }) => errorByCode(code);
const buy = ({ token }: Customer, input: object = {}, id: string = randomUUID()) =>
  exchange.call('POST pay/vip-purchase/buy', { wallet: 1, level: 1, version: 1, ...input } as never, {
    token,
    headers: { 'idempotency-key': id },
  });
const plus = ({ token }: Customer, input: object = {}, id: string = randomUUID()) =>
  exchange.call('POST system/sys-member-vip/apply-plus', { wallet: 1, version: 1, ...input } as never, {
    token,
    headers: { 'idempotency-key': id },
  });
const detail = async ({ token }: Customer) => {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  return (await exchange.call('GET pay/vip-purchase/detail', {}, { token, headers: { 'x-read-after': String(seq) } })).data;
};
const money = async ({ token }: Customer) => {
  const { data } = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT', wallet: 1 }, { token });
  return [data.available, data.frozen];
};
/** Leaves the customer with so much in the coin wallet. */
const keep = async ({ token }: Customer, left: number) =>
  exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: String(100_000 - left) }, { token });
async function later(ms: number) {
  ahead += ms;
  // Funding and sessions of all those days are due as well, and a command does only so much of them.
  for (let n = 0; n < 100; n++) await exchange.venues.demo.submit({ account: 0, command: { kind: 'advanceTime' } });
}

describe('levels', () => {
  test('are listed with their fees, to visitors too', async () => {
    const { data } = await exchange.call('GET pay/vip-config/list', {}, {});
    expect(data).toMatchObject({ version: 1, asset: 'USDT', plus: { level: 3, price: '500.000000' }, matchDays });
    expect(data.levels.map(({ level, volume, price }) => [level, volume, price])).toEqual([
      [0, '0', null],
      [1, '50000.000000', '20.000000'],
      [2, '250000.000000', '90.000000'],
      [3, '1000000.000000', '300.000000'],
      [4, '5000000.000000', '1200.000000'],
      [5, '20000000.000000', '4500.000000'],
      [6, '100000000.000000', null],
    ]);
    expect(data.levels[1]?.fees).toMatchObject({
      spot: { taker: '0.0900', maker: '0.0700' },
      contract: { taker: '0.0450', maker: '0.0180' },
    });
  });

  test('are earned by volume: it counts from the next day, and the change has a notice and a receipt', async () => {
    const ann = await exchange.customer();
    const trade = async () => {
      await exchange.houseOffers('BTC/USDT', '60000', '1');
      const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '60000', quantity: '0.9' } as const;
      const { data, body } = await exchange.call('POST pay/order-coin/purchase-actual-commodities', order, { token: ann.token });
      expect(data.status, body).toBe(3);
    };
    await trade();
    const first = await detail(ann);
    expect(first).toMatchObject({
      level: 0,
      source: 'none',
      volume: '0.000000',
      tomorrow: { level: 1, volume: '54000.000000', dropsOut: '0.000000' },
    });
    expect(first.volumeByDay).toHaveLength(31);
    expect(first.volumeByDay.at(-1)?.volume).toBe('54000.000000');
    await later(dayMs);
    expect(await detail(ann)).toMatchObject({ level: 1, source: 'volume', volume: '54000.000000', until: null });
    await exchange.houseOffers('BTC/USDT', '60000', '1');
    const small = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '60000', quantity: '0.01' } as const;
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', small, { token: ann.token });
    const { history } = await detail(ann);
    expect(history).toMatchObject([{ what: 'volume', level: 1, receipt: { kind: 'levelDay' } }]);
    expect(await contracts.receipt({ receipt: history[0]!.receipt! } as never)).toEqual({ agrees: true, differs: [] });
    expect(await exchange.told(ann.account)).toContainEqual({ kind: 'membership.levelChanged', params: { level: '1', before: '0' } });
    await later(29 * dayMs);
    expect(await detail(ann)).toMatchObject({ level: 1, tomorrow: { level: 0, dropsOut: '54000.000000' } });
    await later(dayMs);
    expect(await detail(ann)).toMatchObject({ level: 0 });
  });
});

describe('a bought level', () => {
  test('costs its price, holds at once, shows in statement and receipt, and ends', async () => {
    const ben = await exchange.customer();
    const bought = await buy(ben);
    expect(bought, bought.body).toMatchObject({ code: 0, data: { repeated: false } });
    expect(await money(ben)).toEqual(['99980.000000', '0.000000']);
    const own = await detail(ben);
    expect(own).toMatchObject({ level: 1, source: 'bought', bought: { level: 1 }, history: [{ what: 'bought', amount: '20.000000' }] });
    expect(own.until! - own.history[0]!.time).toBe(30 * dayMs);
    expect(await contracts.receipt({ receipt: own.history[0]!.receipt! } as never)).toEqual({ agrees: true, differs: [] });
    await later(30 * dayMs);
    expect(await detail(ben)).toMatchObject({ level: 0, source: 'none', bought: null, history: [{ what: 'ended' }, { what: 'bought' }] });
  });

  test('is bought once of sixty at once with money for one, and once for one command id', async () => {
    const cid = await exchange.customer();
    await keep(cid, 25);
    const all = await Promise.all(Array.from({ length: 60 }, () => buy(cid)));
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(all.filter(({ code }) => code !== 0).map(refusal))).toEqual(new Set(['insufficientBalance']));
    expect(await money(cid)).toEqual(['5.000000', '0.000000']);

    const dan = await exchange.customer();
    const id = randomUUID();
    const same = await Promise.all(Array.from({ length: 30 }, () => buy(dan, {}, id)));
    expect(new Set(same.map(({ data }) => data.seq)).size).toBe(1);
    expect(same.filter(({ data }) => !data.repeated)).toHaveLength(1);
    expect(await money(dan)).toEqual(['99980.000000', '0.000000']);
    expect(refusal(await buy(dan, { level: 2 }, id))).toBe('commandIdReused');
  });

  test('is refused for what is not sold, other terms and bad input, and nothing is paid', async () => {
    const eva = await exchange.customer();
    for (const [input, error] of [
      [{ level: 6 }, 'levelUnknown'],
      [{ version: 2 }, 'termsChanged'],
      [{ level: 0 }, 'badRequest'],
      [{ level: 7 }, 'badRequest'],
      [{ level: 1.5 }, 'badRequest'],
      [{ level: '1' }, 'badRequest'],
      [{ level: -1 }, 'badRequest'],
      [{ level: 1e9 }, 'badRequest'],
      [{ wallet: 2 }, 'badRequest'],
      [{ wallet: 5 }, 'insufficientBalance'],
      [{ version: 0 }, 'badRequest'],
      [{ account: 100_000 }, 'unknownField'],
    ] as const)
      expect(refusal(await buy(eva, input)), JSON.stringify(input)).toBe(error);
    expect(await money(eva)).toEqual(['100000.000000', '0.000000']);
    expect(refusal(await exchange.call('GET pay/vip-purchase/detail', {}, {}))).toBe('unauthorised');
  });
});

/** Reviews of operators on the exchange's own database and venues. Verdicts count without keys; that they are signed is tested with the console. */
function reviews() {
  const { database, venues } = exchange;
  const stored = new Map<string, Buffer>();
  const documents = createDocuments({
    ...{ database, clock, key: new Uint8Array(32).fill(7) },
    files: {
      put: async (key, bytes) => void stored.set(key, bytes),
      get: async (key) => stored.get(key),
      remove: async (key) => void stored.delete(key),
    },
  });
  const membership = createMembership({ database, clock, venues, documents });
  const { effect } = membership;
  const effects = Object.fromEntries(kindNames.map((kind) => [kind, effect])) as Effects;
  const carryOut = createCarryOut({ database, clock, venues, signed: async () => undefined, effects });
  return {
    membership,
    carryOut,
    create: (who: SignedInContext, input: { level: number; text: string; evidence: string[] }) =>
      membership.handlers['POST system/sys-member-vip/create'](input, who),
    async picture({ session }: SignedInContext, purpose: 'membership' | 'feedback' = 'membership') {
      const { id: ticket } = await documents.ticket(session.customerId, purpose);
      const png = sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } }).png();
      return (await documents.upload(session.customerId, ticket, () => png.toBuffer())).id;
    },
    async decide(id: string | bigint, pass: boolean, by = 0) {
      const at = { id, now: clock.now(), operator: operators[by]! };
      await database.transaction(async (tx) => {
        const row = await caseOf(tx, id);
        const taken = await take(tx, { ...at, revision: row.revision });
        const reasons = { plus: ['plusInOrder', 'plusNotInOrder'], levelMatch: ['levelShown', 'levelNotShown'] } as const;
        const reasonCode = reasons[row.kind as 'plus' | 'levelMatch'][pass ? 0 : 1];
        await propose(tx, { ...at, revision: taken.revision, pass, reasonCode, remark: pass ? '' : 'The picture shows another level.' });
        // The second person of a kind that two decide.
        if (row.kind === 'plus') await tx.query('UPDATE case_file SET confirmed_by = $2 WHERE id = $1', [row.id, operators[1]]);
      });
      await carryOut.one(BigInt(id));
    },
  };
}

/** A customer with a row of their own, as everybody has who is signed in. */
async function person(): Promise<Customer & { context: SignedInContext }> {
  const one = await exchange.customer();
  const [row] = await exchange.database.query<{ id: bigint }>(
    `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
     VALUES (2, 'demo', $1::integer, 'Demo', 'en', sha256($1::integer::text::bytea), now()) RETURNING id`,
    [one.account],
  );
  const session = { sessionId: 's', customerId: String(row!.id), account: one.account, venue: 'demo', loginType: LoginType.demo } as const;
  return { ...one, context: { ...context(), session: { ...session, deviceClass: 'phone' } } };
}

describe('PLUS', () => {
  test('freezes its price once, is a case, and is paid when operators agree', async () => {
    const fay = await person();
    const { membership, decide } = reviews();
    const all = await Promise.all(Array.from({ length: 20 }, () => plus(fay)));
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(all.filter(({ code }) => code !== 0).map(refusal))).toEqual(new Set(['plusWaits']));
    expect(await money(fay)).toEqual(['99500.000000', '500.000000']);
    for (let n = 0; n < 2; n++) await membership.jobs[0]!.run();
    const cases = await exchange.database.query<{ id: bigint }>("SELECT id FROM case_file WHERE kind = 'plus' AND account = $1", [
      fay.account,
    ]);
    expect(cases).toHaveLength(1);
    await decide(cases[0]!.id, true);
    expect(await money(fay)).toEqual(['99500.000000', '0.000000']);
    expect(await detail(fay)).toMatchObject({ level: 3, source: 'plus', plus: { state: 'holds', frozen: '0.000000' } });
    expect(await exchange.told(fay.account)).toEqual([{ kind: 'vip.approved', params: { level: '0' } }]);
    expect(refusal(await plus(fay))).toBe('plusHeld');
    expect(refusal(await buy(fay, { level: 3 }))).toBe('levelCovered');
  });

  test('that is refused gives the price back, and may be asked for again', async () => {
    const gus = await person();
    const { membership, decide } = reviews();
    await plus(gus);
    await membership.jobs[0]!.run();
    const [one] = await exchange.database.query<{ id: bigint }>("SELECT id FROM case_file WHERE kind = 'plus' AND account = $1", [
      gus.account,
    ]);
    await decide(one!.id, false);
    expect(await money(gus)).toEqual(['100000.000000', '0.000000']);
    expect(await exchange.told(gus.account)).toEqual([{ kind: 'vip.failed', params: { level: '0' } }]);
    expect(await detail(gus)).toMatchObject({
      level: 0,
      plus: { state: 'none' },
      history: [{ what: 'plusRefused' }, { what: 'plusApplied' }],
    });
    expect((await plus(gus)).code).toBe(0);
  });

  test('that was decided in the list of changes ends its case without another decision', async () => {
    const hal = await person();
    const { membership, decide } = reviews();
    await plus(hal);
    await membership.jobs[0]!.run();
    await exchange.venues.demo.submit({ account: 0, command: { kind: 'decidePlus', account: hal.account, pass: true } });
    const [one] = await exchange.database.query<{ id: bigint }>("SELECT id FROM case_file WHERE kind = 'plus' AND account = $1", [
      hal.account,
    ]);
    await decide(one!.id, false);
    expect((await caseOf(exchange.database, one!.id)).step).toBe('refused');
    expect(await detail(hal)).toMatchObject({ plus: { state: 'holds' } });
  });

  test('of a venue with operators is what two of them sign', async () => {
    const { membership } = reviews();
    const row = { kind: 'plus', venue: 'real', account: 100_000, subject: {}, created_at: new Date() } as never;
    const said = { pass: true, reasonCode: 'plusInOrder' };
    expect(await membership.body(row, said)).toBeNull();
    const powers = [['people'], ['people'], ['see', 'money']] as const;
    for (const [at, held] of powers.entries())
      await exchange.venues.real.submit({ account: 0, command: { kind: 'defineOperator', operator: at + 1, powers: [...held] } });
    expect(await membership.body(row, said)).toEqual({ kind: 'decidePlus', account: 100_000, pass: true });
    expect(await membership.body(row, { ...said, pass: false })).toEqual({ kind: 'decidePlus', account: 100_000, pass: false });
  });
});

describe('a level that is held elsewhere', () => {
  const text = 'I am level 4 at another exchange.';

  test('is given for 90 days when an operator agrees; the application waits once, and its pictures are evidence', async () => {
    const ida = await person();
    const { create, picture, decide } = reviews();
    const ask = async () => create(ida.context, { level: 4, text, evidence: [await picture(ida.context)] });
    const sent = await ask();
    expect(sent).toMatchObject({ level: 4, status: 2, remark: null });
    expect((await ask()).id).toBe(sent.id);
    const evidence = await exchange.database.query<{ kind: string; required: boolean }>(
      'SELECT kind, required FROM case_evidence WHERE case_id = $1 ORDER BY id',
      [sent.id],
    );
    expect(evidence).toEqual([
      { kind: 'text', required: true },
      { kind: 'picture', required: true },
    ]);
    await decide(sent.id, true);
    const { value } = await exchange.venues.demo.read((engine) => engine.membership(ida.account));
    expect(value).toMatchObject({ feeClass: 4, grantedLevel: 4, grantedUntil: sent.createdAt + matchDays * dayMs });
    expect(await exchange.told(ida.account)).toEqual([{ kind: 'vip.approved', params: { level: '4' } }]);
  });

  test('is not given when it is refused, and its customer is told and may ask again', async () => {
    const jon = await person();
    const { create, picture, decide } = reviews();
    const first = await create(jon.context, { level: 2, text, evidence: [await picture(jon.context)] });
    await decide(first.id, false);
    expect(await detail(jon)).toMatchObject({ level: 0 });
    const told = await exchange.database.query<{ kind: string; params: object }>('SELECT kind, params FROM notice WHERE account = $1', [
      jon.account,
    ]);
    expect(told).toEqual([{ kind: 'vip.failed', params: { level: '2' } }]);
    expect((await create(jon.context, { level: 2, text, evidence: [await picture(jon.context)] })).id).not.toBe(first.id);
  });

  test('that cannot be given waits for another verdict, and its customer may ask again', async () => {
    const mia = await person();
    const { create, picture, decide } = reviews();
    const ask = async (level: number) => create(mia.context, { level, text, evidence: [await picture(mia.context)] });
    await decide((await ask(4)).id, true);
    const lower = await ask(2);
    expect(await refusalOf(decide(lower.id, true))).toBe('levelCovered');
    expect((await caseOf(exchange.database, lower.id)).step).toBe('waiting');
    await decide(lower.id, false);
    const late = await ask(5);
    expect(late.id).not.toBe(lower.id);
    await later(matchDays * dayMs);
    expect(await refusalOf(decide(late.id, true))).toBe('badRequest');
    await decide(late.id, false);
    expect((await caseOf(exchange.database, late.id)).step).toBe('refused');
  });

  test('needs pictures of one’s own, for this purpose, and a level that there is', async () => {
    const [kim, lea] = [await person(), await person()];
    const { create, picture } = reviews();
    const theirs = await picture(lea.context);
    const other = await picture(kim.context, 'feedback');
    for (const evidence of [[theirs], [other], [randomUUID()]])
      expect(await refusalOf(create(kim.context, { level: 1, text, evidence }))).toBe('documentUnknown');
    expect(await refusalOf(create(kim.context, { level: 9, text, evidence: [theirs] }))).toBe('levelUnknown');
    const rows = await exchange.database.query("SELECT 1 FROM case_file WHERE kind = 'levelMatch' AND account = $1", [kim.account]);
    expect(rows).toEqual([]);
  });
});
