import { holds, permissionsOf, type Role, roles } from '@bourse/protocol';
import { type AdminCallName, adminTable } from '@bourse/protocol/admin';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseKinds, kindNames } from '../cases/kinds.ts';
import { openCase } from '../cases/machine.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { fieldKey, idFields } from '../testing/input-fields.ts';

/**
 * Calls that every operator may make and that name something by its id: who may have that thing is decided behind the call. Each call with a case of each kind, as each role. The
 * fields come from the contract; one for which nobody says here what it names fails the first test.
 */
const requests: Readonly<Record<string, (id: string) => Record<string, unknown>>> = {
  'GET case/get': (id) => ({ id }),
  'POST case/take': (id) => ({ id, revision: 1 }),
  'POST case/release': (id) => ({ id, revision: 1 }),
  'POST case/note': (id) => ({ id, revision: 1, text: 'a note' }),
  'POST case/ask': (id) => ({ id, revision: 1, text: 'a question' }),
  'POST case/evidence': (id) => ({ id, evidence: '1' }),
  'POST case/match': (id) => ({ id, revision: 1, to: '1' }),
  'GET case/prepare': (id) => ({ id, pass: 'true', reasonCode: 'other', commandId: '01a1fe24-bdf4-78b4-827a-8b9c8ece5330' }),
  'POST case/decide': (id) => ({ id, revision: 1, pass: true, reasonCode: 'other' }),
};
const nobodys: readonly (readonly [fields: RegExp, why: string])[] = [
  [/ case\/evidence evidence$| case\/match to$/, 'of the case, which is asked first'],
  [/ case\/open customer$/, 'what operators open is asked for by whoever sees customers'],
  [/ case\/prepare commandId$| change\/prepare commandId$/, 'made by the operator for what comes next'],
  [/ change\/\w+ proposal$/, 'every operator sees every change; the venue decides who may approve or take back'],
  [/^GET audit\/list operator$/, 'an operator; every operator reads the audit'],
  [/ (assertion|registration)\./, 'what a passkey signed: only its holder can make it'],
];
const roleNames = Object.keys(roles) as Role[];

let kit: TestConsole;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  kit = await testConsole();
  for (const role of roleNames) tokens.set(role, (await kit.operator(role)).token);
}, 120_000);
afterAll(() => kit.close());

const fields = idFields(adminTable).filter(({ name }) => adminTable[name]?.permission === 'everyOperator');
const excused = (key: string) => nobodys.some(([pattern]) => pattern.test(key));

test('no field that names something is left open, and none is named that is not there', () => {
  const open = fields.filter((field) => !excused(fieldKey(field)) && !(field.name in requests && field.path.join('.') === 'id'));
  expect(open.map(fieldKey)).toEqual([]);
  expect(Object.keys(requests).filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
  expect(nobodys.filter(([pattern]) => !fields.some((field) => pattern.test(fieldKey(field)))).map(([pattern]) => String(pattern))).toEqual(
    [],
  );
});

describe.each(kindNames)('a case of %s', (kind) => {
  test.each(Object.entries(requests))('%s: refused to each role without its power, and to no other', async (name, inputOf) => {
    const opened = await kit.database.transaction((tx) =>
      openCase(
        tx,
        { kind, venue: 'real', customer: null, account: null, subject: { about: `${kind} ${name}` }, evidence: [] },
        { kind: 'machine' },
        kit.clock.now(),
      ),
    );
    const before = await kit.database.query('SELECT step, revision, owner FROM case_file WHERE id = $1', [opened!.id]);
    for (const role of roleNames) {
      if (holds(permissionsOf([role]), caseKinds[kind].power)) continue;
      const { code } = await kit.call(name as AdminCallName, inputOf(String(opened!.id)), { token: tokens.get(role) });
      expect([role, errorByCode(code)]).toEqual([role, 'permissionMissing']);
    }
    expect(await kit.database.query('SELECT step, revision, owner FROM case_file WHERE id = $1', [opened!.id])).toEqual(before);
    const holder = roleNames.find((role) => holds(permissionsOf([role]), caseKinds[kind].power));
    expect(holder, `nobody may decide a case of ${kind}`).toBeDefined();
    const { code } = await kit.call(name as AdminCallName, inputOf(String(opened!.id)), { token: tokens.get(holder!) });
    expect(['permissionMissing', 'unauthorised', 'internal']).not.toContain(errorByCode(code));
  });
});
