import { randomUUID } from 'node:crypto';
import { limitNumbers } from '@bourse/engine';
import { proposalDigest } from '@bourse/engine/digests';
import type { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { anchorAudit } from '../operators/audit/anchor-head.ts';
import { type AuditRow, rowHash } from '../operators/audit/chain.ts';
import { registerFirstOperators } from '../operators/register.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { OperatorsCheck } from './operators.ts';
import { verifyVenue } from './verify-venue.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let exchange: Exchange;
let kit: TestConsole;
let [ada, ben]: Operator[] = [];

const verdict = async (venue: Venue) => {
  const port = exchange.venues[venue];
  await port.waitProjected((await port.read((engine) => engine.seq)).seq, 10_000);
  const journal = createPostgresJournal({ venue, connection: exchange.test.connection, log: silentLog });
  return verifyVenue({ venue, journal, database: exchange.database, kit: engineKit });
};
const findings = async () => (await Promise.all([verdict('real'), verdict('demo')])).flatMap((one) => one.findings);
const job = () => anchorAudit({ database: exchange.database, real: exchange.venues.real, everyMs: 1 });

beforeAll(async () => {
  exchange = await testExchange();
  const { venues, test } = exchange;
  kit = await testConsole({ venues, on: test });
  ada = await kit.operator('administrator');
  ben = await kit.operator('administrator');
  await kit.operator('support', 'finance', 'compliance', 'risk');
  await registerFirstOperators({ database: exchange.database, venues, log: silentLog });
  const body = { kind: 'defineOperator', values: { operator: '900', powers: ['see'] } };
  const commandId = randomUUID();
  const { data } = await kit.call('POST change/prepare', { venue: 'demo', commandId, body, reason: 'hired' }, { token: ada.token });
  const signs = (who: Operator, challenge: string) => who.key.assert({ challenge, rpId: 'localhost' });
  const proposed = await kit.call(
    'POST change/propose',
    { venue: 'demo', body, reason: 'hired', assertion: signs(ada, data.digest) },
    { token: ada.token, commandId },
  );
  const { proposal } = proposed.data;
  const approval = { venue: 'demo', proposal, digest: data.digest, assertion: signs(ben, data.digest) } as const;
  expect((await kit.call('POST change/approve', approval, { token: ben.token })).data.state).toBe('applied');
  await job().run();
  await job().run();
}, 60_000);
afterAll(async () => {
  await kit.app.close();
  await exchange.close();
});

it('follows what people decided, checks their signatures, and compares the audit with its anchors', async () => {
  const [real, demo] = [await verdict('real'), await verdict('demo')];
  expect([...real.findings, ...demo.findings]).toEqual([]);
  expect(demo.checked.join('\n')).toContain('2 decisions of operators followed a second time, 2 signatures of theirs checked, 0 had none');
  expect(real.checked.join('\n')).toMatch(/rows of the audit recomputed, compared at 1 anchors; 3 keys of operators were enrolled/);
});

/** Rewrites a row of the audit and every hash after it, as somebody who owns the database would. */
async function rewriteChain(): Promise<void> {
  const { database } = exchange;
  const rows = await database.query<AuditRow & Record<string, unknown>>('SELECT * FROM operator_audit ORDER BY number');
  let previous = rows[0]!.previous;
  for (const row of rows) {
    const changed = { ...row, previous, reason: row.number === 1n ? 'nothing happened' : row.reason };
    const hash = rowHash(changed);
    await database.query('UPDATE operator_audit SET previous = $2, hash = $3, reason = $4 WHERE number = $1', [
      ...[row.number, previous, hash, changed.reason],
    ]);
    previous = hash;
  }
  await database.query('UPDATE operator_audit_head SET hash = $1', [previous]);
}

describe('an attacker who edits tables is seen', () => {
  const tables = ['operator_assertion', 'operator_key', 'operator_audit', 'operator_audit_value', 'operator_audit_head'];
  const edit = (sql: string) => async () => void (await exchange.database.query(sql));
  it.each<[string, () => Promise<void>, RegExp]>([
    ['a signature is deleted', edit('DELETE FROM operator_assertion WHERE operator_id = 2'), /the signature of operator 2 is not stored/],
    [
      'a signature is altered',
      edit(`UPDATE operator_assertion SET assertion = jsonb_set(assertion, '{response,signature}', '"AAAA"') WHERE operator_id = 1`),
      /the stored signature of operator 1 was changed/,
    ],
    [
      'a signature is given to another operator',
      edit('UPDATE operator_assertion SET operator_id = 1 WHERE operator_id = 2'),
      /is stored as that of operator 1/,
    ],
    [
      'two signatures change places',
      edit(
        `UPDATE operator_assertion a SET assertion = b.assertion, operator_id = b.operator_id FROM operator_assertion b WHERE a.hash <> b.hash`,
      ),
      /the stored signature of operator 1 was changed/,
    ],
    [
      'a key is replaced by the attacker’s',
      edit('UPDATE operator_key SET public_key = (SELECT public_key FROM operator_key WHERE operator_id = 3) WHERE operator_id = 2'),
      /the signature of operator 2 does not hold/,
    ],
    [
      'a key is added',
      edit(
        `INSERT INTO operator_key (id, operator_id, public_key, counter, label, software, created_at) SELECT 'mine', 2, public_key, 0, 'x', true, now() FROM operator_key WHERE operator_id = 3`,
      ),
      /the audit knows no enrolment of the key mine of operator 2/,
    ],
    [
      'a row of the audit says something else',
      edit("UPDATE operator_audit SET reason = 'x' WHERE number = 2"),
      /row 2 of the audit does not fit: hash/,
    ],
    [
      'a value of the audit is changed',
      edit("UPDATE operator_audit_value SET after = 'x' WHERE number = 1"),
      /row 1 of the audit does not fit: value/,
    ],
    [
      'the audit is cut off',
      edit('DELETE FROM operator_audit_value; DELETE FROM operator_audit WHERE number = (SELECT max(number) FROM operator_audit)'),
      /of the audit does not fit: missing/,
    ],
    ['the audit is rewritten with its whole chain', rewriteChain, /row \d+ of the audit is not the one that command \d+ anchored/],
  ])(
    '%s',
    async (_, attack, found) => {
      const { database } = exchange;
      for (const table of tables) await database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
      await attack();
      expect((await findings()).join('\n')).toMatch(found);
      for (const table of [...tables].reverse()) await database.query(`DELETE FROM ${table}`);
      for (const table of tables) {
        await database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
        await database.query(`DROP TABLE kept_${table}`);
      }
      expect(await findings()).toEqual([]);
    },
    30_000,
  );
});

it('counts the time that a proposal may wait as the journal says it', async () => {
  const hour = 3_600_000;
  const over = async (approvedAfter: number) => {
    const check = new OperatorsCheck('demo');
    const id = new Uint8Array(16);
    const body = { kind: 'setTradingMode', mode: 'cancelOnly' } as const;
    const digest = proposalDigest('demo', id, 1, body);
    const result = (state: 'waits' | 'applied') =>
      ({ ok: true, result: { kind: 'proposal', proposal: 5, digest, state, refusal: '' } }) as never;
    const take = (time: number, operator: number, command: unknown, outcome: unknown = { ok: true }) =>
      check.take(
        { seq: 1, time, commandId: id, actor: operator === 0 ? { by: 'system' } : { by: 'operator', id: operator }, command } as never,
        outcome as never,
      );
    take(0, 0, { kind: 'setRules', version: 1, limits: [{ limit: limitNumbers.proposalLifeMs, value: 48 * hour }] });
    for (const operator of [1, 2]) take(0, 0, { kind: 'defineOperator', operator, name: '', powers: ['rules'] });
    take(0, 1, { kind: 'propose', body, reason: '', proof: '' }, result('waits'));
    take(approvedAfter, 2, { kind: 'approve', proposal: 5, digest, proof: '' }, result('applied'));
    return (await check.result(exchange.database)).findings;
  };
  expect(await over(47 * hour)).toEqual([]);
  expect(await over(48 * hour)).toEqual(['command 1 of demo: the proposal was over']);
});
