import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminCallName, AdminInput } from '@bourse/protocol/admin';
import { type ErrorName, errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContent } from '../content/content.ts';
import { createLists } from '../identity/lists.ts';
import { listEffect } from '../identity/screen-again.ts';
import { silentLog } from '../platform/log.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { registerFirstOperators } from './register.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let exchange: Exchange;
let kit: TestConsole;
let [ada, ben, cleo, dora]: Operator[] = [];
const clock = { now: () => Date.now() };
const folder = join(tmpdir(), `lists-of-console-${process.pid}`);
beforeAll(async () => {
  exchange = await testExchange();
  const { venues, test: on, database } = exchange;
  mkdirSync(folder, { recursive: true });
  const lists = createLists({ database, clock, folder });
  kit = await testConsole({ venues, on, lists, catalogue: exchange.catalogue, effects: { screeningList: listEffect({ lists, venues }) } });
  ada = await kit.operator('administrator');
  ben = await kit.operator('administrator');
  cleo = await kit.operator('support', 'finance', 'compliance', 'risk');
  dora = await kit.operator('support', 'finance', 'compliance', 'risk', 'content');
  await registerFirstOperators({ database, venues, log: silentLog });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await kit.app.close();
  await exchange.close();
});

const refusalOf = ({ code }: { code: number }): ErrorName | undefined => errorByCode(code);
const call = <Name extends AdminCallName>(who: Operator, name: Name, input: AdminInput<Name>) =>
  kit.call(name, input, { token: who.token });
type Body = { kind: string; values: Record<string, unknown> };

async function prepare(who: Operator, body: Body, commandId: string = randomUUID()) {
  return kit.call('POST change/prepare', { venue: 'demo', commandId, body, reason: 'as agreed' }, { token: who.token });
}
async function propose(who: Operator, body: Body) {
  const commandId = randomUUID();
  const { data } = await prepare(who, body, commandId);
  const assertion = who.key.assert({ challenge: data.digest, rpId: data.rpId });
  return kit.call('POST change/propose', { venue: 'demo', body, reason: 'as agreed', assertion }, { token: who.token, commandId });
}
async function approve(who: Operator, proposal: string) {
  const { data } = await call(who, 'GET change/get', { venue: 'demo', proposal: Number(proposal) });
  const { digest } = data.change;
  const assertion = who.key.assert({ challenge: digest, rpId: 'localhost' });
  return call(who, 'POST change/approve', { venue: 'demo', proposal, digest, assertion });
}
/** Two people decide a case, each after having read it. */
async function decide(id: string, pass: boolean, reasonCode: string) {
  const read = async (who: Operator) => {
    const { data } = await call(who, 'GET case/get', { id });
    for (const { id: evidence } of data.evidence) await call(who, 'POST case/evidence', { id, evidence });
    return (await call(who, 'GET case/get', { id })).data.case.revision;
  };
  const taken = await call(cleo!, 'POST case/take', { id, revision: await read(cleo!) });
  await call(cleo!, 'POST case/decide', { id, revision: taken.data.case.revision, pass, reasonCode });
  return call(dora!, 'POST case/decide', { id, revision: await read(dora!), pass, reasonCode });
}
/** Dora is the fourth operator: the two administrators let the venue know her. */
const powers = ['see', 'support', 'money', 'house', 'compliance', 'rules'];
async function letDoraIn() {
  const { data } = await propose(ada!, { kind: 'defineOperator', values: { operator: dora!.id, powers } });
  expect((await approve(ben!, data.proposal)).data).toMatchObject({ state: 'applied' });
}
const rail = (change: object = {}) => ({
  kind: 'defineRail',
  values: {
    ...{ rail: '1', asset: String(exchange.catalogue.assetByCode('USDT')!.id), channel: '1', minIn: '10', autoInMax: '5000', holdMs: '0' },
    ...{ minOut: '20', feeFixed: '1.5', feePpm: '0', hourlyUnreviewed: '10000', open: '3', ...change },
  },
});

describe('a rail', () => {
  test('is opened by two people who saw each figure in whole units, and its fee is changed with what it was', async () => {
    await letDoraIn();
    const { data: before } = await prepare(cleo!, rail());
    expect(before).toMatchObject({ power: 'rules', persons: 2 });
    expect(before.fields).toContainEqual(expect.objectContaining({ field: 'feeFixed', before: null, after: '1.500000', asset: 'USDT' }));
    const { data } = await propose(cleo!, rail());
    expect(refusalOf(await approve(cleo!, data.proposal))).toBe('samePerson');
    expect((await approve(dora!, data.proposal)).data).toMatchObject({ state: 'applied' });
    const { data: form } = await call(cleo!, 'POST change/form', { venue: 'demo', kind: 'defineRail', subject: '1' });
    expect(form.values).toMatchObject({ feeFixed: '1.500000', open: '3', channel: '1' });
    const next = await prepare(cleo!, { kind: 'defineRail', values: { ...form.values, feeFixed: '2' } });
    expect(next.data.fields.filter((one) => one.before !== one.after)).toEqual([
      { field: 'feeFixed', at: '', part: '', before: '1.500000', after: '2.000000', asset: 'USDT', choice: false },
    ]);
    const list = await call(cleo!, 'GET change/in-force', { venue: 'demo', kind: 'defineRail' });
    expect(list.data).toEqual([{ subject: '1', name: '', values: form.values }]);
  });
  test('refuses more decimals than its asset has, and a figure that is none', async () => {
    for (const feeFixed of ['1.0000001', '-1', '1,5', '']) expect(refusalOf(await prepare(cleo!, rail({ feeFixed })))).toBe('badRequest');
  });
  test('is stopped by one person at once, and opens by two only', async () => {
    const stop = { venue: 'demo', rail: 1, stopIn: false, stopOut: true, reason: 'a stolen key' } as const;
    expect(refusalOf(await call(ben!, 'POST rail/stop', stop))).toBe('permissionMissing');
    expect(refusalOf(await call(cleo!, 'POST rail/stop', { ...stop, rail: 9 }))).toBe('notFound');
    expect(refusalOf(await call(cleo!, 'POST rail/stop', stop))).toBeUndefined();
    const { data } = await call(cleo!, 'GET change/in-force', { venue: 'demo', kind: 'defineRail' });
    expect(data[0]?.values['open']).toBe('1');
  });
});

describe('lists of what is in force', () => {
  test.each([
    'defineInstrument',
    'defineContract',
    'defineStock',
    'defineTimed',
    'defineAsset',
    'setRules',
    'defineOperator',
    'setTradingMode',
  ])('%s has rows, and each of them is a whole form', async (kind) => {
    const { data } = await call(cleo!, 'GET change/in-force', { venue: 'demo', kind });
    expect(data.length).toBeGreaterThan(0);
    const { data: kinds } = await call(cleo!, 'GET change/kinds', {});
    const names = kinds.find((one) => one.kind === kind)!.fields.map(({ name }) => name);
    if (kind !== 'setRules') for (const { values } of data) expect(Object.keys(values).sort()).toEqual([...names].sort());
  });
  test('a changed limit names its number and what it was', async () => {
    const { data } = await call(cleo!, 'GET change/in-force', { venue: 'demo', kind: 'setRules' });
    const limit = data.find(({ name }) => name === 'openProposals')!;
    const { data: form } = await call(cleo!, 'POST change/form', { venue: 'demo', kind: 'setRules', subject: limit.subject });
    expect(form.values['limits']).toEqual([{ limit: limit.subject, value: limit.values['value'] }]);
    const values = { ...form.values, limits: [{ limit: limit.subject, value: '500' }] };
    const prepared = await prepare(cleo!, { kind: 'setRules', values });
    expect(prepared.data.fields).toContainEqual(
      expect.objectContaining({ field: 'limits', at: limit.subject, part: 'value', before: limit.values['value'], after: '500' }),
    );
  });
});

describe('house money', () => {
  test('is listed by account, wallet and asset, and brought in by two people under the next number', async () => {
    const { data: form } = await call(cleo!, 'POST change/form', { venue: 'demo', kind: 'fundHouse' });
    const asset = exchange.catalogue.assetByCode('USDT')!.id;
    const values = { ...form.values, account: '8', wallet: '1', asset: String(asset), amount: '1000.5' };
    const { data } = await propose(cleo!, { kind: 'fundHouse', values });
    const done = data.state === 'applied' ? data : (await approve(dora!, data.proposal)).data;
    expect(done).toMatchObject({ state: 'applied' });
    const { data: rows } = await call(cleo!, 'GET house/list', { venue: 'demo' });
    expect(rows).toContainEqual({
      account: 8,
      name: 'bonus',
      wallet: 1,
      asset: 'USDT',
      assetId: asset,
      available: '1000.500000',
      frozen: '0.000000',
    });
    expect(refusalOf(await call(ben!, 'GET house/list', { venue: 'demo' }))).toBe('permissionMissing');
  });
});

describe('deposits', () => {
  test('are listed and found by their number', async () => {
    const account = 100_001;
    await exchange.venues.demo.submit({ account: 0, command: { kind: 'openAccount', account, feeClass: 0 } });
    const { data: form } = await call(cleo!, 'POST change/form', { venue: 'demo', kind: 'creditDeposit' });
    const values = { ...form.values, account: String(account), rail: '1', amount: '250', fee: '0', source: '4' };
    const { data } = await propose(cleo!, { kind: 'creditDeposit', values });
    const done = data.state === 'applied' ? data : (await approve(dora!, data.proposal)).data;
    expect(done).toMatchObject({ state: 'applied', refused: '' });
    const { value: seq } = await exchange.venues.demo.read((engine) => engine.seq);
    await exchange.venues.demo.waitProjected(seq, 5_000);
    const { data: list } = await call(cleo!, 'GET deposit/list', { venue: 'demo' });
    expect(list).toMatchObject({
      total: 1,
      list: [{ deposit: '1', account, asset: 'USDT', amount: '250.000000', state: 'credited', source: 4 }],
    });
    const { data: others } = await call(cleo!, 'GET deposit/list', { venue: 'demo', account: 100_002 });
    expect(others.list).toEqual([]);
    expect((await call(cleo!, 'GET payout/list', { venue: 'demo' })).data).toMatchObject({ list: [], total: 0 });
    const { data: found } = await call(cleo!, 'GET search/find', { number: '1' });
    expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['deposit', 'change']));
    // Nobody finds what they may not see.
    const { data: less } = await call(ada!, 'GET search/find', { number: '1' });
    expect(less.map(({ kind }) => kind)).not.toContain('deposit');
  });
});

describe('published settings', () => {
  test('take effect in the app, and nothing that pages could not show is published', async () => {
    let now = Date.now();
    const { handlers } = createContent({
      ...{ database: exchange.database, clock: { now: () => now }, environment: 'development', version: 'test', reachesPhones: false },
      rates: {
        usdRate: (code) => (code === 'USDT' || code === 'MYR' ? { price: '1', time: now, stale: false } : undefined),
        catalogue: { instruments: [] },
      },
      people: { countryOf: async () => null },
    });
    const info = async () => {
      now += 10_000;
      return handlers['GET system/base-info/get']({}, {} as never);
    };
    const set = (key: string, value: string, who = dora!) => call(who, 'POST setting/set', { key, value, reason: 'as agreed' });
    expect(refusalOf(await set('baseName', 'Eve', cleo!))).toBe('permissionMissing');
    for (const [key, value] of [
      ['upDownColor', 'purple'],
      ['chartTimezone', 'Mars/Olympus'],
      ['baseLogo', 'https://evil.example/x.svg'],
      ['baseLogo', '/v8/../x.svg'],
      ['baseName', 'x'.repeat(41)],
      ['defaultCurrency', 'XXX'],
      ['pageSize', '50'],
      ['constructor', 'x'],
    ] as const)
      expect(refusalOf(await set(key, value)), `${key} ${value}`).toBe('badRequest');
    for (const [key, value] of [
      ['upDownColor', 'upRed'],
      ['chartInterval', '60'],
      ['chartTimezone', 'Asia/Tokyo'],
      ['baseName', 'Another name'],
      ['defaultCurrency', 'MYR'],
      ['defaultLanguage', 'en'],
    ] as const)
      expect(refusalOf(await set(key, value)), key).toBeUndefined();
    expect(await info()).toMatchObject({
      APP_BASE_NAME: 'Another name',
      defaults: { upDownColor: 'upRed', chartInterval: '60', timeZone: 'Asia/Tokyo', language: 'en' },
    });
    const rates = await handlers['GET pay/exchange-rate/list']({}, { language: 'en' } as never);
    expect(rates.find(({ isDefault }) => isDefault)?.exchange).toBe('MYR');
    expect((await call(dora!, 'GET setting/list', {})).data).toContainEqual({ key: 'chartTimezone', value: 'Asia/Tokyo', choices: [] });
  });
});

describe('a product', () => {
  const of = async (name: string) => (await call(cleo!, 'GET product/list', {})).data.find(({ product }) => product === name)!;
  test('is closed by one person at once, and opened by two', async () => {
    await call(cleo!, 'POST product/close', { product: 'timed', venue: 'demo', reason: 'an alarm' });
    expect(await of('timed')).toMatchObject({ demo: false, changedBy: `operator ${cleo!.id}`, reason: 'an alarm' });
    const { data } = await call(cleo!, 'POST product/open', { product: 'timed', venue: 'demo', reason: 'the alarm is over' });
    expect(refusalOf(await call(dora!, 'POST product/open', { product: 'timed', venue: 'demo', reason: 'me too' }))).toBe('caseOpen');
    expect(await of('timed')).toMatchObject({ demo: false });
    await decide(data.case, true, 'riskAccepted');
    expect(await of('timed')).toMatchObject({ demo: true, changedBy: `case ${data.case}` });
  });

  test('stays closed where somebody closed it again while two people decided about the first alarm', async () => {
    const close = (reason: string) => call(cleo!, 'POST product/close', { product: 'timed', venue: 'demo', reason });
    const open = () => call(cleo!, 'POST product/open', { product: 'timed', venue: 'demo', reason: 'the alarm is over' });
    await close('an alarm');
    const { data } = await open();
    kit.clock.jump(1);
    await close('another alarm');
    await decide(data.case, true, 'riskAccepted');
    expect(await of('timed')).toMatchObject({ demo: false, reason: 'another alarm' });
    await decide(data.case, false, 'riskTooHigh');
    kit.clock.jump(1);
    const { data: now } = await open();
    await decide(now.case, true, 'riskAccepted');
    expect(await of('timed')).toMatchObject({ demo: true, changedBy: `case ${now.case}` });
  });
});

describe('a screening list', () => {
  const file = (name: string, people: object[]) => writeFileSync(join(folder, name), JSON.stringify({ issued: '2026-11-01', people }));
  const person = (id: string, name: string) => ({ id, names: [name], birthYears: [], addresses: [] });
  test('is in force when two people have decided it, with its digest in the journal', async () => {
    file('new.json', [person('N1', 'Mallory Example')]);
    const { data } = await call(cleo!, 'POST list/import', { source: 'fictional', file: 'new.json', reason: 'the weekly list' });
    expect(data.people).toBe(1);
    const hits = async () => (await call(cleo!, 'GET list/get', { name: 'Mallory Example', birthYear: '1980' })).data;
    expect(await hits()).toEqual([]);
    expect(refusalOf(await call(dora!, 'POST list/import', { source: 'fictional', file: 'new.json', reason: 'again' }))).toBe('listKnown');
    await decide(data.case, true, 'listGenuine');
    expect(await hits()).toMatchObject([{ source: 'fictional', entry: 'N1', name: 'Mallory Example' }]);
    const { data: seen } = await call(cleo!, 'GET list/list', {});
    expect(seen.lists).toMatchObject([{ file: 'new.json', people: 1, state: 'inForce' }]);
    const { value: seq } = await exchange.venues.real.read((engine) => engine.seq);
    await exchange.venues.real.waitProjected(seq, 5_000);
    const anchors = await exchange.database.query<{ digest: string }>(
      "SELECT event->>'digest' AS digest FROM happening WHERE venue = 'real' AND kind = 'anchor' AND event->>'subject' = 'screeningList'",
    );
    expect(anchors.map(({ digest }) => Buffer.from(digest, 'base64url').toString('hex'))).toEqual([seen.lists[0]!.digest]);
  });
  test('that is refused, broken, or outside the folder is never in force', async () => {
    file('doubtful.json', [person('D1', 'Trudy Example')]);
    const { data } = await call(cleo!, 'POST list/import', { source: 'fictional', file: 'doubtful.json', reason: 'from a mail' });
    await decide(data.case, false, 'listDoubtful');
    expect((await call(cleo!, 'GET list/get', { name: 'Trudy Example', birthYear: '1980' })).data).toEqual([]);
    writeFileSync(join(folder, 'broken.json'), '{"people": [');
    const take = (name: string) => call(cleo!, 'POST list/import', { source: 'fictional', file: name, reason: 'a try' });
    expect(refusalOf(await take('broken.json'))).toBe('listUnusable');
    expect(refusalOf(await take('missing.json'))).toBe('notFound');
    for (const name of ['../secret', '/etc/passwd', '.hidden', '..']) expect(refusalOf(await take(name)), name).toBe('badRequest');
  });
});
