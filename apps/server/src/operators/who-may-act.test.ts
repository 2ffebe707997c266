import { adminPrefix, type CallSpec, holds, permissionsOf, type Role, roles } from '@bourse/protocol';
import { type AdminCallName, adminTable } from '@bourse/protocol/admin';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { requestOf, testGateway, tokenOf } from '../testing/gateway.ts';
import { audited } from './acts.ts';

let kit: TestConsole;
const tokens = new Map<string, { token?: string; held?: readonly Role[] }>([
  ['nobody', {}],
  ['a made-up token', { token: 'a.b.c' }],
  ['a visitor of customer service', { token: tokenOf('visitor', 0) }],
  ['a demo customer', { token: tokenOf('demo', 100_001) }],
  ['a customer', { token: tokenOf('real', 100_001) }],
]);
const callers = [...tokens.keys(), ...Object.keys(roles).map((role) => `an operator of ${role}`), 'an operator who was ended'];
beforeAll(async () => {
  kit = await testConsole();
  for (const role of Object.keys(roles) as Role[])
    tokens.set(`an operator of ${role}`, { token: (await kit.operator(role)).token, held: [role] });
  const ended = await kit.operator('finance', 'risk', 'compliance', 'support');
  await kit.database.query('UPDATE operator SET ended_at = now() WHERE id = $1', [Number(ended.id)]);
  tokens.set('an operator who was ended', { token: ended.token });
});
afterAll(() => kit.close());

/** What the declaration implies. */
function expected(spec: CallSpec, held: readonly Role[] | undefined): string | undefined {
  if (spec.audience === 'anyone') return undefined;
  if (!held) return 'unauthorised';
  return spec.permission !== null && holds(permissionsOf(held), spec.permission) ? undefined : 'permissionMissing';
}

describe.each(callers)('%s', (who) => {
  test.each(Object.entries(adminTable))('%s', async (name, spec) => {
    const { token, held } = tokens.get(who)!;
    const { code } = await kit.call(name as AdminCallName, name === 'POST auth/logout' ? { nonsense: 1 } : {}, { token });
    const refusal = errorByCode(code);
    const wanted = expected(spec, held);
    if (wanted !== undefined) expect(refusal).toBe(wanted);
    // It was let through, and may still refuse what is missing.
    else expect(['unauthorised', 'permissionMissing', 'forbidden', 'internal']).not.toContain(refusal);
  });
});

describe('what an operator changes', () => {
  test('goes through the audit, call by call', () => {
    const signIn = ['POST auth/begin', 'POST auth/finish', 'POST auth/enrol-begin', 'POST auth/enrol-finish', 'POST auth/logout'];
    // Words of an agent stand in the chained log of their conversation, under the agent's name.
    const free = [...signIn, 'POST chat/send', 'POST chat/edit', 'POST chat/read'];
    const open = Object.entries(adminTable)
      .filter(([name, { idempotency }]) => idempotency !== 'read' && !audited.has(kit.side.handlers[name as AdminCallName]))
      .map(([name]) => name);
    expect(open.sort()).toEqual(free.sort());
    for (const [name, { idempotency }] of Object.entries(adminTable)) if (name.startsWith('GET ')) expect(idempotency, name).toBe('read');
  });
});

describe('the two hosts', () => {
  test('have nothing of each other: calls, document and files', async () => {
    const customers = await testGateway({}, {});
    const token = tokens.get('an operator of finance')!.token!;
    for (const name of Object.keys(adminTable)) {
      const { method, url, payload } = requestOf(name, {}, adminPrefix);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await customers.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      expect(answer.statusCode, name).toBe(404);
    }
    for (const url of ['/api/admin-api/openapi.json', '/console/', '/console/assets/index.js', '/console'])
      expect((await customers.app.inject({ url })).statusCode, url).toBe(404);
    for (const url of [
      '/api/app-api/system/language/list',
      '/api/openapi.json',
      '/api/reference',
      '/files/x',
      '/ws',
      '/dev/outbox',
      '/metrics',
      '/health',
      '/v8/x.js',
    ])
      expect((await kit.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode, url).toBe(404);
    const documentFor = (held?: string) =>
      kit.app.inject({ url: '/api/admin-api/openapi.json', headers: held === undefined ? {} : { authorization: `Bearer ${held}` } });
    for (const held of [undefined, 'a.b.c', tokenOf('real', 100_001)])
      expect(await documentFor(held), held).toMatchObject({ statusCode: 401, body: expect.not.stringContaining('paths') });
    const document = await documentFor(token);
    expect(Object.keys(document.json().paths)).toContain('/api/admin-api/case/take');
    expect(Object.keys(document.json().paths).length).toBe(Object.keys(adminTable).length);
    await customers.close();
  });
});
