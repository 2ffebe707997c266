import { AgreeingChain, type Chain } from '@bourse/chains';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SoftwareAuthenticator, softwareAuthenticator } from '../../testing/authenticator.ts';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';

let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
  await kit.tellVault();
  await kit.blocks(2);
}, 120_000);
afterAll(() => kit.close());

const wallets = {
  2: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  1: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  4: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3',
  3: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
} as const;
const iban = 'DE89370400440532013000';

async function destination(who: Customer, channel: keyof typeof wallets = 1, key?: Awaited<ReturnType<typeof kit.passkey>>) {
  const input = { channel, address: wallets[channel], label: 'Mine', whose: 'self', ...(channel === 4 ? { tag: 9 } : {}) } as const;
  const made = await kit.prove('POST pay/virtual-wallet/create', input, who, key ? { key } : {});
  expect(made.refusal).toBe('done');
  return made.data.address;
}
type Place = { id: string; address: string; tag: number | null };
const inputOf = (channel: number, amount: string, to: Place) => ({
  ...{ channel, amount, destinationId: to.id, address: to.address },
  ...(to.tag === null ? {} : { tag: to.tag }),
});
const ask = (who: Customer, channel: number, amount: string, to: Place, options = {}) =>
  kit.prove('POST pay/withdrawal', inputOf(channel, amount, to), who, options);
const detail = async (who: Customer, id: string) => (await kit.call('GET pay/withdrawal/detail', { id }, { token: who.token })).data;
const refused = async (answer: Promise<{ code: number; msg: string }>) => (await answer).msg;
const spent = async (account: number) => {
  const { value } = await kit.real.read((engine) => engine.balances(account).filter(({ wallet }) => wallet === 1));
  return value.map(({ available, frozen }) => [available, frozen]);
};
const received = (network: 'ethereum' | 'xrp' | 'bitcoin', channel: keyof typeof wallets, token?: string) =>
  kit.rails.chain(network)!.balance(wallets[channel], token);

describe('a payout', () => {
  test('that its owner signed and a person passed arrives once, with its journey', async () => {
    const ann = await kit.payee();
    const key = await kit.passkey(ann);
    const to = await destination(ann, 1, key);
    expect(to).toMatchObject({ network: 'ethereum', usable: false, tag: null });
    await kit.day();
    const token = kit.rails.get(1)!.source.kind === 'chain' ? (kit.rails.get(1)!.source as { token?: string }).token : undefined;
    const before = await received('ethereum', 1, token);
    const asked = await ask(ann, 1, '100', to, { key });
    expect(asked.refusal).toBe('done');
    const { payout } = asked.data;
    expect(payout).toMatchObject({ step: 'review', status: 2, fee: '2', net: '98', mayCancel: true, waitsFor: 'operators' });
    expect(payout.reviewReasons).toContain('firstPayout');
    await kit.blocks(2);
    expect(await detail(ann, payout.id)).toMatchObject({ step: 'review' });
    await kit.decide(Number(payout.id), true);
    await kit.run();
    expect(kit.out.warnings()).toEqual([]);
    expect(await detail(ann, payout.id)).toMatchObject({ step: 'sending', mayCancel: false, waitsFor: 'network' });
    await kit.blocks(3);
    expect(await detail(ann, payout.id)).toMatchObject({ step: 'confirming', needed: 12 });
    await kit.blocks(12);
    const done = await detail(ann, payout.id);
    expect(done).toMatchObject({ step: 'completed', status: 1, receipt: { kind: 'payout' }, address: wallets[1] });
    expect(done.timeline.map(({ step }) => step)).toEqual(['requested', 'review', 'approved', 'sending', 'confirming', 'completed']);
    expect(done.timeline.every(({ at }) => at !== null)).toBe(true);
    expect((await received('ethereum', 1, token)) - before).toBe(98_000_000n);
    await kit.blocks(3);
    expect((await received('ethereum', 1, token)) - before).toBe(98_000_000n);
    expect(await kit.out.sent()).toHaveLength(1);
    const listed = await kit.call('GET pay/withdrawal/page', { status: 1 }, { token: ann.token });
    expect(listed.data).toMatchObject({ total: 1, list: [{ id: payout.id }] });
  }, 60_000);

  test('in XRP and in bitcoin arrives, and the rest of an output comes back', async () => {
    for (const [channel, asset, amount, network, units] of [
      [4, 'XRP', '30', 'xrp', 29_750_000n],
      [3, 'BTC', '0.001', 'bitcoin', 80_000n],
    ] as const) {
      const who = await kit.payee(asset, 40_000_000n);
      const to = await destination(who, channel);
      await kit.day();
      await kit.price(channel === 4 ? 'XRP/USDT' : 'BTC/USDT', channel === 4 ? '2' : '100000', 'real');
      const before = await received(network, channel);
      const asked = await ask(who, channel, amount, to);
      expect(asked.refusal).toBe('done');
      await kit.run();
      await kit.decide(asked.data.payout ? Number(asked.data.payout.id) : 0, true);
      await kit.run();
      await kit.blocks(6);
      expect(kit.out.warnings()).toEqual([]);
      expect(await detail(who, asked.data.payout.id)).toMatchObject({ step: 'completed' });
      expect((await received(network, channel)) - before).toBe(units);
    }
  }, 60_000);

  test('to a bank is one payment of one file, and a refusal of the bank is decided by two people', async () => {
    const who = await kit.payee('USD', 100_000n);
    const make = (iban: string, holder: string) =>
      kit.prove('POST pay/bank-card/create', { channel: 7, bank: 'Deutsche Bank', iban, holder, label: 'Home' }, who);
    expect((await make('DE89370400440532013001', 'Anna Eriksson')).refusal).toBe('accountNumberInvalid');
    expect((await make(iban, 'Somebody Else')).refusal).toBe('holderDiffers');
    const made = await make(iban, 'ERIKSSON Anna');
    expect(made.refusal).toBe('done');
    expect(made.data.card).toMatchObject({ account: 'DE89 3704 0044 0532 0130 00', currency: 'USD' });
    await kit.day();
    const asked = await ask(who, 7, '50', { id: made.data.card.id, address: iban, tag: null });
    expect(asked.refusal).toBe('done');
    const number = Number(asked.data.payout.id);
    await kit.run();
    await kit.decide(number, true);
    await kit.run();
    await kit.run();
    expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
    expect(await kit.database.query('SELECT status FROM payout_in_file WHERE number = $1', [number])).toEqual([{ status: 'accepted' }]);
    // The bank's account is empty: it refuses the payment.
    await kit.outside.deed({ do: 'settle' });
    await kit.run();
    await kit.run();
    expect(await kit.payout(number)).toMatchObject({ state: 'errored' });
    await expect(kit.decide(number, false, { by: [3, 3] })).rejects.toThrow();
    await kit.decide(number, false, { by: [3, 4], reason: 'provedNotSent' });
    expect(await kit.payout(number)).toMatchObject({ state: 'notSent' });
    expect(await spent(who.account)).toContainEqual([100_000n, 0n]);
  }, 60_000);
});

describe('nobody gets out', () => {
  test('more than there is: of sixty payouts of ten from a hundred at once, ten are taken', async () => {
    const who = await kit.payee('USDT', 100_000_000n);
    const to = await destination(who);
    await kit.day();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(who, 1, '10', to)));
    expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(10);
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['done', 'insufficientBalance']));
    expect(await spent(who.account)).toEqual([[0n, 100_000_000n]]);
    for (const { data } of answers.filter(({ refusal }) => refusal === 'done'))
      await kit.call('PUT pay/withdrawal/cancel/{id}', { id: data.payout.id }, { token: who.token });
    expect(await spent(who.account)).toEqual([[100_000_000n, 0n]]);
  }, 60_000);

  test('before the wait is over, to another address, or with a changed tag', async () => {
    const who = await kit.payee();
    const to = await destination(who);
    kit.clock.jump(24 * 3_600_000 - 60_000);
    expect((await ask(who, 1, '50', to)).refusal).toBe('destinationCooling');
    kit.clock.jump(60_001);
    const other = { ...to, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' };
    expect((await ask(who, 1, '50', other)).refusal).toBe('destinationDiffers');
    expect((await ask(who, 1, '50', { ...to, address: `${to.address.slice(0, -1)}5` })).refusal).toBe('addressInvalid');
    expect((await ask(who, 1, '50', { ...to, id: '999999' })).refusal).toBe('destinationUnknown');
    expect((await ask(who, 99, '50', to)).refusal).toBe('channelUnknown');
    expect((await ask(who, 1, '1500', { ...to })).refusal).toBe('travelRuleNeeded');
  });

  test('to an address with a mistake, without its tag, or of this exchange', async () => {
    const who = await kit.payee();
    const make = async (channel: number, address: string, tag?: number) =>
      (
        await kit.prove(
          'POST pay/virtual-wallet/create',
          { channel, address, label: 'x', whose: 'self', ...(tag === undefined ? {} : { tag }) },
          who,
        )
      ).refusal;
    expect(await make(1, '0x9858EfFD232B4033E47d90003D41EC34EcaEda95')).toBe('addressInvalid');
    expect(await make(1, wallets[3])).toBe('addressInvalid');
    expect(await make(4, wallets[4])).toBe('tagMissing');
    expect(await make(1, wallets[1], 5)).toBe('addressInvalid');
    expect(await make(7, iban)).toBe('channelUnknown');
    await kit.database.query(
      "INSERT INTO deposit_address (network, index, account, customer_id, address, made_at) VALUES ('ethereum', 1, 1, 1, '0xdAC17F958D2ee523a2206206994597C13D831ec7', now())",
    );
    expect(await make(1, '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBe('addressOurs');
    expect(await make(1, wallets[1])).toBe('done');
    expect(await make(1, wallets[1].toLowerCase())).toBe('destinationExists');
    expect(
      (
        await kit.prove(
          'POST pay/virtual-wallet/create',
          { channel: 1, address: wallets[1], label: 'x', whose: 'self' },
          await kit.customer('real'),
        )
      ).refusal,
    ).toBe('identityNeeded');
  });

  test('by an id of somebody else, and nothing of the real venue is the demo’s', async () => {
    const [ann, bob, demo] = [await kit.payee(), await kit.payee(), await kit.customer('demo')];
    const to = await destination(ann);
    await kit.day();
    const { data } = await ask(ann, 1, '50', to);
    const { id } = data.payout;
    for (const [call, input] of [
      ['GET pay/withdrawal/detail', { id }],
      ['PUT pay/withdrawal/cancel/{id}', { id }],
      ['GET pay/virtual-wallet/get', { id: to.id }],
      ['POST pay/virtual-wallet/update', { id: to.id, label: 'Mine now' }],
      ['POST pay/virtual-wallet/remove', { id: to.id }],
      ['POST pay/bank-card/remove', { id: to.id }],
      ['GET pay/bank-card/get', { id: to.id }],
      ['POST pay/bank-card/update', { id: to.id, label: 'Mine now' }],
      ['GET pay/withdrawal/fee', { channel: 1, amount: '5', destinationId: to.id }],
    ] as const) {
      expect((await kit.call(call, input as never, { token: bob.token })).code, call).toBeGreaterThan(4000);
      expect((await kit.call(call, input as never, { token: demo.token })).code, call).not.toBe(0);
    }
    expect((await ask(bob, 1, '50', to)).refusal).toBe('destinationUnknown');
    expect((await kit.call('GET pay/withdrawal/detail-list', { ids: `${id},999999999999999999` }, { token: bob.token })).data).toEqual([]);
    expect((await kit.call('GET pay/withdrawal/page', {}, { token: bob.token })).data.list).toEqual([]);
    expect((await kit.call('GET pay/virtual-wallet/list', {}, { token: bob.token })).data).toEqual([]);
    expect(await refused(kit.call('PUT pay/withdrawal/cancel/{id}', { id }, { token: ann.token }))).toBeDefined();
    expect(await kit.payout(Number(id))).toMatchObject({ state: 'cancelled' });
  });

  test('by SQL: tables that say approved, passed or sent move nothing, and other figures than the owner signed are not signed', async () => {
    const ann = await kit.payee();
    const key = await kit.passkey(ann);
    const to = await destination(ann, 1, key);
    await kit.day();
    const { data } = await ask(ann, 1, '60', to, { key });
    const number = Number(data.payout.id);
    await kit.run();
    await kit.database.query("UPDATE latest SET event = jsonb_set(event, '{state}', '\"approved\"') WHERE kind = 'payout' AND key = $1", [
      number,
    ]);
    await kit.database.query(
      "UPDATE case_file SET step = 'passed', verdict = true, decided_at = now() WHERE id = (SELECT case_id FROM payout_case WHERE number = $1)",
      [number],
    );
    await kit.blocks(3);
    expect(await kit.payout(number)).toMatchObject({ state: 'waiting' });
    // The input that the owner signed is rewritten, then the people pass the payout as it is in the journal.
    await kit.database.query('UPDATE payout_request SET input = replace(input, \'"60"\', \'"61"\') WHERE account = $1', [ann.account]);
    await kit.decide(number, true);
    await kit.blocks(3);
    expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
    const [row] = await kit.database.query('SELECT refusal, raw FROM payout_sent WHERE number = $1', [number]);
    expect(row).toEqual({ refusal: 'proofWrong', raw: null });
    expect(kit.out.warnings().join()).toContain('proofWrong');
    await kit.database.query('UPDATE payout_request SET input = replace(input, \'"61"\', \'"60"\') WHERE account = $1', [ann.account]);
    await kit.blocks(14);
    expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
  }, 60_000);
});

test('a receiver that somebody altered is nobody’s, and holds up no other payout', async () => {
  const [ann, thief] = [await kit.payee(), await kit.payee()];
  const [to, other] = [await destination(ann), await destination(thief, 3)];
  await kit.day();
  const { data } = await ask(ann, 1, '30', to);
  const number = Number(data.payout.id);
  await kit.run();
  await kit.decide(number, true);
  await kit.database.query('UPDATE destination SET sealed = (SELECT sealed FROM destination WHERE account = $2) WHERE account = $1', [
    ann.account,
    thief.account,
  ]);
  await kit.blocks(3);
  expect(await kit.payout(number)).toMatchObject({ state: 'approved' });
  expect(kit.out.warnings().join()).toContain('receiver is missing');
  expect((await kit.call('GET pay/virtual-wallet/list', {}, { token: ann.token })).data).toEqual([]);
  expect((await kit.call('GET pay/virtual-wallet/get', { id: other.id }, { token: thief.token })).code).toBe(0);
  await kit.call('PUT pay/withdrawal/cancel/{id}', { id: String(number) }, { token: ann.token });
  expect(await spent(ann.account)).toEqual([[1_000_000_000n, 0n]]);
}, 60_000);

test('a quote says what will happen, and changes nothing', async () => {
  const who = await kit.payee();
  const to = await destination(who);
  const fee = async (amount: string) =>
    (await kit.call('GET pay/withdrawal/fee', { channel: 1, amount, destinationId: to.id }, { token: who.token })).data;
  expect(await fee('50')).toMatchObject({
    fee: '2',
    net: '48',
    min: '10',
    available: '1000',
    limit24h: '20000',
    left24h: '20000',
    level: 2,
    value: '50',
  });
  expect(errorByCode((await fee('50')).problem?.code ?? 0)).toBe('destinationCooling');
  await kit.day();
  expect(await fee('50')).toMatchObject({ problem: null, persons: 1, usableFrom: null });
  expect(errorByCode((await fee('5')).problem?.code ?? 0)).toBe('payoutTooSmall');
  expect((await fee('1200')).travelRule).toBe(true);
  expect(await spent(who.account)).toEqual([[1_000_000_000n, 0n]]);
});

test('a large payout leaves only with what an operator of the signer’s own list signed about it', async () => {
  await kit.price('ETH/USDT', '1000', 'real');
  const pay = async (signedBy: SoftwareAuthenticator | undefined, told: Record<string, unknown> = {}) => {
    const who = await kit.payee('ETH', 2n * 10n ** 8n);
    const to = await destination(who, 2);
    await kit.day();
    const { data, refusal } = await ask(who, 2, '0.7', to);
    expect(refusal).toBe('done');
    const number = Number(data.payout.id);
    await kit.run();
    await kit.decide(number, true, { ...(signedBy ? { signedBy } : {}), ...told });
    await kit.blocks(15);
    const [row] = await kit.database.query('SELECT refusal FROM payout_sent WHERE number = $1', [number]);
    return { state: (await kit.payout(number))?.state, ...row };
  };
  expect(await pay(undefined)).toEqual({ state: 'sending', refusal: 'approvalMissing' });
  expect(await pay(softwareAuthenticator('http://localhost:8081'))).toEqual({ state: 'sending', refusal: 'approvalMissing' });
  // Another operator's number with the third one's key.
  expect(await pay(kit.operatorKey, { by: [4] })).toEqual({ state: 'sending', refusal: 'approvalMissing' });
  expect(await pay(kit.operatorKey)).toEqual({ state: 'completed', refusal: null });
}, 60_000);

test('a doubt: two people decide about what was never signed, and only the chain about what was', async () => {
  const [ann, bob] = [await kit.payee('ETH', 2n * 10n ** 8n), await kit.payee()];
  const [far, near] = [await destination(ann, 2), await destination(bob)];
  await kit.day();
  await kit.price('ETH/USDT', '1000', 'real');
  // No operator signs the first one; the second one's transaction reaches nobody.
  const [unsigned, unheard] = [
    Number((await ask(ann, 2, '0.7', far)).data.payout.id),
    Number((await ask(bob, 1, '30', near)).data.payout.id),
  ];
  await kit.run();
  for (const number of [unsigned, unheard]) await kit.decide(number, true);
  const known = kit.rails.chain;
  const deaf = { broadcast: async () => '', transaction: async () => undefined };
  kit.rails.chain = (network) => Object.assign(Object.create(known(network)!) as Chain, deaf);
  await kit.run();
  kit.clock.jump(31 * 60_000);
  await kit.blocks(2);
  for (const number of [unsigned, unheard]) expect(await kit.payout(number)).toMatchObject({ state: 'errored' });
  expect(await detail(ann, String(unsigned))).toMatchObject({ step: 'errored', waitsFor: 'operators', mayCancel: false });
  expect(await detail(bob, String(unheard))).toMatchObject({ step: 'errored', waitsFor: 'network' });
  const cases = await kit.database.query("SELECT number::integer FROM payout_case WHERE kind = 'doubt' AND number = ANY($1::bigint[])", [
    [unsigned, unheard],
  ]);
  expect(cases).toEqual([{ number: unsigned }]);
  await kit.decide(unsigned, false, { reason: 'provedNotSent' });
  expect(await kit.payout(unsigned)).toMatchObject({ state: 'notSent' });
  expect(await spent(ann.account)).toEqual([[2n * 10n ** 8n, 0n]]);
  kit.rails.chain = known;
  await kit.blocks(14);
  expect(await kit.payout(unheard)).toMatchObject({ state: 'completed' });
  expect(await kit.payout(unsigned)).toMatchObject({ state: 'notSent' });
}, 60_000);

test('one of two nodes that hides a payment proves nothing', async () => {
  const who = await kit.payee();
  const to = await destination(who);
  await kit.day();
  const { data } = await ask(who, 1, '30', to);
  const number = Number(data.payout.id);
  await kit.run();
  await kit.decide(number, true);
  const honest = kit.rails.chain('ethereum')!;
  const liar: Chain = Object.assign(Object.create(honest) as Chain, { transaction: async () => undefined });
  kit.rails.chain = () => new AgreeingChain(honest, liar);
  await kit.blocks(20);
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  kit.rails.chain = () => honest;
  await kit.blocks(1);
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
}, 60_000);

test('a server that ends anywhere sends a payout once', async () => {
  const who = await kit.payee('USDT', 2_000_000_000n);
  const to = await destination(who);
  await kit.day();
  const token = (kit.rails.get(1)!.source as { token?: string }).token;
  const before = await received('ethereum', 1, token);
  const { data } = await ask(who, 1, '40', to);
  const number = Number(data.payout.id);
  await kit.run();
  await kit.decide(number, true);
  for (let at = 1; at < 24; at += 1) {
    Object.assign(kit.crash, { at, count: 0 });
    for (let tries = 0; tries < 3; tries += 1) await kit.run().catch(() => {});
    if (at % 4 === 0) {
      await kit.signer.stop('SIGKILL');
      await kit.run().catch(() => {});
      await kit.signer.start();
    }
    kit.outside.tick();
  }
  Object.assign(kit.crash, { at: Number.POSITIVE_INFINITY, count: 0 });
  await kit.blocks(14);
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
  expect((await received('ethereum', 1, token)) - before).toBe(38_000_000n);
  expect(await spent(who.account)).toEqual([[1_960_000_000n, 0n]]);
}, 120_000);
