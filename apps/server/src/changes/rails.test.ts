import { randomUUID } from 'node:crypto';
import { operator as asOperator, type Command } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { registerFirstOperators } from '../operators/register.ts';
import { type DeclaredRails, readRails } from '../payments/rails/declared.ts';
import { defineRails, RailBook } from '../payments/rails/rails.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

/** A clock that the test moves. */
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
const hour = 3_600_000;
const day = 24 * hour;
const evidence = Buffer.alloc(32, 7).toString('base64url');

const catalogue = createCatalogue();
const file: DeclaredRails = readRails((code) => catalogue.assetByCode(code), { reachable: () => false });
const usdtOf = (units: bigint | number) => formatUnits(BigInt(units), catalogue.assetByCode('USDT')!.scale);
const [first] = file.rails as [DeclaredRails['rails'][number]];
/** The file with another fee of its first rail. */
const withFee = (feeFixed: number, why = ''): DeclaredRails => ({
  ...file,
  why,
  rails: file.rails.map((rail) => (rail === first ? { ...rail, rules: { ...rail.rules, feeFixed } } : rail)),
});
const usual = first.rules.feeFixed;

let exchange: Exchange;
let kit: TestConsole;
type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let cleo: Operator;
let dora: Operator;
beforeAll(async () => {
  exchange = await testExchange({ clock, rails: new RailBook(file.rails, new Map()) });
  kit = await testConsole({ venues: exchange.venues, on: exchange.test, catalogue: exchange.catalogue });
});
afterAll(async () => {
  await kit.app.close();
  await exchange.close();
});

const real = () => exchange.venues.real;
const start = (declared: DeclaredRails) => defineRails(real(), declared, silentLog);
const pending = async () => (await real().read((engine) => engine.pendingChanges().map((one) => ({ ...one })))).value;
const railNow = async () => (await real().read((engine) => engine.payments().rails()[0]!)).value;
async function tell(command: Command, { account = 0, by = undefined as Operator | undefined } = {}) {
  const { outcome } = await real().submit({ account, command, ...(by ? { actor: asOperator(Number(by.id)) } : {}) });
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
  return outcome.result;
}
/** The venue hears something each half hour. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= hour / 2) {
    ahead += Math.min(left, hour / 2);
    await tell({ kind: 'advanceTime' });
  }
}
async function page(input: Record<string, string | number> = {}) {
  const { seq } = await real().read((engine) => engine.seq);
  await real().waitProjected(seq, 10_000);
  // Whoever looks has no account.
  const answer = await exchange.call('GET exchange/change/page', { product: 'money', ...input }, {});
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data;
}
const told = async (account: number) => {
  const { seq } = await real().read((engine) => engine.seq);
  await real().waitProjected(seq, 10_000);
  return exchange.told(account, 'real');
};

describe('a start with a changed file of rails', () => {
  test('defines what is new without a word, announces a dearer fee once, and takes it back with the file of before', async () => {
    await start(file);
    expect(await page()).toMatchObject({ total: 0 });
    for (let again = 0; again < 3; again += 1) await start(withFee(usual + 1_000_000, 'The network costs more.'));
    expect(await pending()).toMatchObject([{ subject: 'defineRail', origin: 'file', worse: true }]);
    expect((await page()).list).toMatchObject([
      {
        ...{ subject: 'defineRail', state: 'waits', symbol: null, reason: 'The network costs more.', worse: true },
        rail: { id: 1, asset: 'USDT', networkName: 'Ethereum (ERC-20)', provider: null },
        differences: [{ field: 'feeFixed', at: 0, unit: 'amount', coin: 'USDT', before: usdtOf(usual), after: usdtOf(usual + 1_000_000) }],
      },
    ]);
    expect(await railNow()).toMatchObject({ feeFixed: usual });
    await start(file);
    expect(await pending()).toEqual([]);
    expect((await page()).list).toMatchObject([{ state: 'withdrawn' }]);
    // Cheaper at once, and a rail that people stopped stays stopped.
    await tell({
      ...{ kind: 'announceChange', body: { kind: 'stopRail', rail: 1, stopIn: true, stopOut: false, evidence }, origin: 'server' },
      ...{ reason: 'a test', from: 0 },
    });
    await start(withFee(1));
    expect(await railNow()).toMatchObject({ feeFixed: 1, open: 2 });
    await start(file);
    await pass(day);
    expect(await railNow()).toMatchObject({ feeFixed: usual, open: 2 });
    expect((await page({ pageSize: 2 })).list.map(({ subject, state }) => `${subject} ${state}`)).toEqual([
      'defineRail inForce',
      'defineRail inForce',
    ]);
    for (const product of ['exchange', 'spot', 'timed'] as const) {
      const { data } = await exchange.call('GET exchange/change/page', { product }, { token: (await exchange.customer('real')).token });
      expect(
        data.list.filter(({ rail }) => rail !== null),
        product,
      ).toEqual([]);
    }
  });
});

describe('a change that two operators decide', () => {
  async function propose(who: Operator, body: { kind: string; values: Record<string, unknown> }, reason = 'The network costs more.') {
    const commandId = randomUUID();
    const prepared = await kit.call('POST change/prepare', { venue: 'real', commandId, body, reason }, { token: who.token });
    expect(prepared.code, prepared.body).toBe(0);
    const assertion = who.key.assert({ challenge: prepared.data.digest, rpId: prepared.data.rpId });
    const proposed = await kit.call('POST change/propose', { venue: 'real', body, reason, assertion }, { token: who.token, commandId });
    return { prepared: prepared.data, ...proposed.data };
  }
  async function approve(who: Operator, proposal: string) {
    const { data } = await kit.call('GET change/get', { venue: 'real', proposal: Number(proposal) }, { token: who.token });
    const { digest } = data.change;
    const assertion = who.key.assert({ challenge: digest, rpId: 'localhost' });
    const answer = await kit.call('POST change/approve', { venue: 'real', proposal, digest, assertion }, { token: who.token });
    return { noticeMs: data.noticeMs, ...answer.data };
  }
  const form = async (kind: string, subject?: string) =>
    (await kit.call('POST change/form', { venue: 'real', kind, ...(subject ? { subject } : {}) }, { token: cleo.token })).data.values;

  let [ana, ben, eve, fay] = [0, 0, 0, 0];
  let payout = 0;
  beforeAll(async () => {
    const [ada, bea] = [await kit.operator('administrator'), await kit.operator('administrator')];
    cleo = await kit.operator('support', 'finance', 'compliance', 'risk');
    await registerFirstOperators({ database: exchange.database, venues: exchange.venues, log: silentLog });
    dora = await kit.operator('finance', 'risk');
    const { proposal } = await propose(ada, {
      ...{ kind: 'defineOperator', values: { operator: dora.id, powers: ['see', 'money', 'house', 'rules'] } },
    });
    expect(await approve(bea, proposal)).toMatchObject({ state: 'applied' });
    const opens = { kind: 'defineRail', values: { ...(await form('defineRail', '1')), open: '3' } };
    const opened = await propose(cleo, opens, 'The key is safe.');
    expect(opened.prepared).toMatchObject({ noticeMs: 0, persons: 2 });
    await approve(dora, opened.proposal);
    const accounts: number[] = [];
    for (let made = 0; made < 4; made += 1) accounts.push((await exchange.customer('real')).account);
    [ana, ben, eve, fay] = accounts as [number, number, number, number];
    for (const account of [ana, fay])
      await tell({ kind: 'propose', body: { kind: 'setLevel', account, level: 2, evidence }, proof: '', reason: 'known' }, { by: cleo });
    // Ana is paid out, Ben only paid in, Eve only has a destination, and Fay's payment in was long ago.
    for (const [at, account] of [fay, ana, ben].entries()) {
      await tell({ kind: 'creditDeposit', account, rail: 1, deposit: at + 1, amount: 500_000_000n, fee: 0n, source: 1, evidence });
      if (account === fay) {
        ahead += 31 * day;
        await tell({ kind: 'advanceTime' });
      }
    }
    const destinations: number[] = [];
    for (const account of [ana, eve]) {
      const made = await tell({ kind: 'addDestination', account, rail: 1, digest: evidence }, { account });
      destinations.push(made.kind === 'destination' ? made.destination : 0);
    }
    await pass(25 * hour);
    const asked = await tell(
      {
        ...{ kind: 'requestPayout', account: ana, rail: 1, destination: destinations[0]!, amount: 100_000_000, flags: 0 },
        ...{ factor: 'passkey', evidence },
      },
      { account: ana },
    );
    payout = asked.kind === 'payout' ? asked.payout : 0;
    expect(asked).toMatchObject({ kind: 'payout' });
    for (const account of [ana, ben, eve, fay]) await told(account);
  });

  test('is announced, told to those who use the rail, on the public page, and in force a day later; a payout of before keeps its fee', async () => {
    const values = { ...(await form('defineRail', '1')), feeFixed: usdtOf(usual + 2_000_000) };
    const { prepared, proposal } = await propose(cleo, { kind: 'defineRail', values });
    expect(prepared).toMatchObject({ persons: 2, noticeMs: day });
    expect(prepared.fields.filter(({ before, after }) => before !== after)).toMatchObject([{ field: 'feeFixed', asset: 'USDT' }]);
    expect(await approve(dora, proposal)).toMatchObject({ state: 'applied', refused: '', noticeMs: day });
    expect(await railNow()).toMatchObject({ feeFixed: usual });
    const { list } = await page({ pageSize: 1 });
    expect(list).toMatchObject([
      { subject: 'defineRail', state: 'waits', origin: 'operator', reason: 'The network costs more.', worse: true, rail: { id: 1 } },
    ]);
    expect(list[0]!.from - list[0]!.announcedAt).toBe(day);
    const notice = { kind: 'changes.announced', params: { subject: 'defineRail', symbol: 'USDT · Ethereum (ERC-20)' } };
    for (const account of [ana, ben, eve]) expect(await told(account), String(account)).toMatchObject([notice]);
    expect(await told(fay)).toEqual([]);
    const before = (await real().read((engine) => engine.payments().payout(payout))).value!;
    await pass(day);
    expect(await railNow()).toMatchObject({ feeFixed: usual + 2_000_000 });
    const after = (await real().read((engine) => engine.payments().payout(payout))).value!;
    expect([after.feeFixed, after.fee]).toEqual([usual, before.fee]);
    const request = { account: ana, rail: 1, destination: after.destination, amount: 100_000_000, flags: 0 } as const;
    const { value: next } = await real().read((engine) =>
      engine.payments().preview({ kind: 'requestPayout', ...request, factor: 'passkey', evidence }),
    );
    expect(next).toMatchObject({ refusal: undefined, fee: before.fee + 2_000_000 });
    expect(await told(ana)).toEqual([]);
  });

  test('of the limits of payouts is told to those who are paid out or may be, and again when it is taken back', async () => {
    const now = await form('definePayoutRules');
    const [zero, one] = now['levelLimits'] as string[];
    const { proposal } = await propose(cleo, { kind: 'definePayoutRules', values: { ...now, levelLimits: [zero, one, one] } }, 'Too much.');
    await approve(dora, proposal);
    const [waiting] = await pending();
    expect(waiting).toMatchObject({ subject: 'definePayoutRules', worse: true });
    const { list } = await page({ pageSize: 1 });
    expect(list).toMatchObject([
      { symbol: null, rail: null, differences: [{ field: 'levelLimits', at: 3, unit: 'amount', coin: 'USDT', after: one }] },
    ]);
    for (const account of [ana, eve]) expect(await told(account)).toMatchObject([{ kind: 'changes.announced' }]);
    for (const account of [ben, fay]) expect(await told(account)).toEqual([]);
    const back = await propose(cleo, { kind: 'withdrawChange', values: { change: String(waiting!.change) } }, 'Not needed.');
    if (back.state === 'waits') await approve(dora, back.proposal);
    expect(await pending()).toEqual([]);
    expect((await page({ pageSize: 1 })).list).toMatchObject([{ state: 'withdrawn', endReason: 'Not needed.' }]);
    for (const account of [ana, eve])
      expect(await told(account)).toMatchObject([{ kind: 'changes.withdrawn', params: { subject: 'definePayoutRules' } }]);
  });

  test('is left alone by a start whose file never changed, and a rail is stopped by one person at once, with the reason for all to read', async () => {
    const values = { ...(await form('defineRail', '1')), minOut: '50' };
    const { proposal } = await propose(cleo, { kind: 'defineRail', values });
    await approve(dora, proposal);
    const kept = withFee(usual + 2_000_000);
    await start(kept);
    expect(await pending()).toMatchObject([{ subject: 'defineRail', origin: 'operator' }]);
    const stop = { venue: 'real', rail: 1, stopIn: false, stopOut: true, reason: 'A key was stolen.' } as const;
    const answer = await kit.call('POST rail/stop', stop, { token: cleo.token, commandId: randomUUID() });
    expect(answer.code, answer.body).toBe(0);
    expect(await railNow()).toMatchObject({ open: 1 });
    const { list } = await page({ pageSize: 1 });
    expect(list).toMatchObject([
      {
        ...{ subject: 'stopRail', state: 'inForce', reason: 'A key was stolen.', rail: { id: 1, asset: 'USDT' } },
        differences: [{ field: 'stopOut', at: 0, unit: 'onOff', before: '0', after: '1' }],
      },
    ]);
    // What waits goes on waiting, and does not open the rail.
    await pass(day);
    expect(await railNow()).toMatchObject({ open: 1, minOut: 50_000_000n });
  });

  test('of the file is a proposal where there are operators, once however often the server starts', async () => {
    const dearer = withFee(usual + 9_000_000);
    for (let again = 0; again < 3; again += 1) await start(dearer);
    const { value: open } = await real().read((engine) => engine.proposals().map((one) => ({ ...one })));
    expect(open).toMatchObject([{ proposer: 0, body: { kind: 'announceChange', origin: 'file', body: { kind: 'defineRail' } } }]);
    const proposal = String(open[0]!.proposal);
    await approve(cleo, proposal);
    await approve(dora, proposal);
    expect(await pending()).toMatchObject([{ subject: 'defineRail', origin: 'file' }]);
    await start(dearer);
    expect((await real().read((engine) => engine.proposals().length)).value).toBe(0);
  });
});
