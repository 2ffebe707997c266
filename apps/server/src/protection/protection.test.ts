import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { context, refusalOf } from '../testing/people.ts';
import { createProtection, type Product } from './index.ts';
import { questionsIn } from './questions.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 20, 15, 0);
const right = { experience: 'never', money: 'spare', leverage: 'all', liquidation: 'closed', full: 'wallet', timed: 'lose' };
const answers = (more: Partial<typeof right> | Record<string, string> = {}) =>
  Object.entries({ ...right, ...more }).map(([id, option]) => ({ id, option }));

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

let people = 2_000_000;
function customer(venue: 'real' | 'demo' = 'demo'): SignedInContext {
  people += 1;
  const loginType = venue === 'real' ? LoginType.real : LoginType.demo;
  return {
    ...context(),
    session: { sessionId: 's', customerId: String(people), account: people - 1_900_000, venue, loginType, deviceClass: 'phone' },
  };
}

function stage() {
  const time = { now: start };
  const results = new Map<number, bigint>();
  const asked = { realised: 0, cancelled: [] as string[] };
  const realised = {
    async today(_venue: string, account: number) {
      asked.realised += 1;
      return results.get(account) ?? 0n;
    },
  };
  const openings = { cancel: async (venue: string, account: number) => void asked.cancelled.push(`${venue} ${account}`) };
  const gateway = () => createProtection({ database: test.database, clock: { now: () => time.now }, realised, openings });
  const protection = gateway();
  const { handlers } = protection;
  return {
    time,
    results,
    asked,
    gateway,
    protection,
    answer: (who: SignedInContext, more = {}) => handlers['POST system/protection/answer']({ answers: answers(more) }, who),
    acknowledge: (who: SignedInContext) => handlers['POST system/protection/acknowledge']({}, who),
    limit: (who: SignedInContext, daily: string | null) => handlers['PUT system/protection/loss-limit']({ daily }, who),
    pause: (who: SignedInContext, kind: 'coolingOff' | 'selfExclusion', length: 24 | 72 | 720) =>
      handlers['POST system/protection/pause']({ kind, length }, who),
    get: (who: SignedInContext) => handlers['GET system/protection/get']({}, who),
    may: (who: SignedInContext, product: Product = 'contract') => protection.mayOpen(who, product),
  };
}
const reasons = (view: Awaited<ReturnType<ReturnType<typeof stage>['get']>>) =>
  Object.fromEntries(view.products.map(({ product, reason }) => [product, reason]));

describe('product switches', () => {
  it('leave leverage and timed contracts off for real accounts and on for demo ones; shares paid in full are open to both', async () => {
    const { get, may } = stage();
    const real = customer('real');
    const off = { contract: 'jurisdiction', timed: 'jurisdiction', stockMargin: 'jurisdiction' };
    expect(reasons(await get(real))).toEqual({ ...off, stock: '', loan: 'suitability' });
    expect(reasons(await get(customer()))).toEqual({
      contract: 'suitability',
      timed: 'suitability',
      stock: '',
      stockMargin: 'suitability',
      loan: 'suitability',
    });
    await may(real, 'stock');
    expect(await refusalOf(may(real, 'timed'))).toBe('productDisabled');
    const said = await may({ ...real, language: 'zh-CN' }, 'timed').catch((error: unknown) => error as Refusal);
    expect(said).toBeInstanceOf(Refusal);
    expect((said as Refusal).detail).toEqual({ product: 'timed' });
  });

  it('differ by country, which is the one of the proved phone number', async () => {
    const { database } = test;
    const [row] = await database.query<{ id: bigint; account: number }>(
      `INSERT INTO customer (login_type, venue, account, name, phone, password_hash, language, created_at)
       VALUES (1, 'real', 190001, 'Aisyah', '+60123456789', 'x', 'en', now()) RETURNING id, account`,
    );
    await database.query(
      `INSERT INTO product_switch_country (product, country, real_on, changed_by) VALUES ('contract', 'MY', true, 'test')`,
    );
    const { get } = stage();
    const here = customer('real');
    here.session = { ...here.session, customerId: String(row!.id), account: row!.account };
    expect(reasons(await get(here))).toMatchObject({ contract: 'suitability', timed: 'jurisdiction' });
    expect(reasons(await get(customer('real')))).toMatchObject({ contract: 'jurisdiction' });
    await database.query('DELETE FROM product_switch_country');
  });
});

describe('the suitability questions', () => {
  it('are six, the same in both languages, and say nothing about points', () => {
    const [en, zh] = [questionsIn('en'), questionsIn('zh-CN')];
    expect(en).toHaveLength(6);
    expect(zh.map(({ id, options }) => [id, options.map((one) => one.id)])).toEqual(
      en.map(({ id, options }) => [id, options.map((one) => one.id)]),
    );
    expect(JSON.stringify(en)).not.toMatch(/"(points|knowledge|bars)"/);
    for (const { text, options } of zh) expect([text, ...options.map((one) => one.text)].join()).toMatch(/[一-鿿]/);
  });

  it('are asked once before the first leveraged order; passing opens every risky product', async () => {
    const { may, answer, get } = stage();
    const ann = customer();
    for (const product of ['contract', 'timed', 'stockMargin'] as const)
      expect(await refusalOf(may(ann, product))).toBe('suitabilityNeeded');
    await may(ann, 'stock');
    expect((await answer(ann)).suitability).toMatchObject({ state: 'passed', answeredAt: start, againAt: null });
    for (const product of ['contract', 'timed', 'stockMargin', 'stock'] as const) await may(ann, product);
    // Once passed, a second and worse set of answers changes nothing.
    await answer(ann, { leverage: 'small', full: 'own', timed: 'win' });
    expect((await get(ann)).suitability.state).toBe('passed');
  });

  it('are asked again a day after they were failed, and not before', async () => {
    const { may, answer, time, get } = stage();
    const ben = customer();
    await answer(ben, { leverage: 'small', timed: 'win' });
    expect((await get(ben)).suitability).toMatchObject({ state: 'failed', answeredAt: start, againAt: start + 24 * hourMs });
    expect(await refusalOf(may(ben))).toBe('suitabilityTooSoon');
    time.now += 24 * hourMs - 1;
    expect(await refusalOf(answer(ben))).toBe('suitabilityTooSoon');
    time.now += 1;
    expect(await refusalOf(may(ben))).toBe('suitabilityNeeded');
    await answer(ben);
    await may(ben);
  });

  it('refuse everybody who trades with borrowed money, whatever their other answers are', async () => {
    const { answer } = stage();
    expect((await answer(customer(), { money: 'borrowed', experience: 'years' })).suitability.state).toBe('failed');
  });

  it('want each question answered once, with one of its options', async () => {
    const { protection, get } = stage();
    const cid = customer();
    const send = (list: { id: string; option: string }[]) => protection.handlers['POST system/protection/answer']({ answers: list }, cid);
    for (const bad of [
      answers().slice(1),
      [...answers(), { id: 'full', option: 'wallet' }],
      answers({ full: 'everything' }),
      [...answers(), { id: 'age', option: '40' }],
    ])
      expect(await refusalOf((async () => send(bad))())).toBe('badRequest');
    expect((await get(cid)).suitability.state).toBe('needed');
  });
});

describe('the acknowledgement of a demo account', () => {
  it('opens every risky product with one act, once, and is in the customer’s file', async () => {
    const { may, acknowledge, get, time } = stage();
    const kit = customer();
    expect((await get(kit)).suitability).toEqual({ state: 'needed', asks: 'acknowledgement', answeredAt: null, againAt: null });
    expect(await refusalOf(may(kit))).toBe('suitabilityNeeded');
    expect((await acknowledge(kit)).suitability).toEqual({ state: 'passed', asks: 'acknowledgement', answeredAt: start, againAt: null });
    for (const product of ['contract', 'timed', 'stockMargin'] as const) await may(kit, product);
    time.now += hourMs;
    expect((await acknowledge(kit)).suitability.answeredAt).toBe(start);
    const rows = await test.database.query('SELECT kind, detail FROM protection_change WHERE customer_id = $1', [kit.session.customerId]);
    expect(rows).toEqual([{ kind: 'answered', detail: { passed: true, acknowledged: true } }]);
  });

  it('is nothing that a real account can send: its questions stay open', async () => {
    const { acknowledge, get } = stage();
    const lea = customer('real');
    expect(await refusalOf((async () => acknowledge(lea))())).toBe('suitabilityNeeded');
    expect((await get(lea)).suitability).toEqual({ state: 'needed', asks: 'questions', answeredAt: null, againAt: null });
  });

  it('does not undo answers that failed, nor a self-exclusion, after which it is asked again', async () => {
    const { acknowledge, answer, pause, may, time } = stage();
    const mia = customer();
    await answer(mia, { money: 'borrowed' });
    expect(await refusalOf((async () => acknowledge(mia))())).toBe('suitabilityTooSoon');
    const ned = customer();
    await acknowledge(ned);
    await pause(ned, 'selfExclusion', 720);
    await acknowledge(ned);
    expect(await refusalOf(may(ned))).toBe('selfExcluded');
    time.now += 720 * hourMs;
    expect(await refusalOf(may(ned))).toBe('suitabilityNeeded');
    await acknowledge(ned);
    await may(ned);
  });
});

describe('the daily loss limit', () => {
  it('stops new risk once the day has lost it, until the next day; shares paid in full go on', async () => {
    const { answer, limit, results, may, get } = stage();
    const dan = customer();
    await answer(dan);
    await limit(dan, '250');
    results.set(dan.session.account, -249_999_999n);
    await may(dan);
    results.set(dan.session.account, -250_000_000n);
    const refused = (await may(dan).catch((error: unknown) => error)) as Refusal;
    expect([refused.refusal, refused.detail]).toEqual(['lossLimitReached', { limit: '250.000000 USDT', until: '2026-11-21 00:00 UTC' }]);
    await may(dan, 'stock');
    expect((await get(dan)).lossLimit).toEqual({
      daily: '250.000000',
      used: '250.000000',
      pending: null,
      pendingFrom: null,
      resetsAt: Date.UTC(2026, 10, 21),
    });
    results.set(dan.session.account, 300_000_000n);
    expect((await get(dan)).lossLimit.used).toBe('0.000000');
  });

  it('holds at once when lowered, and a day later when raised or removed', async () => {
    const { limit, time, get } = stage();
    const eve = customer();
    const daily = async () => (await get(eve)).lossLimit;
    await limit(eve, '500');
    await limit(eve, '100');
    expect(await daily()).toMatchObject({ daily: '100.000000', pending: null });
    await limit(eve, '900');
    expect(await daily()).toMatchObject({ daily: '100.000000', pending: '900.000000', pendingFrom: start + 24 * hourMs });
    // Asking again neither restarts the waiting day nor shortens it.
    time.now += 10 * hourMs;
    await limit(eve, '900');
    expect(await daily()).toMatchObject({ pending: '900.000000', pendingFrom: start + 24 * hourMs });
    time.now += 14 * hourMs;
    expect(await daily()).toMatchObject({ daily: '900.000000', pending: null, pendingFrom: null });
    await limit(eve, null);
    expect(await daily()).toMatchObject({ daily: '900.000000', pending: null, pendingFrom: time.now + 24 * hourMs });
    // Lowering the limit withdraws the raise that waits.
    await limit(eve, '50');
    expect(await daily()).toMatchObject({ daily: '50.000000', pendingFrom: null });
    time.now += 48 * hourMs;
    expect(await daily()).toMatchObject({ daily: '50.000000' });
  });

  it('refuses what is no amount of USDT', async () => {
    const { limit } = stage();
    for (const [text, refusal] of [
      ['0', 'amountInvalid'],
      ['0.0000001', 'amountScale'],
      ['99999999999999999999', 'amountInvalid'],
    ] as const)
      expect(await refusalOf((async () => limit(customer(), text))())).toBe(refusal);
  });
});

describe('pauses', () => {
  it('cannot be shortened, and end by themselves', async () => {
    const { answer, pause, time, may, get, asked } = stage();
    const fay = customer();
    await answer(fay);
    expect(asked.cancelled).toEqual([]);
    await pause(fay, 'coolingOff', 72);
    expect(asked.cancelled).toEqual([`demo ${fay.session.account}`]);
    await pause(fay, 'coolingOff', 24);
    expect((await get(fay)).coolingOffUntil).toBe(start + 72 * hourMs);
    expect(await refusalOf(may(fay))).toBe('coolingOff');
    await may(fay, 'stock');
    time.now += 72 * hourMs;
    await may(fay);
    expect((await get(fay)).coolingOffUntil).toBeNull();
  });

  it('of a self-exclusion ask the questions again when they are over', async () => {
    const { answer, pause, time, may } = stage();
    const gus = customer();
    await answer(gus);
    await pause(gus, 'selfExclusion', 720);
    expect(await refusalOf(may(gus))).toBe('selfExcluded');
    time.now += 720 * hourMs;
    expect(await refusalOf(may(gus))).toBe('suitabilityNeeded');
    await answer(gus);
    await may(gus);
  });

  it('hold at once here, and within five seconds at another gateway', async () => {
    const { answer, pause, gateway, time, may } = stage();
    const hal = customer();
    const other = gateway();
    await answer(hal);
    await other.mayOpen(hal, 'contract');
    await pause(hal, 'coolingOff', 24);
    expect(await refusalOf(may(hal))).toBe('coolingOff');
    time.now += 5_000;
    expect(await refusalOf(other.mayOpen(hal, 'contract'))).toBe('coolingOff');
  });

  it('are in the customer’s file, change by change', async () => {
    const { pause, limit } = stage();
    const ida = customer();
    await pause(ida, 'coolingOff', 24);
    await limit(ida, '10');
    const rows = await test.database.query<{ kind: string; detail: unknown }>(
      'SELECT kind, detail FROM protection_change WHERE customer_id = $1 ORDER BY id',
      [ida.session.customerId],
    );
    expect(rows).toEqual([
      { kind: 'coolingOff', detail: { hours: 24 } },
      { kind: 'lossLimit', detail: { daily: '10' } },
    ]);
  });
});

describe('what opening costs', () => {
  it('reads a recent customer from memory, not from the database, and computes no result when no limit needs it', async () => {
    const { answer, asked, may } = stage();
    const jon = customer();
    await answer(jon);
    const before = asked.realised;
    await may(jon);
    expect(asked.realised).toBe(before);
    const query = test.database.query;
    let queries = 0;
    test.database.query = ((text: string, values?: readonly unknown[]) => {
      queries += 1;
      return query(text, values);
    }) as typeof query;
    try {
      for (let time = 0; time < 100; time += 1) await may(jon);
    } finally {
      test.database.query = query;
    }
    expect(queries).toBe(0);
  });
});
