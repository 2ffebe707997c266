import { generateKeyPairSync } from 'node:crypto';
import { ChainProblem, customerKeyDigest } from '@bourse/chains';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTurnedOff } from '../../platform/kill-switches.ts';
import { coseKey } from '../../testing/authenticator.ts';
import { VaultProblem } from '../port.ts';
import { testMoneyOut } from '../testing/money-out.ts';

let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
  await kit.tellVault();
  await kit.blocks(2);
}, 120_000);
afterAll(() => kit.close());

test('with payouts off nothing new is asked for or begun; what is being sent goes on, and the rest when they are on', async () => {
  const ann = await kit.payee();
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const made = await kit.prove('POST pay/virtual-wallet/create', { channel: 1, address, label: 'Mine', whose: 'self' }, ann);
  const { id } = made.data.address;
  await kit.day();
  const input = { channel: 1, amount: '100', destinationId: id, address };
  const ask = (commandId?: string) => kit.prove('POST pay/withdrawal', input, ann, commandId ? { commandId } : {});
  const stepOf = async (payout: string) => (await kit.call('GET pay/withdrawal/detail', { id: payout }, { token: ann.token })).data.step;
  const known = crypto.randomUUID();
  const first = (await ask(known)).data.payout.id;
  const second = (await ask()).data.payout.id;
  await kit.run();
  await kit.decide(Number(first), true);
  await kit.run();
  expect(await stepOf(first)).toBe('sending');

  kit.payouts.off = true;
  expect((await ask()).refusal).toBe('withdrawalsOff');
  // An answer that was lost is found all the same.
  expect((await ask(known)).data).toMatchObject({ repeated: true, payout: { id: first } });
  const quote = await kit.call('GET pay/withdrawal/fee', { channel: 1, amount: '100', destinationId: id }, { token: ann.token });
  expect(errorByCode(quote.data.problem?.code ?? 0)).toBe('withdrawalsOff');
  await kit.decide(Number(second), true);
  await kit.blocks(14);
  expect(await stepOf(first)).toBe('completed');
  expect(await stepOf(second)).toBe('approved');
  expect(kit.out.waiting()).toEqual([{ payout: Number(second), why: 'operators have turned payouts off' }]);

  // Nobody outside has seen what the exchange decided: money does not leave on that, though it may be asked for.
  kit.payouts.off = false;
  kit.payouts.unwitnessed = true;
  await kit.run();
  await kit.blocks(14);
  expect(await stepOf(second)).toBe('approved');
  expect(kit.out.waiting()).toEqual([{ payout: Number(second), why: 'heads of the transparency log lack a signature' }]);
  // It may still be asked for; people look at the third within an hour in any case.
  expect((await ask()).data.payout.step).toBe('review');

  kit.payouts.unwitnessed = false;
  await kit.run();
  await kit.blocks(14);
  expect(await stepOf(second)).toBe('completed');
});

test('while a server starts, nobody is told that people turned payouts off: it is not known yet, and the request may be repeated', () => {
  const say = (switches: Parameters<typeof isTurnedOff>[0]) => () => isTurnedOff(switches, 'withdrawalsOff', 'real');
  expect(say(undefined)).toThrow(expect.objectContaining({ refusal: 'unavailable' }));
  expect([true, false].map((active) => say({ isActive: () => active })())).toEqual([true, false]);
});

test('an address that the signer learnt of late is usable once the signer’s day is over too, and says until when', async () => {
  const who = await kit.payee();
  const input = { channel: 1, address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', label: 'Mine', whose: 'self' } as const;
  const to = (await kit.prove('POST pay/virtual-wallet/create', input, who)).data.address;
  await kit.tellVault();
  const late = to.usableFrom + 600_000;
  const signerWaitsUntil = (time: number) => kit.database.query('UPDATE vault_told SET usable_from = $1', [new Date(time)]);
  const shown = async () => {
    const { data } = await kit.call('GET pay/virtual-wallet/list', {}, { token: who.token });
    const quote = await kit.call('GET pay/withdrawal/fee', { channel: 1, amount: '20', destinationId: to.id }, { token: who.token });
    return { address: data.find(({ id }) => id === to.id), quote: quote.data };
  };
  await signerWaitsUntil(to.usableFrom - 3_600_000);
  expect(await shown()).toMatchObject({ address: { usableFrom: to.usableFrom, usable: false }, quote: { usableFrom: to.usableFrom } });
  await signerWaitsUntil(late);
  expect(await shown()).toMatchObject({ address: { usableFrom: late, usable: false }, quote: { usableFrom: late } });
  kit.clock.jump(to.usableFrom - kit.clock.now() + 1_000);
  expect(await shown()).toMatchObject({ address: { usable: false }, quote: { usableFrom: late } });
  kit.clock.jump(600_000);
  expect(await shown()).toMatchObject({ address: { usable: true }, quote: { usableFrom: null } });
}, 60_000);

test('the signer hears of every passkey, however many came while it was away', async () => {
  const { account } = await kit.payee();
  const keys = Array.from({ length: 520 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const bytes = [...keys.map(({ privateKey }) => coseKey(privateKey)), Buffer.from('no key at all')];
  await kit.database.query(
    `INSERT INTO passkey (id, customer_id, public_key, counter, transports, synced, label, made_at)
     SELECT 'away-' || n, $1, key, 0, '{}', true, 'Key', now() - n * interval '1 minute' FROM unnest($2::bytea[]) WITH ORDINALITY AS one (key, n)`,
    [account, bytes],
  );
  const digests = keys.map(({ publicKey }) => customerKeyDigest(account, publicKey.export({ format: 'der', type: 'spki' })));
  const heard = async () => {
    const [row] = await kit.database.query<{ count: bigint }>('SELECT count(*) FROM vault_told WHERE digest = ANY($1)', [digests]);
    return Number(row?.count);
  };
  await kit.tellVault();
  expect(await heard()).toBeLessThan(keys.length);
  await kit.tellVault();
  expect(await heard()).toBe(keys.length);
  // What can never be told is not asked about again.
  expect(await kit.database.query('SELECT id FROM passkey WHERE NOT vault_told')).toEqual([]);
}, 60_000);

test('a payout arrives while the node of another network does not answer, and that one follows', async () => {
  const made: { id: string }[] = [];
  for (const { channel, asset, amount, market, price, to } of [
    {
      channel: 3,
      asset: 'BTC',
      amount: '0.001',
      market: 'BTC/USDT',
      price: '100000',
      to: { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
    },
    {
      channel: 4,
      asset: 'XRP',
      amount: '30',
      market: 'XRP/USDT',
      price: '2',
      to: { address: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3', tag: 9 },
    },
  ] as const) {
    const who = await kit.payee(asset, 40_000_000n);
    const kept = await kit.prove('POST pay/virtual-wallet/create', { channel, ...to, label: 'Mine', whose: 'self' }, who);
    await kit.day();
    await kit.price(market, price, 'real');
    const asked = await kit.prove('POST pay/withdrawal', { channel, amount, destinationId: kept.data.address.id, ...to }, who);
    expect(asked.refusal).toBe('done');
    made.push({ id: asked.data.payout.id });
  }
  await kit.run();
  for (const { id } of made) await kit.decide(Number(id), true);
  let answers: () => void = () => {};
  const silent = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const bitcoin = kit.rails.chain('bitcoin')!;
  const asked = vi.spyOn(bitcoin, 'spendable').mockImplementation(async () => {
    await silent;
    throw new ChainProblem('timeout', 'The node did not answer.');
  });
  const sent = async (id: string) =>
    (await kit.database.query('SELECT 1 FROM payout_sent WHERE number = $1 AND tx_hash IS NOT NULL', [id])).length > 0;
  const stateOf = async ({ id }: { id: string }) => (await kit.payout(Number(id)))?.state;
  const run = kit.run();
  try {
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 10_000);
    await vi.waitFor(async () => expect(await sent(made[1]!.id)).toBe(true), 10_000);
    expect(await sent(made[0]!.id)).toBe(false);
  } finally {
    answers();
    await run;
  }
  expect(kit.out.warnings().join()).toContain('The node did not answer.');
  asked.mockRestore();
  await kit.blocks(7);
  expect(await Promise.all(made.map(stateOf))).toEqual(['completed', 'completed']);
}, 60_000);

test('a signature whose answer was lost is asked for again: an earlier refusal of the vault is none any more', async () => {
  const who = await kit.payee();
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const kept = await kit.prove('POST pay/virtual-wallet/create', { channel: 1, address, label: 'Mine', whose: 'self' }, who);
  await kit.day();
  const asked = await kit.prove('POST pay/withdrawal', { channel: 1, amount: '20', destinationId: kept.data.address.id, address }, who);
  const { id } = asked.data.payout;
  await kit.run();
  await kit.decide(Number(id), true);
  const { client } = kit.signer;
  const sign = client.payout;
  const vault = vi.spyOn(client, 'payout').mockRejectedValue(new VaultProblem('capReached', 'Enough for today.'));
  await kit.run();
  expect((await kit.payout(Number(id)))?.state).toBe('sending');
  // It signs, writes that down, and ends before its answer is heard.
  vault.mockImplementationOnce(async (request) => {
    await sign.call(client, request);
    throw new VaultProblem('', 'The vault does not answer.');
  });
  vault.mockRejectedValue(new VaultProblem('', 'The vault does not answer.'));
  await kit.run();
  kit.clock.jump(31 * 60_000);
  await kit.run();
  vault.mockRestore();
  await kit.blocks(14);
  expect((await kit.payout(Number(id)))?.state).toBe('completed');
}, 60_000);
