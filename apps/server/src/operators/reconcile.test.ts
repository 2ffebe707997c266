import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCase } from '../cases/machine.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { testDatabase } from '../testing/database.ts';

const usdt = createCatalogue().assetByCode('USDT')!.id;
let kit: TestConsole;
let token: string;
const state = { away: false, runs: 0 };
let at = 0;

/** A comparison as the job writes it. */
async function compared(difference: string, problem: string | null = null) {
  at += 60_000;
  const [row] = await kit.database.query<{ id: bigint }>('INSERT INTO reconciliation (at, seq, problem) VALUES ($1, $2, $3) RETURNING id', [
    new Date(kit.clock.now() + at),
    42,
    problem,
  ]);
  if (problem === null)
    await kit.database.query(
      `INSERT INTO reconciliation_line (reconciliation_id, asset, custody, liabilities, simulated, not_credited, being_sent, cost, difference, places)
       VALUES ($1, $2, '1000.5', '1000.500000000000000001', 0, 0, 0, 0, $3, $4)`,
      [row!.id, usdt, difference, JSON.stringify([{ kind: 'custody', where: '0xabc', amount: '1000.5' }])],
    );
  return String(row!.id);
}
beforeAll(async () => {
  const on = await testDatabase();
  kit = await testConsole({
    on,
    reconcile: async () => {
      state.runs += 1;
      if (state.away) throw new Error('a node does not answer');
      await compared('0');
    },
  });
  ({ token } = await kit.operator('finance'));
});
afterAll(() => kit.close());
const get = async (id?: string) => kit.call('GET reconcile/get', id ? { id } : {}, { token });

test('before the first comparison there is none, and the list is empty', async () => {
  expect(errorByCode((await get()).code)).toBe('notFound');
  expect((await kit.call('GET reconcile/list', {}, { token })).data).toMatchObject({ list: [], total: 0 });
});

test('a comparison has every figure as it was found, its rows, and the open case about its difference', async () => {
  const old = await compared('0');
  const id = await compared('-0.000000000000000001');
  await kit.database.transaction((tx) =>
    openCase(
      tx,
      { kind: 'difference', venue: 'real', customer: null, account: null, subject: { asset: 'USDT' }, evidence: [] },
      { kind: 'machine' },
      kit.clock.now(),
    ),
  );
  const { data } = await get();
  expect(data).toMatchObject({ id, seq: '42', lamp: 'differs', problem: null });
  expect(data.lines).toEqual([
    {
      ...{ asset: 'USDT', custody: '1000.5', liabilities: '1000.500000000000000001', simulated: '0', notCredited: '0' },
      ...{ beingSent: '0', cost: '0', difference: '-0.000000000000000001', case: expect.stringMatching(/^\d+$/) },
      places: [{ kind: 'custody', where: '0xabc', amount: '1000.5' }],
    },
  ]);
  expect((await get(old)).data).toMatchObject({ id: old, lamp: 'holds' });
  expect(errorByCode((await get('999999')).code)).toBe('notFound');
});

test('one that could not be read whole says so, and the history has pages', async () => {
  const id = await compared('0', 'the node of ethereum does not answer');
  expect((await get()).data).toMatchObject({ id, lamp: 'unknown', problem: 'the node of ethereum does not answer', lines: [] });
  const { data } = await kit.call('GET reconcile/list', { pageSize: '2' }, { token });
  expect(data.total).toBe(3);
  expect(data.list.map(({ lamp, assets }) => [lamp, assets])).toEqual([
    ['unknown', 0],
    ['differs', 1],
  ]);
  expect(data.list[1]!.differences).toEqual([{ asset: 'USDT', difference: '-0.000000000000000001' }]);
});

test('it compares now, once for each command id, and says when something outside does not answer', async () => {
  const commandId = 'd3b1a7a0-0000-4000-8000-000000000001';
  const first = await kit.call('POST reconcile/run', {}, { token, commandId });
  expect(first.data).toMatchObject({ lamp: 'holds' });
  expect((await kit.call('POST reconcile/run', {}, { token, commandId })).data.id).toBe(first.data.id);
  expect(state.runs).toBe(1);
  state.away = true;
  expect(errorByCode((await kit.call('POST reconcile/run', {}, { token })).code)).toBe('comparisonUnfinished');
});
