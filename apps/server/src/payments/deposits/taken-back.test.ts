import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCase } from '../../cases/machine.ts';
import { testDesk } from '../testing/desk.ts';
import { testMoney } from '../testing/kit.ts';
import { depositStore } from './store.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
let office: Awaited<ReturnType<typeof testDesk>>;
beforeAll(async () => {
  kit = await testMoney();
  office = await testDesk(kit);
}, 60_000);
afterAll(async () => {
  await office.desk.close();
  await kit.close();
});

test('a deposit that is taken back says so to its owner, and people hear of it when its payment comes after all', async () => {
  const { account, token } = await kit.customer('real');
  await kit.setLevel(account, 1);
  await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token });
  await kit.blocks();
  await kit.call('POST pay/recharge/test-coins', { channel: 1, amount: '31' }, { token });
  await kit.blocks(13);
  const list = async () => (await kit.call('GET pay/recharge/page', {}, { token })).data.list;
  const [own] = await list();
  expect(own).toMatchObject({ step: 'credited' });

  const subject = { deposit: own!.id, channel: 'usdt-erc20', transaction: own!.txHash! };
  const one = { kind: 'reversal', venue: 'real', customer: null, account, subject, evidence: [] } as const;
  const row = await kit.database.transaction((tx) => openCase(tx, one, { kind: 'machine' }, kit.clock.now()));
  const id = String(row!.id);
  await office.later();
  await office.take(id);
  await office.decide(id, office.ada, { reasonCode: 'neverCame' });
  const { data } = await office.decide(id, office.ben, { reasonCode: 'neverCame' });
  expect(data.case.step).toBe('passed');
  expect((await list())[0]).toMatchObject({ step: 'reversed', status: -1, nextStep: null, waitsFor: null });

  const told: string[] = [];
  const store = depositStore({
    ...{ database: kit.database, clock: kit.clock, rails: kit.rails, network: 'ethereum' },
    alarm: async (_tx, text) => void told.push(text),
    lost: async () => {},
  });
  const [known] = await kit.database.query<{ observation: { id: string; transfer: { units: string } } }>(
    'SELECT observation FROM chain_observation WHERE id = (SELECT external_id FROM deposit WHERE number = $1)',
    [own!.id],
  );
  const { id: payment, transfer } = known!.observation;
  const returned = { kind: 'returned', id: payment, transfer: { ...transfer, units: BigInt(transfer.units) } as never } as const;
  const state = (await store.load())!;
  await store.save({ state, changed: [], forgotten: [], outcomes: [returned] });
  expect(told).toEqual([`The payment ${payment} of deposit ${own!.id} is on ethereum again, and the deposit was taken back.`]);
});
