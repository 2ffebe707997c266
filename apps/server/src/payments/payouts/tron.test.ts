import { AgreeingChain, type Chain, ChainProblem } from '@bourse/chains';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';

/** Payouts on TRON by the real signer, on a chain that speaks as TRON's nodes do. */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
let honest: Chain;
let known: typeof kit.rails.chain;
beforeAll(async () => {
  kit = await testMoneyOut();
  known = kit.rails.chain;
  await kit.tellVault();
  await kit.blocks(2);
  honest = kit.rails.chain('tron')!;
}, 120_000);
afterEach(() => {
  kit.rails.chain = known;
});
afterAll(() => kit.close());

const wallet = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const tokenOf = (channel: number) => (kit.rails.get(channel)!.source as { token?: string }).token;
const received = (channel: number) => honest.balance(wallet, tokenOf(channel));
/** The network as a server sees it whose node behaves otherwise. */
const behaves = (otherwise: Partial<Chain>) => {
  const chain = Object.assign(Object.create(honest) as Chain, otherwise);
  kit.rails.chain = (network) => (network === 'tron' ? chain : known(network));
  return chain;
};
const ticks = (count: number) => {
  for (let at = 0; at < count; at += 1) kit.outside.tick();
};
const spent = async ({ account }: Customer) =>
  (await kit.real.read((engine) => engine.balances(account).filter(({ wallet: one }) => one === 1))).value.map(({ available, frozen }) => [
    available,
    frozen,
  ]);
const detail = async ({ token }: Customer, id: number) => (await kit.call('GET pay/withdrawal/detail', { id: String(id) }, { token })).data;
const addressBook = async (who: Customer, channel: number) => {
  const made = await kit.prove('POST pay/virtual-wallet/create', { channel, address: wallet, label: 'Mine', whose: 'self' }, who);
  expect([made.refusal, made.data.address.network]).toEqual(['done', 'tron']);
  return made.data.address;
};
type Place = Awaited<ReturnType<typeof addressBook>>;
/** Asks for a payout, and people pass it. */
async function passed(who: Customer, channel: number, amount: string, { id, address }: Place): Promise<number> {
  const asked = await kit.prove('POST pay/withdrawal', { channel, amount, destinationId: id, address }, who);
  expect(asked.refusal).toBe('done');
  const number = Number(asked.data.payout.id);
  await kit.run();
  if ((await kit.payout(number))?.state === 'waiting') await kit.decide(number, true);
  return number;
}
/** A customer with a destination that has waited its day. */
async function payee(channel = 5, asset = 'USDT'): Promise<[Customer, Place]> {
  const who = await kit.payee(asset, 1_000_000_000n);
  const to = await addressBook(who, channel);
  await kit.day();
  return [who, to];
}

test.each([
  { channel: 5, asset: 'USDT', amount: '100', units: 99_000_000n },
  { channel: 14, asset: 'TRX', amount: '50', units: 48_000_000n },
])(
  '$asset goes from its request through review, signing and blocks to its end',
  async ({ channel, asset, amount, units }) => {
    const [who, to] = await payee(channel, asset);
    await kit.price('TRX/USDT', '0.3', 'real');
    const before = await received(channel);
    const number = await passed(who, channel, amount, to);
    await kit.run();
    expect(kit.out.warnings()).toEqual([]);
    expect(await detail(who, number)).toMatchObject({ step: 'sending', mayCancel: false, waitsFor: 'network' });
    await kit.blocks(3);
    expect(await detail(who, number)).toMatchObject({ step: 'confirming', needed: 20 });
    await kit.blocks(16);
    expect(await detail(who, number)).toMatchObject({ step: 'confirming' });
    await kit.blocks(1);
    const done = await detail(who, number);
    expect(done).toMatchObject({ step: 'completed', status: 1, receipt: { kind: 'payout' }, address: wallet });
    expect(done.timeline.map(({ step }) => step)).toEqual(['requested', 'review', 'approved', 'sending', 'confirming', 'completed']);
    await kit.blocks(3);
    expect((await received(channel)) - before).toBe(units);
  },
  60_000,
);

test('a transaction that reaches nobody expires: the payout was not sent, by proof, and its owner asks anew', async () => {
  const [who, to] = await payee();
  const before = await received(5);
  behaves({ broadcast: async () => '' });
  const number = await passed(who, 5, '40', to);
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  // Ten minutes are over for the newest block, and not yet for one that stays.
  ticks(190);
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  ticks(12);
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'notSent' });
  expect([await spent(who), (await received(5)) - before]).toEqual([[[1_000_000_000n, 0n]], 0n]);
  const [row] = await kit.database.query<{ raw: string }>('SELECT raw FROM payout_sent WHERE number = $1', [number]);
  await expect(honest.broadcast(row!.raw)).rejects.toMatchObject({ problem: 'refused' });
  kit.rails.chain = known;
  const anew = await passed(who, 5, '40', to);
  await kit.blocks(22);
  expect([await kit.payout(number), await kit.payout(anew)]).toMatchObject([{ state: 'notSent' }, { state: 'completed' }]);
  expect((await received(5)) - before).toBe(39_000_000n);
}, 60_000);

test('one whose broadcast was taken and whose answer was lost arrives once', async () => {
  const [who, to] = await payee();
  const before = await received(5);
  let sent = 0;
  behaves({
    broadcast: async (raw) => {
      sent += 1;
      await honest.broadcast(raw);
      throw new ChainProblem('timeout', 'The node did not answer.');
    },
  });
  const number = await passed(who, 5, '40', to);
  for (let at = 0; at < 3; at += 1) await kit.run();
  expect([sent > 1, await kit.payout(number)]).toMatchObject([true, { state: 'sending' }]);
  await kit.blocks(22);
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
  expect((await received(5)) - before).toBe(39_000_000n);
}, 60_000);

test('a look at the chain that takes longer than a transaction lives proves nothing', async () => {
  const [who, to] = await payee();
  const before = await received(5);
  behaves({ broadcast: async () => '' });
  const number = await passed(who, 5, '40', to);
  await kit.run();
  const [row] = await kit.database.query<{ raw: string }>('SELECT raw FROM payout_sent WHERE number = $1', [number]);
  // While the node looks for it, it arrives, and ten minutes pass.
  behaves({
    transaction: async (hash) => {
      const found = await honest.transaction(hash);
      await honest.broadcast(row!.raw);
      ticks(240);
      return found;
    },
  });
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  kit.rails.chain = known;
  await kit.run();
  expect([await kit.payout(number), (await received(5)) - before]).toMatchObject([{ state: 'completed' }, 39_000_000n]);
}, 60_000);

test('one of two nodes that hides a payment, and a table that names an earlier end, prove nothing', async () => {
  const [who, to] = await payee();
  const number = await passed(who, 5, '40', to);
  await kit.run();
  const liar = behaves({ transaction: async () => undefined });
  const agreeing = new AgreeingChain(honest, liar);
  kit.rails.chain = (network) => (network === 'tron' ? agreeing : known(network));
  ticks(240);
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  await kit.database.query('UPDATE payout_sent SET last_time = 1, last_height = 1 WHERE number = $1', [number]);
  behaves({ transaction: async () => undefined, finalHead: async () => ({ ...(await honest.head()), time: 2 }) });
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  expect(kit.out.warnings().join()).toContain('another transaction of it than the vault signed');
  kit.rails.chain = known;
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
}, 60_000);

test('a wallet without coin for the fee signs nothing, and the payout waits', async () => {
  const [who, to] = await payee();
  behaves({ balance: async (address, token) => (token === undefined ? 1n : honest.balance(address, token)) });
  const number = await passed(who, 5, '40', to);
  await kit.run();
  expect(kit.out.warnings().join()).toContain('does not hold enough');
  const [row] = await kit.database.query('SELECT raw FROM payout_sent WHERE number = $1', [number]);
  expect(row).toEqual({ raw: null });
  kit.rails.chain = known;
  await kit.blocks(22);
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
}, 60_000);
