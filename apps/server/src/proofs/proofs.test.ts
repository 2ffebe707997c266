import { randomUUID } from 'node:crypto';
import { type CallSpec, proofCalls } from '@bourse/protocol';
import { call } from '@bourse/protocol/calls';
import { canonicalJson } from '@bourse/protocol/canonical';
import { errorByCode, Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallContext, SignedInContext } from '../calls/handlers.ts';
import type { AnyHandler } from '../http/table.ts';
import { createPasswords } from '../people/sign-in/passwords.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { testGateway, tokenOf } from '../testing/gateway.ts';
import { beginProof } from './begin.ts';
import { challengeOf } from './challenge.ts';
import { createFactors } from './factors.ts';
import { createPayPasswords, payPasswordLockMs } from './pay-password.ts';
import { createProofs, maxOpenProofs, proofLifeMs } from './proofs.ts';

const payOut = 'POST test/pay-out';
const letGo = 'POST test/let-go';
const renew = 'POST test/{id}/renew';
const base = { area: 'wallet', summary: 'Of a test', audience: 'customer', proof: 'payPassword', output: z.unknown() } as const;
const table: Record<string, CallSpec> = {
  ...proofCalls,
  [payOut]: call({
    ...base,
    idempotency: 'command',
    input: z.strictObject({ to: z.string(), amount: z.string().default('10'), note: z.string().optional() }),
  }),
  [letGo]: call({ ...base, idempotency: 'command', input: z.strictObject({ to: z.string(), amount: z.string().default('10') }) }),
  [renew]: call({ ...base, idempotency: 'once', input: z.strictObject({ id: z.string() }) }),
};

let test_: TestDatabase;
let gateway: Awaited<ReturnType<typeof testGateway>>;
let setPayPassword: (id: string, password: string) => Promise<void>;
let payPasswords: ReturnType<typeof createPayPasswords>;
let proofs: ReturnType<typeof createProofs>;
const done: unknown[] = [];
const time = { now: 1_760_000_000_000 };
const clock = { now: () => time.now };
beforeAll(async () => {
  test_ = await testDatabase();
  const { database } = test_;
  const passwords = await createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  payPasswords = createPayPasswords({ database, clock, passwords });
  const closed = { check: () => Promise.reject(new Error('no test gives this factor')) };
  const factors = createFactors({
    ...{ database, payPasswords, totps: closed, recoveryCodes: closed },
    ...{ passkeys: { ...closed, party: null }, signInPassword: closed.check },
  });
  setPayPassword = async (id, password) => payPasswords.keep(database, id, await passwords.hash(password));
  proofs = createProofs({ database, clock, factors, securityLog: () => {} });
  const acts: AnyHandler = async (input, { proof }) => {
    done.push(input);
    return { proof };
  };
  const begin = beginProof(proofs, table);
  const handlers: Record<string, AnyHandler> = {
    'POST system/proof/begin': (input, context: CallContext) => begin(input as never, context as SignedInContext),
    [payOut]: acts,
    [letGo]: acts,
    [renew]: acts,
  };
  gateway = await testGateway(table, handlers, { proofs, checkOutputs: true });
});
afterAll(async () => {
  await gateway.close();
  await test_.drop();
});

let next = 0;
/** A customer with the pay password `right one`. The test's token represents the database row. */
async function customer(password: string | null = 'right one') {
  next += 1;
  const [row] = await test_.database.query<{ id: bigint }>(
    `INSERT INTO customer (login_type, venue, account, name, language, created_at, demo_key_hash) VALUES (2, 'demo', $1, 'one', 'en', $2, $3) RETURNING id`,
    [100_000 + next, new Date(time.now), Buffer.from(String(next))],
  );
  const id = String(row?.id);
  if (password !== null) await setPayPassword(id, password);
  return { id, token: tokenOf('demo', Number(id)) };
}
beforeEach(() => {
  done.length = 0;
});

const input = { to: 'own account' };
async function begin(token: string, of: string, act: Record<string, unknown>, commandId?: string) {
  const answer = await gateway.call('POST system/proof/begin', { call: of, input: act, ...(commandId ? { commandId } : {}) }, { token });
  expect(answer.code).toBe(0);
  return (answer.data as { id: string; challenge: string }).id;
}
async function act(token: string, name: string, body: Record<string, unknown>, id?: string, commandId?: string, payPassword = 'right one') {
  const answer = await gateway.call(
    name,
    { ...body, ...(id === undefined ? {} : { proof: { id, payPassword } }) },
    { token, headers: commandId ? { 'idempotency-key': commandId } : {} },
  );
  return { ...answer, refusal: answer.code === 0 ? 'done' : errorByCode(answer.code) };
}

describe('a proof', () => {
  test('allows its own act once, and names the act to the handler', async () => {
    const { token } = await customer();
    const key = randomUUID();
    const id = await begin(token, payOut, input, key);
    const first = await act(token, payOut, input, id, key);
    expect(first).toMatchObject({ refusal: 'done', data: { proof: { id, kind: 'payPassword' } } });
    expect(done).toEqual([{ to: 'own account', amount: '10' }]);
    expect((await act(token, payOut, input, id, key)).refusal).toBe('proofUsed');
    expect(done).toHaveLength(1);
  });

  test('is the same for what means the same: defaults filled in, fields in any order', async () => {
    const { token } = await customer();
    const key = randomUUID();
    const id = await begin(token, payOut, { amount: '10', to: 'own account' }, key.toUpperCase());
    expect((await act(token, payOut, input, id, key)).refusal).toBe('done');
    const renewal = await begin(token, renew, { id: '7' });
    expect((await act(token, renew, { id: '8' }, renewal)).refusal).toBe('proofInputChanged');
    expect((await act(token, renew, { id: '7' }, renewal)).refusal).toBe('done');
  });

  test('that is missing, unknown, another customer’s, of another act, of changed input, used or expired: each is refused as that', async () => {
    const [one, other] = [await customer(), await customer()];
    const key = randomUUID();
    const id = await begin(one.token, payOut, input, key);
    const heard = async (...of: Parameters<typeof act>) => {
      const answer = await act(...of);
      return [answer.refusal, answer.status, answer.msg];
    };
    const refused = [
      await heard(one.token, payOut, input, undefined, key),
      await heard(one.token, payOut, input, randomUUID(), key),
      await heard(other.token, payOut, input, id, key),
      await heard(one.token, letGo, input, id, key),
      await heard(one.token, payOut, input, id, randomUUID()),
      await heard(one.token, payOut, input, id),
      await heard(one.token, payOut, { ...input, amount: '11' }, id, key),
      await heard(one.token, payOut, { ...input, note: '' }, id, key),
    ];
    expect(refused.map(([name]) => name)).toEqual([
      'proofNeeded',
      'proofUnknown',
      'proofUnknown',
      'proofForOtherAct',
      'proofForOtherAct',
      'proofForOtherAct',
      'proofInputChanged',
      'proofInputChanged',
    ]);
    time.now += proofLifeMs;
    refused.push(await heard(one.token, payOut, input, id, key));
    expect(refused.at(-1)?.[0]).toBe('proofExpired');
    expect(new Set(refused.map(([, status]) => status))).toEqual(new Set([403]));
    expect(new Set(refused.map(([, , sentence]) => sentence)).size).toBe(5);
    expect(done).toEqual([]);
  });

  test('used by twenty requests at once serves one of them', async () => {
    const { token } = await customer();
    const key = randomUUID();
    const id = await begin(token, payOut, input, key);
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(token, payOut, input, id, key)));
    expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(1);
    expect(done).toHaveLength(1);
  });

  test('is checked before the shape of any other field', async () => {
    const { token } = await customer();
    const answer = await gateway.call(payOut, { ...input, proof: { id: 'x', payPassword: 'right one' } }, { token });
    expect(errorByCode(answer.code)).toBe('badRequest');
    expect(answer.msg).toContain('proof.id');
    const stranger = await gateway.call(payOut, { ...input, proof: { id: randomUUID(), payPassword: 'x', more: 1 } }, { token });
    expect([errorByCode(stranger.code), stranger.msg.includes('proof.more') || stranger.msg.includes('more')]).toEqual([
      'unknownField',
      true,
    ]);
  });

  test('cannot be begun for a call that needs none, for input that the call refuses, or without end', async () => {
    const { token } = await customer();
    const refusal = async (body: Record<string, unknown>) =>
      errorByCode((await gateway.call('POST system/proof/begin', body, { token })).code);
    expect(await refusal({ call: 'POST system/proof/begin', input: {} })).toBe('proofNotNeeded');
    expect(await refusal({ call: 'constructor', input: {} })).toBe('proofNotNeeded');
    expect(await refusal({ call: payOut, input: { to: 1 } })).toBe('badRequest');
    expect(await refusal({ call: payOut, input: { ...input, surprise: 1 } })).toBe('unknownField');
    for (let count = 0; count < maxOpenProofs; count += 1) await begin(token, payOut, input, randomUUID());
    expect(await refusal({ call: payOut, input })).toBe('tooManyAttempts');
    time.now += proofLifeMs;
    await begin(token, payOut, input, randomUUID());
  });

  test('is forgotten a day after it ran out', async () => {
    const { id, token } = await customer();
    await begin(token, payOut, input, randomUUID());
    const count = async () => (await test_.database.query('SELECT 1 FROM proof WHERE customer_id = $1', [id])).length;
    await proofs.sweep();
    expect(await count()).toBe(1);
    time.now += proofLifeMs + 24 * 3_600_000;
    await proofs.sweep();
    expect(await count()).toBe(0);
  });
});

describe('a challenge', () => {
  const session = { sessionId: 's', customerId: '1', account: 100_000, venue: 'real', loginType: 1, deviceClass: 'phone' } as const;
  const one = { session, call: payOut, input, commandId: 'k' };

  test('differs with everything it is bound to', () => {
    const made = [
      challengeOf('a', one),
      challengeOf('b', one),
      challengeOf('a', { ...one, call: letGo }),
      challengeOf('a', { ...one, input: { to: 'elsewhere' } }),
      challengeOf('a', { ...one, commandId: undefined }),
      challengeOf('a', { ...one, session: { ...session, customerId: '2' } }),
      challengeOf('a', { ...one, session: { ...session, account: 100_001 } }),
      challengeOf('a', { ...one, session: { ...session, venue: 'demo' } }),
    ].map((bytes) => bytes.toString('hex'));
    expect(new Set(made).size).toBe(made.length);
    expect(challengeOf('a', one)).toEqual(challengeOf('a', { ...one, input: { ...input, note: undefined } }));
  });

  test('reads values that look alike apart', () => {
    const texts = [{ a: '1' }, { a: 1 }, { a: ['1'] }, { a: null }, {}, { a: { b: 1 } }, { 'a:1': '' }, [], ['a', 1]].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
  });
});

describe('the pay password', () => {
  test('that is wrong leaves the proof usable; the fifth wrong one in a row locks for a day', async () => {
    const { token } = await customer();
    const key = randomUUID();
    const id = await begin(token, payOut, input, key);
    const wrong = () => act(token, payOut, input, id, key, 'wrong one');
    for (const left of [4, 3, 2, 1])
      expect(await wrong()).toMatchObject({ refusal: 'payPasswordWrong', msg: expect.stringContaining(`${left}`) });
    expect((await wrong()).refusal).toBe('payPasswordLocked');
    expect((await act(token, payOut, input, id, key)).refusal).toBe('payPasswordLocked');
    time.now += payPasswordLockMs;
    const again = await begin(token, payOut, input, key);
    expect((await act(token, payOut, input, again, key, 'wrong one')).refusal).toBe('payPasswordWrong');
    expect((await act(token, payOut, input, again, key)).refusal).toBe('done');
  });

  test('counts again from nothing after a right one', async () => {
    const { id } = await customer();
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await expect(payPasswords.check(id, 'wrong one')).rejects.toThrow(/payPasswordWrong/);
      await payPasswords.check(id, 'right one');
    }
  });

  test('tried thirty times at once is judged five times', async () => {
    const { id } = await customer();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => payPasswords.check(id, 'wrong one')));
    const heard = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as { refusal: string }).refusal : 'right'));
    expect(heard.filter((name) => name === 'payPasswordWrong')).toHaveLength(4);
    expect(heard.filter((name) => name === 'payPasswordLocked')).toHaveLength(26);
    await expect(payPasswords.check(id, 'right one')).rejects.toThrow(/payPasswordLocked/);
  });

  test('that a busy server did not judge is no try', async () => {
    const { id } = await customer();
    const busy = createPayPasswords({
      database: test_.database,
      clock,
      passwords: { matches: () => Promise.reject(new Refusal('overloaded')) },
    });
    for (let tried = 0; tried < 6; tried += 1) await expect(busy.check(id, 'right one')).rejects.toMatchObject({ refusal: 'overloaded' });
    for (let wrong = 0; wrong < 4; wrong += 1) await expect(payPasswords.check(id, 'wrong one')).rejects.toThrow(/payPasswordWrong/);
    await expect(busy.check(id, 'right one')).rejects.toMatchObject({ refusal: 'overloaded' });
    await payPasswords.check(id, 'right one');
  });

  test('does not lift a lock when it is set again, and a customer without one is refused by name', async () => {
    const { id } = await customer();
    for (let wrong = 0; wrong < 5; wrong += 1) await payPasswords.check(id, 'wrong one').catch(() => {});
    await setPayPassword(id, 'another one');
    await expect(payPasswords.check(id, 'another one')).rejects.toMatchObject({ refusal: 'payPasswordLocked' });
    const bare = await customer(null);
    await expect(payPasswords.check(bare.id, 'anything')).rejects.toMatchObject({ refusal: 'payPasswordMissing' });
  });
});
