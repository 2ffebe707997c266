import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@bourse/protocol';
import { type AdminCallName, adminTable } from '@bourse/protocol/admin';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onceForFolder } from '../platform/once.ts';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { type TestConsole, testConsole, testPlace } from '../testing/console.ts';
import { eraseValues } from './audit/chain.ts';
import { verifyAudit } from './audit/verify.ts';
import { adoptKeys } from './sign-in/marks.ts';

let kit: TestConsole;
beforeAll(async () => {
  kit = await testConsole();
});
afterAll(() => kit.close());
const refusalOf = ({ code }: { code: number }) => errorByCode(code);

describe('a link of enrolment', () => {
  test('makes one passkey, also when two use it at once', async () => {
    const { link } = await kit.invited('Eve', ['support']);
    const answers = await Promise.all([enrolWith(link), enrolWith(link)]);
    expect(answers.map(refusalOf).sort()).toEqual(['enrolmentOver', undefined]);
    expect(refusalOf(await kit.call('POST auth/enrol-begin', { link }))).toBe('enrolmentOver');
  });
  test('is over after 24 hours, and void once another is made or the operator ends', async () => {
    const { link } = await kit.invited('Late', ['support']);
    kit.clock.jump(24 * 3_600_000);
    expect(refusalOf(await kit.call('POST auth/enrol-begin', { link }))).toBe('enrolmentOver');
    expect(refusalOf(await kit.call('POST auth/enrol-begin', { link: 'x'.repeat(43) }))).toBe('enrolmentOver');
  });
  test('of one operator does not take the challenge of another', async () => {
    const [one, two] = [await kit.invited('One', ['support']), await kit.invited('Two', ['support'])];
    const key = softwareAuthenticator(testPlace.origin);
    const { data } = await kit.call('POST auth/enrol-begin', { link: one.link });
    const registration = key.register({ challenge: data.challenge, rp: { id: data.rpId }, user: data.user });
    expect(refusalOf(await kit.call('POST auth/enrol-finish', { link: two.link, label: 'x', registration }))).toBe('challengeOver');
  });
});

async function enrolWith(link: string) {
  const key = softwareAuthenticator(testPlace.origin);
  const { data } = await kit.call('POST auth/enrol-begin', { link });
  if (!data) return { code: 7003 };
  const registration = key.register({ challenge: data.challenge, rp: { id: data.rpId }, user: data.user });
  return kit.call('POST auth/enrol-finish', { link, label: 'x', registration });
}

describe('somebody who writes the tables', () => {
  const signIn = async (key: ReturnType<typeof softwareAuthenticator>) => {
    const { challenge, rpId } = (await kit.call('POST auth/begin', {})).data;
    return refusalOf(await kit.call('POST auth/finish', { assertion: key.assert({ challenge, rpId }) }));
  };
  test('signs in with no key of their own, nor with another operator’s', async () => {
    const [victim, thief] = [await kit.operator('compliance'), await kit.operator('support')];
    expect(await signIn(thief.key)).toBeUndefined();
    // The thief's own key, which was enrolled in order, is written down as the victim's.
    await kit.database.query('UPDATE operator_key SET operator_id = $1 WHERE operator_id = $2', [victim.id, thief.id]);
    expect(await signIn(thief.key)).toBe('operatorKeyUnknown');
    await kit.database.query('UPDATE operator_key SET operator_id = $2 WHERE id = $1', [thief.key.id, thief.id]);
    expect(await signIn(thief.key)).toBeUndefined();
    await kit.database.query('UPDATE operator_key SET mark = NULL WHERE id = $1', [thief.key.id]);
    expect(await signIn(thief.key)).toBe('operatorKeyUnknown');
    expect(await signIn(victim.key)).toBeUndefined();
    // Keys of before are taken over once for a folder, and what is written afterwards is not.
    const folder = mkdtempSync(join(tmpdir(), 'bourse-marks-'));
    const start = () => onceForFolder(folder, 'operators-marked', () => adoptKeys(kit.database, testPlace.marks));
    await start();
    expect(await signIn(thief.key)).toBeUndefined();
    await kit.database.query('UPDATE operator_key SET mark = NULL WHERE id = $1', [thief.key.id]);
    await start();
    expect(await signIn(thief.key)).toBe('operatorKeyUnknown');
    rmSync(folder, { recursive: true });
  });
  test('enrols with no link of their own', async () => {
    const { id, link } = await kit.invited('Victim', ['compliance']);
    const own = 'thief'.repeat(9).slice(0, 43);
    await kit.database.query(
      'INSERT INTO operator_link SELECT sha256($1::bytea), operator_id, expires_at, NULL, mark FROM operator_link WHERE operator_id = $2',
      [Buffer.from(own), id],
    );
    expect(refusalOf(await enrolWith(own))).toBe('enrolmentOver');
    const other = await kit.invited('Thief', ['support']);
    await kit.database.query('UPDATE operator_link SET operator_id = $1 WHERE operator_id = $2', [id, other.id]);
    expect(refusalOf(await enrolWith(other.link))).toBe('enrolmentOver');
    expect(refusalOf(await enrolWith(link))).toBeUndefined();
  });
  test('opens nothing with a session of their own, a changed one or a longer one, not even what needs no signature', async () => {
    const [victim, thief] = [await kit.operator('support', 'finance', 'compliance', 'risk'), await kit.operator('support')];
    const own = 'thief'.repeat(9).slice(0, 43);
    /** What every call of operators answers to a token: reads need no signature. */
    const answers = async (token: string) => {
      const given = new Set<string | undefined>();
      for (const [name, { audience }] of Object.entries(adminTable))
        if (audience === 'operator' && name !== 'POST auth/logout')
          given.add(refusalOf(await kit.call(name as AdminCallName, {}, { token })));
      return [...given];
    };
    const nothing = ['unauthorised'];
    const opens = async (token: string) => (await kit.call('GET auth/me', {}, { token })).code === 0;
    expect([await opens(victim.token), await opens(thief.token)]).toEqual([true, true]);
    expect(await answers(victim.token)).not.toContain('unauthorised');

    // A row made from the victim's, with a token that the thief knows.
    await kit.database.query(
      `INSERT INTO operator_session (id, hash, operator_id, created_at, last_seen_at, expires_at, mark)
       SELECT gen_random_uuid(), sha256($1::bytea), operator_id, created_at, last_seen_at, expires_at, mark FROM operator_session WHERE operator_id = $2`,
      [Buffer.from(own), victim.id],
    );
    expect(await answers(own)).toEqual(nothing);
    await kit.database.query('UPDATE operator_session SET mark = NULL WHERE hash = sha256($1::bytea)', [Buffer.from(own)]);
    expect(await answers(own)).toEqual(nothing);
    // The thief's own session is written down as the victim's, and then as itself again.
    await kit.database.query('UPDATE operator_session SET operator_id = $1 WHERE operator_id = $2 AND hash = sha256($3::bytea)', [
      ...[victim.id, thief.id, Buffer.from(thief.token)],
    ]);
    expect(await answers(thief.token)).toEqual(nothing);
    await kit.database.query('UPDATE operator_session SET operator_id = $1 WHERE hash = sha256($2::bytea)', [
      ...[thief.id, Buffer.from(thief.token)],
    ]);
    expect(await opens(thief.token)).toBe(true);
    // A working day more.
    await kit.database.query("UPDATE operator_session SET expires_at = expires_at + interval '8 hours' WHERE operator_id = $1", [thief.id]);
    expect(await answers(thief.token)).toEqual(nothing);
    expect(await opens(victim.token)).toBe(true);
  });
});

describe('signing in', () => {
  const begin = async () => (await kit.call('POST auth/begin', {})).data;
  test('takes a signature of a known key over a challenge of ours, once', async () => {
    const { key } = await kit.operator('finance');
    const { challenge, rpId } = await begin();
    const assertion = key.assert({ challenge, rpId });
    const first = await kit.call('POST auth/finish', { assertion });
    expect(first.data.me.permissions).toEqual(['see', 'money', 'house']);
    expect(refusalOf(await kit.call('POST auth/finish', { assertion }))).toBe('challengeOver');
  });
  test.each([
    ['another page', { origin: 'http://localhost:8080' }],
    ['another host', { rpId: 'example.com' }],
    ['nobody asked the person', { userVerified: false }],
    ['a counter that went back', { counter: 1 }],
  ])('refuses a signature from %s', async (_what, forged) => {
    const { key } = await kit.operator('finance');
    const fresh = await begin();
    key.assert(fresh);
    const good = await begin();
    await kit.call('POST auth/finish', { assertion: key.assert(good) });
    const { challenge, rpId } = await begin();
    expect(refusalOf(await kit.call('POST auth/finish', { assertion: key.assert({ challenge, rpId }, forged) }))).toBe('operatorKeyWrong');
  });
  test('refuses a stranger’s key, an old challenge, an ended operator and a session of nine hours', async () => {
    const { challenge, rpId } = await begin();
    const stranger = softwareAuthenticator(testPlace.origin);
    stranger.register({ challenge, rp: { id: rpId }, user: { id: 'c3RyYW5nZXI' } });
    expect(refusalOf(await kit.call('POST auth/finish', { assertion: stranger.assert({ challenge, rpId }) }))).toBe('operatorKeyUnknown');
    const { key, token, id } = await kit.operator('finance');
    const old = await begin();
    kit.clock.jump(301_000);
    expect(refusalOf(await kit.call('POST auth/finish', { assertion: key.assert(old) }))).toBe('challengeOver');
    expect((await kit.call('GET auth/me', {}, { token })).status).toBe(200);
    for (let hours = 0; hours < 9; hours += 1) {
      kit.clock.jump(3_600_000 - 1);
      await kit.call('GET auth/me', {}, { token });
    }
    expect(refusalOf(await kit.call('GET auth/me', {}, { token }))).toBe('unauthorised');
    const admin = await kit.operator('administrator');
    await kit.call('POST operator/end', { operator: id, reason: 'left the house' }, { token: admin.token });
    const { challenge: again } = await begin();
    expect(refusalOf(await kit.call('POST auth/finish', { assertion: key.assert({ challenge: again, rpId }) }))).toBe('operatorEnded');
  });
  test('ends after an hour in which nobody asked for anything', async () => {
    const { token } = await kit.operator('finance');
    const me = async () => refusalOf(await kit.call('GET auth/me', {}, { token }));
    for (let times = 0; times < 2; times += 1) {
      kit.clock.jump(3_600_000 - 1);
      expect(await me()).toBeUndefined();
    }
    kit.clock.jump(3_600_000 + 1);
    expect(await me()).toBe('unauthorised');
    kit.clock.jump(1);
    expect(await me()).toBe('unauthorised');
  });
  test('ends with the session: the token opens nothing any more', async () => {
    const { token } = await kit.operator('finance');
    await kit.call('POST auth/logout', {}, { token });
    expect(refusalOf(await kit.call('GET auth/me', {}, { token }))).toBe('unauthorised');
  });
});

describe('roles', () => {
  test('cannot be mixed with appointing, raised, or ended by oneself', async () => {
    const admin = await kit.operator('administrator');
    const send = (input: Record<string, unknown>) =>
      kit.call('POST operator/invite', { name: 'New', reason: 'a new colleague', ...input }, { token: admin.token });
    expect(refusalOf(await send({ roles: ['administrator', 'finance'] }))).toBe('rolesExclude');
    expect(refusalOf(await kit.call('POST operator/end', { operator: admin.id, reason: 'goodbye' }, { token: admin.token }))).toBe(
      'operatorSelf',
    );
    const { data } = await send({ roles: ['finance'] });
    expect(data.link).toMatch(/^http:\/\/localhost:8081\/#enrol=[\w-]{43}$/);
    const finance = await kit.operator('finance');
    expect(
      refusalOf(
        await kit.call('POST operator/invite', { name: 'Me', roles: ['compliance'], reason: 'raise me' }, { token: finance.token }),
      ),
    ).toBe('permissionMissing');
    // What is in the table counts at the next call; the database itself refuses the mixture.
    await expect(
      kit.database.query("UPDATE operator SET roles = '{administrator,finance}' WHERE id = $1", [Number(admin.id)]),
    ).rejects.toThrow();
  });
  test('take effect at the next call when they are withdrawn', async () => {
    const { token, id } = await kit.operator('finance');
    expect((await kit.call('GET ledger/lines', { venue: 'demo', account: 100_001 }, { token })).status).toBe(200);
    await kit.database.query("UPDATE operator SET roles = '{support}' WHERE id = $1", [Number(id)]);
    expect(refusalOf(await kit.call('GET ledger/lines', { venue: 'demo', account: 100_001 }, { token }))).toBe('permissionMissing');
  });
});

describe('an act', () => {
  test('is done once for its command id, and stands once in the audit', async () => {
    const { token } = await kit.operator('administrator');
    const commandId = randomUUID();
    const invite = (name: string) =>
      kit.call('POST operator/invite', { name, roles: ['support'], reason: 'a colleague' }, { token, commandId });
    const answers = await Promise.all([invite('Twin'), invite('Twin'), invite('Twin')]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    // The secret is answered once and stored nowhere.
    expect(answers.filter(({ data }) => data.link !== '').length).toBe(1);
    expect(refusalOf(await invite('Other'))).toBe('commandIdReused');
    const rows = await kit.database.query("SELECT 1 FROM operator_audit WHERE call = 'POST operator/invite' AND subject = $1", [
      `operator ${answers[0]!.data.id}`,
    ]);
    expect(rows.length).toBe(1);
    const [secret] = answers.map(({ data }) => data.link.split('=')[1]).filter(Boolean);
    const dump = JSON.stringify(await kit.database.query('SELECT answer FROM operator_command'));
    expect(dump).not.toContain(secret);
  });
  test('shows contacts masked; who looks at one in clear is written down with the reason', async () => {
    const { id } = await kit.customer('Zoe');
    await kit.database.query("UPDATE customer SET email = 'zoe@example.com', phone = '+60123456789' WHERE id = $1", [id]);
    const support = await kit.operator('support');
    const compliance = await kit.operator('compliance');
    const seen = await kit.call('GET customer/get', { id: String(id) }, { token: support.token });
    expect([seen.data.email, seen.data.phone]).toEqual(['z***@example.com', '+60 ***6789']);
    expect(
      refusalOf(await kit.call('POST customer/reveal', { id: String(id), field: 'email', reason: 'a call' }, { token: support.token })),
    ).toBe('permissionMissing');
    const shown = await kit.call(
      'POST customer/reveal',
      { id: String(id), field: 'email', reason: 'a court asked' },
      { token: compliance.token },
    );
    expect(shown.data.value).toBe('zoe@example.com');
    const { data } = await kit.call('GET audit/list', { subject: `customer ${id}` }, { token: support.token });
    expect(data.list).toMatchObject([{ operator: compliance.id, reason: 'a court asked', call: 'POST customer/reveal' }]);
    // A customer found by a fragment of an address would be an oracle.
    const found = async (search: string) => (await kit.call('GET customer/list', { search }, { token: support.token })).data.total;
    expect([await found('zoe@example.com'), await found('zoe@'), await found('%'), await found('_')]).toEqual([1, 0, 0, 0]);
  });
  test('holds a customer at once, with the row of the audit before it', async () => {
    const { id } = await kit.customer('Held');
    const { token } = await kit.operator('risk');
    await kit.call('POST customer/hold', { id: String(id), reason: 'stolen phone' }, { token });
    expect(kit.held.at(-1)).toEqual([BigInt(id), 'stolen phone']);
    expect(refusalOf(await kit.call('POST customer/hold', { id: '999999999', reason: 'nobody' }, { token }))).toBe('notFound');
  });
});

describe('the audit', () => {
  test('names the row in which any column was changed, a value was changed, or a row is missing', async () => {
    const roles: Role[] = ['administrator'];
    const { token } = await kit.operator(...roles);
    for (const name of ['Row one', 'Row two', 'Row three'])
      await kit.call('POST operator/invite', { name, roles: ['support'], reason: `invites ${name}` }, { token });
    expect(await verifyAudit(kit.database)).toMatchObject({ broken: null });
    const rows = await kit.database.query<{ number: bigint }>(
      "SELECT number FROM operator_audit WHERE changes::text <> '[]' ORDER BY number",
    );
    const target = rows.at(-2)!.number;
    const changes: Record<string, string> = {
      number: 'number + 1000000',
      at: 'at + 1',
      operator_id: 'CASE WHEN operator_id = 1 THEN 2 ELSE 1 END',
      call: "call || 'x'",
      subject: "subject || 'x'",
      reason: "reason || 'x'",
      changes: "jsonb_set(changes, '{0,field}', '\"another\"')",
      previous: "sha256('x')",
      hash: "sha256('y')",
    };
    const columns = await kit.database.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'operator_audit'",
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(changes).sort());
    const undo = new Error('undo');
    /** Changes it in a transaction that is taken back. */
    const brokenBy = async (...statements: string[]) => {
      let found: Awaited<ReturnType<typeof verifyAudit>> | undefined;
      await kit.database
        .transaction(async (tx) => {
          for (const statement of statements) await tx.query(statement, [target]);
          found = await verifyAudit(tx);
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        });
      return found?.broken;
    };
    for (const [column, sql] of Object.entries(changes)) {
      const broken =
        column === 'number'
          ? await brokenBy(
              'DELETE FROM operator_audit_value WHERE number = $1',
              `UPDATE operator_audit SET ${column} = ${sql} WHERE number = $1`,
            )
          : await brokenBy(`UPDATE operator_audit SET ${column} = ${sql} WHERE number = $1`);
      expect(broken?.number, column).toBe(String(target));
    }
    expect(await brokenBy("UPDATE operator_audit_value SET after = 'another' WHERE number = $1")).toEqual({
      number: String(target),
      what: 'value',
    });
    expect(await brokenBy('DELETE FROM operator_audit_value WHERE number = $1', 'DELETE FROM operator_audit WHERE number = $1')).toEqual({
      number: String(target),
      what: 'missing',
    });
    // The newest rows cut off.
    expect(await brokenBy('DELETE FROM operator_audit_value WHERE number >= $1', 'DELETE FROM operator_audit WHERE number >= $1')).toEqual({
      number: String(target),
      what: 'missing',
    });
  });
  test('holds when values are erased, and shows them no more', async () => {
    const { token } = await kit.operator('administrator');
    const { data } = await kit.call('POST operator/invite', { name: 'Forget me', roles: ['support'], reason: 'a colleague' }, { token });
    const subject = `operator ${data.id}`;
    const erased = await kit.database.transaction((tx) => eraseValues(tx, subject));
    expect(erased).toBe(2);
    expect(await verifyAudit(kit.database)).toMatchObject({ broken: null });
    const list = await kit.call('GET audit/list', { subject }, { token });
    expect(list.body).not.toContain('Forget me');
    expect(list.data.list[0]?.changes).toMatchObject([{ erased: true }, { erased: true }]);
  });
});
