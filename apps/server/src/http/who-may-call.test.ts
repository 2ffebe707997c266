import { type CallSpec, callTable, type Permission, permissions, permissionsOf, type Role, roles } from '@bourse/protocol';
import { call } from '@bourse/protocol/calls';
import { type catalogue, errorByCode, Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OperatorSession, Operators } from '../operators/port.ts';
import { noProofs } from '../proofs/none.ts';
import type { Proofs } from '../proofs/port.ts';
import { testGateway, tokenOf } from '../testing/gateway.ts';
import { bindCalls } from './table.ts';

/** Calls that this test adds to the table: every permission, every kind of account, with and without a proof. */
const base = {
  area: 'platform',
  summary: 'Of a test',
  idempotency: 'once',
  input: z.strictObject({}),
  output: z.strictObject({ reached: z.literal(true) }),
} as const;
const ofTests: Record<string, CallSpec> = {
  'POST test/anyone': call({ ...base, audience: 'anyone' }),
  'POST test/visitor': call({ ...base, audience: 'visitor' }),
  'POST test/chat': call({ ...base, audience: 'chat' }),
  'POST test/customer': call({ ...base, audience: 'customer' }),
  'POST test/real': call({ ...base, audience: 'customer', account: 'real' }),
  'POST test/proven': call({ ...base, audience: 'customer', proof: 'payPassword' }),
  'POST test/real-proven': call({ ...base, audience: 'customer', account: 'real', proof: 'payPassword' }),
  'GET test/every-operator': call({ ...base, idempotency: 'read', audience: 'operator', permission: 'everyOperator' }),
  ...Object.fromEntries(
    permissions.map((permission) => [`POST test/${permission}`, call({ ...base, audience: 'operator', permission })] as const),
  ),
};
const table = { ...callTable, ...ofTests };

const operator = (name: string) => `operator.${name}.x`;
const operators: Operators = {
  async authenticate(token) {
    const [kind, name = ''] = token.split('.');
    if (kind !== 'operator') throw new Refusal('unauthorised');
    const held = name.split('+').filter(Boolean) as Role[];
    return { sessionId: token, operatorId: name, permissions: permissionsOf(held) } satisfies OperatorSession;
  },
};
/** Only the first customer has given a proof. */
const proofs: Proofs = {
  begin: noProofs.begin,
  async use({ session }, kind, answer) {
    if (!answer) throw new Refusal('proofNeeded');
    if (session.customerId !== '100001') throw new Refusal('proofUnknown');
    return { id: answer.id, kind, challenge: '' };
  },
};

interface Caller {
  token?: string;
  kind: 'nobody' | 'visitor' | 'demo' | 'real' | 'operator';
  permissions?: ReadonlySet<Permission>;
  proof?: 'right' | 'ofAnother';
}
const callers: Record<string, Caller> = {
  nobody: { kind: 'nobody' },
  'a made-up token': { kind: 'nobody', token: 'a.b.c' },
  'a visitor of customer service': { kind: 'visitor', token: tokenOf('visitor', 0) },
  'a demo customer': { kind: 'demo', token: tokenOf('demo', 100_001) },
  'a customer': { kind: 'real', token: tokenOf('real', 100_001) },
  'a customer with a proof': { kind: 'real', token: tokenOf('real', 100_001), proof: 'right' },
  'a demo customer with a proof': { kind: 'demo', token: tokenOf('demo', 100_001), proof: 'right' },
  'another customer with that proof': { kind: 'real', token: tokenOf('real', 100_002), proof: 'ofAnother' },
  'an operator without a role': { kind: 'operator', token: operator(''), permissions: new Set() },
  'an administrator who trades in roles': { kind: 'operator', token: operator('administrator+finance'), permissions: new Set() },
  ...Object.fromEntries(
    Object.keys(roles).map((role) => [
      `an operator of ${role}`,
      { kind: 'operator', token: operator(role), permissions: new Set<Permission>(roles[role as Role]) } as const,
    ]),
  ),
};

/** The result that the declaration implies, derived independently: the refusal, or undefined where the call must be reached. */
function expected(spec: CallSpec, { kind, permissions: held, proof }: Caller): keyof typeof catalogue | undefined {
  if (spec.audience === 'operator') {
    if (kind !== 'operator') return 'unauthorised';
    if (spec.permission === 'everyOperator') return undefined;
    return held?.has(spec.permission as Permission) ? undefined : 'permissionMissing';
  }
  if (spec.audience === 'chat') return kind === 'nobody' || kind === 'operator' ? 'unauthorised' : undefined;
  if (spec.audience !== 'customer') return undefined;
  if (kind === 'nobody' || kind === 'operator') return 'unauthorised';
  if (kind === 'visitor') return 'forbidden';
  if (spec.account === 'real' && kind === 'demo') return 'demoNotAllowed';
  if (spec.proof === null || proof === 'right') return undefined;
  return proof === 'ofAnother' ? 'proofUnknown' : 'proofNeeded';
}

let gateway: Awaited<ReturnType<typeof testGateway>>;
const reached: string[] = [];
beforeAll(async () => {
  const handlers = Object.fromEntries(
    Object.keys(table).map((name) => [
      name,
      async () => {
        reached.push(name);
        return { reached: true };
      },
    ]),
  );
  gateway = await testGateway(table, handlers, { operators, proofs });
});
afterAll(() => gateway.close());

const turnsAway: readonly (string | undefined)[] = [
  'unauthorised',
  'forbidden',
  'demoNotAllowed',
  'permissionMissing',
  'proofNeeded',
  'proofUnknown',
  'internal',
];

describe.each(Object.entries(callers))('%s', (_who, caller) => {
  test.each(Object.entries(table))('%s', async (name, spec) => {
    reached.length = 0;
    // A proof is looked at once the input is good.
    const good = spec.proof === null ? {} : (spec.example as object | undefined);
    const input: Record<string, unknown> = name.includes('{id}') ? { id: '1' } : { ...good };
    if (spec.proof !== null && caller.proof) input['proof'] = { id: '00000000-0000-4000-8000-000000000000', payPassword: 'x' };
    const answer = await gateway.call(name, input, { token: caller.token });
    const refusal = errorByCode(answer.code);
    const wanted = expected(spec, caller);
    if (wanted !== undefined) expect({ refusal, reached }).toEqual({ refusal: wanted, reached: [] });
    // The call was let through: it may still refuse missing fields.
    else expect(turnsAway).not.toContain(refusal);
    if (wanted === undefined && name in ofTests) expect(reached).toEqual([name]);
  });
});

describe('the customers’ prefix', () => {
  test('has no call of operators, and the console’s none of customers', async () => {
    const get = (url: string) => gateway.app.inject({ url, headers: { authorization: `Bearer ${operator('finance')}` } });
    expect((await get('/api/admin-api/test/every-operator')).statusCode).toBe(200);
    expect((await get('/api/app-api/test/every-operator')).statusCode).toBe(404);
    expect((await get('/api/admin-api/system/language/list')).statusCode).toBe(404);
  });
});

describe('a role', () => {
  test('gives what it names; whoever appoints operators decides nothing else', () => {
    expect([...permissionsOf(['finance', 'risk'])].sort()).toEqual(['house', 'money', 'rules', 'see']);
    expect([...permissionsOf(['administrator'])]).toEqual(['people']);
    expect([...permissionsOf(['administrator', 'support'])]).toEqual([]);
    expect([...permissionsOf([])]).toEqual([]);
    expect(new Set(Object.values(roles).flat())).toEqual(new Set(permissions));
  });
});

describe('the server does not start with', () => {
  const operatorCall = { audience: 'operator', permission: 'money' } as const;
  const customerCall = { audience: 'customer' } as const;
  test.each<[string, object, RegExp]>([
    ['a call of operators without a permission', { ...operatorCall, permission: null }, /a permission that no role has: null/],
    ['a permission that nobody can have', { ...operatorCall, permission: 'everything' }, /a permission that no role has: everything/],
    ['an empty permission', { ...operatorCall, permission: '' }, /a permission that no role has: /],
    ['a permission on a call of customers', { ...customerCall, permission: 'money' }, /which only operators have/],
    ['a proof that nothing checks', { ...customerCall, proof: 'horoscope' }, /a proof that nothing checks: horoscope/],
    ['a proof left open', { ...customerCall, proof: undefined }, /a proof that nothing checks: undefined/],
    ['a proof of nobody', { audience: 'anyone', proof: 'payPassword' }, /a proof where no customer is signed in/],
    ['a proof of an operator', { ...operatorCall, proof: 'payPassword' }, /a proof where no customer is signed in/],
    ['a proof of what may be repeated', { ...customerCall, proof: 'payPassword', idempotency: 'natural' }, /may be repeated/],
    ['a proof in a form', { ...customerCall, proof: 'payPassword', body: 'multipart' }, /no JSON body/],
    [
      'a field that the gateway reads',
      { ...customerCall, proof: 'payPassword', input: z.strictObject({ proof: z.string() }) },
      /of its own/,
    ],
    ['a real account of nobody', { audience: 'visitor', account: 'real' }, /where no customer is signed in/],
    ['an account left open', { ...customerCall, account: undefined }, /which accounts may call/],
    ['an audience of before', { audience: 'real' }, /who may call/],
  ])('%s, and names the call', (_what, change, problem) => {
    const broken = { 'POST test/broken': { ...call({ ...base, audience: 'customer' }), ...change } as CallSpec };
    const start = () => bindCalls({ 'POST test/broken': async () => ({}) }, broken);
    expect(start).toThrow(problem);
    expect(start).toThrow(/POST test\/broken/);
  });
});
