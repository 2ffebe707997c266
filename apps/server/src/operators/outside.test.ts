import { randomUUID } from 'node:crypto';
import type { AdminCallName, AdminInput } from '@bourse/protocol/admin';
import { type ErrorName, errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { systemClock } from '../platform/clock.ts';
import { createKillSwitches } from '../platform/kill-switches.ts';
import { silentLog } from '../platform/log.ts';
import { testConsole } from '../testing/console.ts';
import { testDatabase } from '../testing/database.ts';

type Operator = Awaited<ReturnType<Awaited<ReturnType<typeof testConsole>>['operator']>>;
const usdt = createCatalogue().assetByCode('USDT')!;
const rail = {
  ...{ rail: 1, code: 'usdt-ethereum', asset: usdt, source: { kind: 'chain', network: 'ethereum', token: '0xtoken', decimals: 6 } },
} as never;
let kit: Awaited<ReturnType<typeof testConsole>>;
let switches: ReturnType<typeof createKillSwitches>;
let [cleo, dora, ben]: (Operator | undefined)[] = [];
const call = <Name extends AdminCallName>(who: Operator | undefined, name: Name, input: AdminInput<Name>) =>
  kit.call(name, input, { token: who?.token, commandId: randomUUID() });
const refusalOf = ({ code }: { code: number }): ErrorName | undefined => errorByCode(code);

beforeAll(async () => {
  const on = await testDatabase();
  switches = createKillSwitches({ database: on.database, venues: [], clock: systemClock, log: silentLog });
  kit = await testConsole({
    on,
    switches,
    outside: {
      signer: async () => ({
        ...{ state: 'ready', problem: null, vaultKey: 'AAAA', payoutsOff: switches.isActive('withdrawalsOff', 'real'), waiting: [] },
        rails: [{ rail: 1, code: 'usdt-ethereum', asset: 'USDT', network: 'ethereum', address: '0xhot', holds: '99.5' }],
      }),
      chains: async () => [{ network: 'ethereum', rails: [rail], head: 1_007, problem: null }],
    },
  });
  [cleo, dora] = [await kit.operator('finance', 'risk'), await kit.operator('finance', 'risk')];
  ben = await kit.operator('support');
});
afterAll(() => kit.close());
beforeEach(() => kit.database.query('DELETE FROM chain_rescan'));

async function decide(id: string, pass: boolean, reasonCode: string) {
  const read = async (who: Operator | undefined) => {
    const { data } = await call(who, 'GET case/get', { id });
    for (const { id: evidence } of data.evidence) await call(who, 'POST case/evidence', { id, evidence });
    return (await call(who, 'GET case/get', { id })).data.case.revision;
  };
  const taken = await call(cleo, 'POST case/take', { id, revision: await read(cleo) });
  await call(cleo, 'POST case/decide', { id, revision: taken.data.case.revision, pass, reasonCode });
  return call(dora, 'POST case/decide', { id, revision: await read(dora), pass, reasonCode });
}

describe('payouts', () => {
  const off = { what: 'withdrawalsOff', scope: 'real', reason: 'a stolen key' } as const;
  const isOff = () => switches.isActive('withdrawalsOff', 'real');
  test('are turned off by one person at once, and on by two', async () => {
    expect(refusalOf(await call(ben, 'POST stop/throw', off))).toBe('permissionMissing');
    expect(refusalOf(await call(cleo, 'POST stop/end', off))).toBe('notFound');
    expect(refusalOf(await call(cleo, 'POST stop/throw', off))).toBeUndefined();
    expect(isOff()).toBe(true);
    expect((await call(cleo, 'GET signer/get', {})).data.payoutsOff).toBe(true);

    const { data } = await call(cleo, 'POST stop/end', { ...off, reason: 'the key is replaced' });
    expect(refusalOf(await call(dora, 'POST stop/end', off))).toBe('caseOpen');
    expect(refusalOf(await call(ben, 'POST stop/end', off))).toBe('permissionMissing');
    await decide(data.case, false, 'causeRemains');
    await switches.apply();
    expect(isOff()).toBe(true);

    const { data: again } = await call(cleo, 'POST stop/end', off);
    const taken = await call(cleo, 'POST case/take', { id: again.case, revision: 1 });
    expect(refusalOf(taken)).toBeUndefined();
    await switches.apply();
    expect(isOff(), 'asking turns nothing on').toBe(true);
    await call(cleo, 'POST case/release', { id: again.case, revision: taken.data.case.revision });
    await decide(again.case, true, 'causeGone');
    await kit.carryOut.job.run();
    await switches.apply();
    expect(isOff()).toBe(false);
  });

  test('stay off where somebody turned them off again, for another reason, while two people decided about the first', async () => {
    await call(cleo, 'POST stop/throw', off);
    const { data } = await call(cleo, 'POST stop/end', { ...off, reason: 'the key is replaced' });
    await call(dora, 'POST stop/throw', { ...off, reason: 'a second key is stolen' });
    await decide(data.case, true, 'causeGone');
    await kit.carryOut.job.run().catch(() => {});
    await switches.apply();
    expect(isOff()).toBe(true);
    const said = (await switches.list()).find(({ name, scope }) => name === 'withdrawalsOff' && scope === 'real');
    expect(said?.reason).toBe('a second key is stolen');
    // People look again, refuse the old question, and ask about what holds payouts now.
    await decide(data.case, false, 'causeRemains');
    const { data: now } = await call(cleo, 'POST stop/end', { ...off, reason: 'both are replaced' });
    await decide(now.case, true, 'causeGone');
    await kit.carryOut.job.run();
    await switches.apply();
    expect(isOff()).toBe(false);
  });
});

describe('a chain', () => {
  const observe = (id: string, height: number | undefined, parts: object = {}) =>
    kit.database.query('INSERT INTO chain_observation (network, id, observation) VALUES ($1, $2, $3)', [
      'ethereum',
      id,
      JSON.stringify({
        id,
        transfer: { txHash: id.split(':')[0], output: 1, to: '0xours', token: '0xtoken', units: '125500000' },
        ...{ state: 'confirming', confirmations: 3, needed: 12, lost: false },
        ...(height === undefined ? {} : { block: { height, hash: 'h' } }),
        ...parts,
      }),
    ]);
  beforeAll(async () => {
    await kit.database.query("INSERT INTO chain_tip (network, blocks, at) VALUES ('ethereum', $1, now())", [
      JSON.stringify([
        { height: 1_004, hash: 'a' },
        { height: 1_005, hash: 'b' },
      ]),
    ]);
    await observe('0xaa:1', 1_003);
    await observe('0xbb:1', undefined, { state: 'ready', lost: true });
    await kit.database.query(
      `INSERT INTO deposit (rail, external_id, account, step, units, decimals, created_at, changed_at, steps, salt) VALUES (1, '0xaa:1', 100007, 'confirming', 125500000, 6, now(), now(), '{}', '\\x00')`,
    );
  });

  test('shows how far it is followed, and what was seen, newest first', async () => {
    const { data } = await call(cleo, 'GET rail/list', {});
    expect(data).toMatchObject([{ network: 'ethereum', height: 1_005, head: 1_007, problem: null, observed: 2, rescan: null }]);
    const { data: seen } = await call(cleo, 'GET rail/observations', { network: 'ethereum' });
    expect(seen).toMatchObject({
      total: 2,
      list: [
        { id: '0xbb:1', state: 'ready', lost: true, height: null, deposit: null, account: null },
        { id: '0xaa:1', code: 'usdt-ethereum', asset: 'USDT', amount: '125.5', height: 1_003, step: 'confirming', account: 100_007 },
      ],
    });
    expect(refusalOf(await call(cleo, 'GET rail/observations', { network: 'nowhere' }))).toBe('notFound');
    expect(refusalOf(await call(ben, 'GET rail/observations', { network: 'ethereum' }))).toBe('permissionMissing');
  });

  test('is read again from where an operator says, once at a time, and not above what was followed', async () => {
    const ask = (parts: object) =>
      call(cleo, 'POST rail/rescan', { network: 'ethereum', from: 10, to: 1_005, reason: 'a customer misses coins', ...parts });
    expect(refusalOf(await ask({ to: 1_006 }))).toBe('rescanRange');
    expect(refusalOf(await ask({ from: 1_005, to: 1_004 }))).toBe('rescanRange');
    expect(refusalOf(await ask({ network: 'nowhere' }))).toBe('notFound');
    expect(refusalOf(await call(ben, 'POST rail/rescan', { network: 'ethereum', from: 1, to: 2, reason: 'none of mine' }))).toBe(
      'permissionMissing',
    );
    expect(refusalOf(await ask({}))).toBeUndefined();
    expect(refusalOf(await ask({ from: 11 }))).toBe('rescanOpen');
    const { data } = await call(dora, 'GET rail/list', {});
    expect(data[0]?.rescan).toMatchObject({ from: 10, to: 1_005, next: 10, found: 0, doneAt: null, problem: null });
  });
});
