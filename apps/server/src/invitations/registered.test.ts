import { House } from '@bourse/engine';
import type { CallName } from '@bourse/protocol/calls';
import { OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPeople, type People } from '../people/people.ts';
import { systemClock } from '../platform/clock.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { answeredCaptcha, goodPassword } from '../testing/people.ts';
import { createTradingAccounts } from '../wallets/open-account.ts';
import { maskedAccount } from './rebates.ts';

const dayMs = 86_400_000;
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
const mails = new Map<string, string>();
let people: People;
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({
    clock,
    rooms: async ({ test: { database }, venues, clock, log }) => {
      people = await createPeople({
        ...{ database, clock, log, environment: 'development', publicUrl: 'http://localhost', reachesPhones: true },
        hub: { toSession: () => {}, toAccount: () => {} },
        outbox: { mail: async ({ to, text }) => void mails.set(to, text), text: async () => {} },
        files: { put: async () => {}, get: async () => undefined, remove: async () => {} },
        key: Buffer.alloc(32, 5),
        trading: createTradingAccounts(venues),
        hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      });
      return { handlers: people.handlers, authenticator: people.authenticator };
    },
  });
});
afterAll(() => exchange.close());

type Customer = { email: string; token: string; account: number };
const ask = async (name: CallName, { token }: Customer, input: object = {}) => {
  const { seq } = await exchange.venues.real.read((engine) => engine.seq);
  const answer = await exchange.call(name, input as never, { token, headers: { 'x-read-after': String(seq) } });
  expect(answer, answer.body).toMatchObject({ code: 0 });
  return answer.data as never;
};
const send = async (command: Parameters<Exchange['venues']['real']['submit']>[0]['command']) => {
  const account = 'account' in command ? command.account : 0;
  expect(await exchange.venues.real.submit({ account, command })).toMatchObject({ outcome: { ok: true } });
};

/** A real account, by a code from the mailbox. */
async function register(email: string, inviteCode?: string) {
  const captcha = await answeredCaptcha({ people, database: exchange.test.database });
  await exchange.call('GET system/auth/send-captcha', { purpose: 1, sendBy: 2, account: email, ...captcha } as never);
  const code = /\b\d{6}\b/.exec(mails.get(email) ?? '')?.[0] ?? 'none sent';
  return exchange.call('POST system/auth/email-register', {
    email,
    code,
    password: goodPassword,
    ...(inviteCode && { inviteCode }),
  } as never);
}
async function joined(email: string, inviteCode?: string): Promise<Customer> {
  const answer = await register(email, inviteCode);
  expect(answer, answer.body).toMatchObject({ code: 0 });
  const token = (answer.data as { accessToken: string }).accessToken;
  const { data } = await exchange.call('GET system/member/get-current-member', {}, { token });
  return { email, token, account: data.account };
}
/** The tokens of yesterday are over. */
async function signedIn(one: Customer): Promise<Customer> {
  const who = { loginType: 1, loginBy: 2, account: one.email, password: goodPassword };
  const answer = await exchange.call('POST system/auth/login', who as never);
  expect(answer, answer.body).toMatchObject({ code: 0 });
  return { ...one, token: (answer.data as { accessToken: string }).accessToken };
}

/** The friend buys half an ETH of the house, which pays for it. */
async function buys({ account }: Customer): Promise<void> {
  const { base, quote, id: instrument, ...ins } = exchange.catalogue.instrumentBySymbol('ETH/USDT')!;
  const number = async () => (await exchange.venues.real.read((engine) => engine.nextFunding())).value;
  const wallet = Wallet.coin;
  await send({ kind: 'fundHouse', account: House.rebate, wallet, asset: quote.id, amount: 10n ** 10n, number: await number() });
  await send({ kind: 'fundHouse', account: House.marketMaker, wallet, asset: base.id, amount: 10n ** 12n, number: await number() });
  const given = { house: House.rebate, asset: quote.id, amount: 10n ** 10n, add: true, evidence: 'A'.repeat(43) };
  await send({ kind: 'adjust', account, ...given });
  await exchange.price('ETH/USDT', '3000', 'real');
  const [lots, priceTicks] = [Math.round(0.5 / Number(ins.lot)), Math.round(3000 / Number(ins.tick))];
  const terms = { type: OrderPriceType.limit, tif: TimeInForce.gtc, priceTicks, triggerTicks: 0, lots, quoteAmount: 0, postOnly: false };
  // These prices are simulated, which the gateway would refuse; the venue takes them as it takes live ones.
  for (const [who, side] of [
    [House.marketMaker, OrderSide.sell],
    [account, OrderSide.buy],
  ] as const)
    await send({ kind: 'placeOrder', account: who, instrument, side, ...terms });
}

test('a real account that registers with a code is the inviter’s friend at once; its fees are paid back to both the next day', async () => {
  let ann = await joined('ann@example.com');
  const { code } = (await ask('GET system/invite-code/default', ann)) as { code: string };
  expect(errorByCode((await register('bob@example.com', 'ZZZZZZZZ')).code)).toBe('inviteCodeUnknown');
  // The code from the mailbox was not used up.
  let bob = await joined('bob@example.com', ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
  expect(await ask('GET system/invite-code/friends', ann)).toMatchObject({
    total: 1,
    list: [{ friend: maskedAccount(bob.account), code, friendPart: '5', ownPart: '15' }],
  });
  expect(await ask('GET pay/rebate-config/member', bob)).toMatchObject({ invited: true, back: '5' });
  expect((await exchange.venues.real.read((engine) => engine.invitation(bob.account))).value.inviter).toMatchObject({
    inviter: ann.account,
  });

  await buys(bob);
  const row = { asset: 'ETH', fees: '0.00050000' };
  expect(await ask('GET pay/common-rebate/page', ann)).toMatchObject({ list: [{ ...row, amount: '0.00007500', status: 'due' }] });
  ahead += dayMs - (clock.now() % dayMs);
  for (let n = 0; n < 20; n++) await send({ kind: 'advanceTime' });
  [ann, bob] = [await signedIn(ann), await signedIn(bob)];
  expect(await ask('GET pay/common-rebate/page', ann)).toMatchObject({
    total: 1,
    list: [{ ...row, friend: maskedAccount(bob.account), own: false, amount: '0.00007500', status: 'paid' }],
  });
  expect(await ask('GET pay/common-rebate/page', bob)).toMatchObject({ total: 1, list: [{ ...row, own: true, amount: '0.00002500' }] });
  for (const [{ token }, available] of [
    [ann, '0.00007500'],
    [bob, '0.49952500'],
  ] as const) {
    const { data } = await exchange.call('GET pay/wallet/get-by-coin', { coin: 'ETH', wallet: Wallet.coin }, { token });
    expect(data.available).toBe(available);
  }
});
