import { type ApprovedCommand, type Command, operator } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesToSet } from '../../sequencer/engine-rules.ts';
import { decidedForm, sendDecided } from '../../sequencer/send-decided.ts';
import { type Exchange, testExchange } from '../../testing/exchange.ts';
import type { Catalogue } from '../port.ts';
import { defineVenue } from './definitions.ts';
import { fundMoney } from './funding.ts';

let exchange: Exchange;
const port = () => exchange.venues.demo;
const send = async (command: Command, by?: number) => {
  const { outcome } = await port().submit({ account: 0, command, ...(by ? { actor: operator(by) } : {}) });
  expect(outcome).toMatchObject({ ok: true });
};
const waiting = async () => (await port().read((engine) => engine.proposals())).value;
/** Both who decide about rules and the house's money. */
async function approveAll() {
  for (const { proposal, digest } of await waiting())
    for (const by of [3, 4]) await send({ kind: 'approve', proposal, digest, proof: '' }, by);
}
/** A server starts with this catalogue. */
const start = (catalogue: Catalogue) => defineVenue(port(), catalogue, exchange.database, Date.now());
const [first] = ['BTC/USDT'];
/** A file with other fees for one instrument. */
function withFee(takerFeePpm: readonly number[]): Catalogue {
  const { catalogue } = exchange;
  return { ...catalogue, filed: catalogue.filed.map((one) => (one.symbol === first ? { ...one, takerFeePpm } : one)) };
}
const feesInForce = async () => {
  const { id } = exchange.catalogue.instrumentBySymbol(first!)!;
  const { value } = await port().read((engine) => engine.terms(id)?.instrument.takerFeePpm);
  return value;
};

beforeAll(async () => {
  exchange = await testExchange();
  await start(exchange.catalogue);
  const decides = ['rules', 'house', 'money'] as const;
  for (const one of [1, 2]) await send({ kind: 'defineOperator', operator: one, powers: ['people'] });
  await send({ kind: 'defineOperator', operator: 3, powers: decides });
  await send({ kind: 'propose', body: { kind: 'defineOperator', operator: 4, powers: decides }, proof: '', reason: 'a second' }, 1);
  const [{ proposal, digest } = { proposal: 0, digest: '' }] = await waiting();
  await send({ kind: 'approve', proposal, digest, proof: '' }, 2);
  await send({ kind: 'sealVenue' });
});
afterAll(() => exchange.close());

describe('a server that starts on a sealed venue', () => {
  it('with the same file sends nothing', async () => {
    await start(exchange.catalogue);
    expect(await waiting()).toEqual([]);
  });
  it('proposes changed terms once, and finds them when people have approved', async () => {
    const fees = await feesInForce();
    const cheaper = fees!.map((fee) => fee - 100);
    for (let again = 0; again < 3; again += 1) await start(withFee(cheaper));
    const open = await waiting();
    expect(open).toMatchObject([{ proposer: 0, needed: 2, approvals: [], body: { kind: 'announceChange', origin: 'file' } }]);
    expect(await feesInForce()).toEqual(fees);
    await approveAll();
    expect(await feesInForce()).toEqual(cheaper);
    await start(withFee(cheaper));
    expect(await waiting()).toEqual([]);
  });
  it('does not propose again what was approved and waits for its notice', async () => {
    const dearer = (await feesInForce())!.map((fee) => fee + 500);
    await start(withFee(dearer));
    expect(await waiting()).toHaveLength(1);
    await approveAll();
    await start(withFee(dearer));
    expect(await waiting()).toEqual([]);
  });
  it('proposes its limits and the capital of the house instead of being refused', async () => {
    const { value: form } = await port().read((engine) => {
      const next = rulesToSet(engine, { ...engine.rules().limits, openOrdersPerAccount: engine.rules().limits.openOrdersPerAccount + 1 });
      return decidedForm(engine, next!.command, 'release');
    });
    expect(form).toMatchObject({ kind: 'propose', body: { kind: 'announceChange', body: { kind: 'setRules' } } });
    const money = [['bonus', 'coin', 'USDT', 1_000]] as unknown as Catalogue['house'];
    const { instruments } = exchange.catalogue;
    for (let again = 0; again < 2; again += 1) expect(await fundMoney(port(), money, instruments)).toBe(false);
    expect(await waiting()).toMatchObject([{ proposer: 0, body: { kind: 'fundHouse', wallet: Wallet.coin } }]);
    await approveAll();
    expect(await waiting()).toEqual([]);
    expect(await fundMoney(port(), money, instruments)).toBe(false);
    expect(await waiting()).toEqual([]);
  });
  it('sends bare what nobody has to decide', async () => {
    const stop = { kind: 'announceChange', body: { kind: 'setTradingMode', mode: 'cancelOnly' } } as const;
    const applied = await sendDecided(port(), { ...stop, origin: 'server', reason: 'a test', from: 0 }, '');
    expect(applied?.outcome.ok).toBe(true);
    const opens = { ...stop, body: { kind: 'setTradingMode', mode: 'normal' }, origin: 'server', reason: '', from: 0 } as const;
    expect(await sendDecided(port(), opens as ApprovedCommand & Command, 'the danger is over')).toBeUndefined();
    expect(await waiting()).toHaveLength(1);
  });
});
