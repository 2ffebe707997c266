import { randomBytes } from 'node:crypto';
import type { AnnouncedCommand } from '@bourse/engine';
import { emptyRoot } from '@bourse/transparency';
import { checkReceipt } from '@bourse/verifier';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { follow, logKey, notary, origin } from '../testing/transparency.ts';
import { verifyVenue } from '../verify/verify-venue.ts';
import { Heads } from './heads.ts';
import { termsLater } from './log-writer.ts';

let exchange: Exchange;
let heads: Heads;
let token: string;
beforeAll(async () => {
  exchange = await testExchange();
  const { database } = exchange;
  const journal = () => ({ leads: true, size: exchange.hosts.demo.sequencer.durable });
  heads = new Heads({ venue: 'demo', database, clock: systemClock, log: silentLog, origin, notary: notary().at, witnesses: [], journal });
  ({ token } = await exchange.customer());
  await exchange.houseOffers('BTC/USDT', '50000', '1');
}, 60_000);
afterAll(() => exchange.close());

const buy = { symbol: 'BTC/USDT', side: 0, priceType: 1, quantity: '0.001' } as const;

/** Buys at market, lets the log follow, and gives the number of the trade. */
async function trade(): Promise<string> {
  await exchange.price('BTC/USDT', '50000');
  const placed = await exchange.call('POST pay/order-coin/purchase-actual-commodities', buy, { token });
  const detail = await exchange.call('GET pay/order-coin/order-detail', { id: placed.data.orderId }, { token });
  await follow(exchange);
  await heads.once();
  return detail.data.fills[0]?.id ?? '';
}

/** What a customer's own check of a trade's receipt says. */
async function check(fillId: string) {
  const { data } = await exchange.call('GET pay/receipt/get', { fillId, venue: 'demo' }, { token });
  const { verdict, steps, facts } = checkReceipt(data, [logKey]);
  return {
    verdict,
    names: steps.some(({ name }) => name === 'defined') ? 'in the log' : 'in the document',
    symbol: facts?.['symbol'],
    hash: data.hash,
  };
}

const verify = () =>
  verifyVenue({
    venue: 'demo',
    journal: createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog }),
    database: exchange.database,
    kit: engineKit,
  });

it('a log that began before it stated terms goes on without them, then with them, and every receipt keeps what its own trade had', async () => {
  const { database } = exchange;
  await database.query("INSERT INTO log_state (venue, secret, root) VALUES ('demo', $1, $2)", [randomBytes(32), emptyRoot()]);
  const before = await trade();
  expect(await check(before)).toMatchObject({ verdict: 'agrees', names: 'in the document', symbol: 'BTC/USDT' });
  const [from] = await database.query<{ terms_from: bigint }>("SELECT terms_from FROM log_state WHERE venue = 'demo'");
  expect(Number(from?.terms_from)).toBe(termsLater + 1);
  expect((await verify()).findings).toEqual([]);

  // As if so many commands had come by now.
  await database.query("UPDATE log_state SET terms_from = size + 1 WHERE venue = 'demo'");
  const behind = await trade();
  expect(await check(behind)).toMatchObject({ verdict: 'agrees', names: 'in the log', symbol: 'BTC/USDT' });
  expect(await check(before)).toMatchObject({ verdict: 'agrees', names: 'in the document' });
  expect((await verify()).findings).toEqual([]);
}, 60_000);

it('a trade keeps the name that its instrument had, in its receipt, its proof and its row, after the instrument has another name', async () => {
  const old = await trade();
  const was = await check(old);
  const { id } = exchange.catalogue.instrumentBySymbol('BTC/USDT')!;
  const { value: rules } = await exchange.venues.demo.read((engine) => engine.terms(id)?.instrument);
  const body = { ...rules, symbol: 'XBT/USDT' } as AnnouncedCommand;
  const announced = await exchange.venues.demo.submit({
    account: 0,
    command: { kind: 'announceChange', body, origin: 'operator', reason: 'the coin has another code', from: 0 },
  });
  expect(announced.outcome).toMatchObject({ ok: true });
  const young = await trade();
  expect(await check(young)).toMatchObject({ verdict: 'agrees', names: 'in the log', symbol: 'XBT/USDT' });
  expect(await check(old)).toEqual(was);
  expect(was).toMatchObject({ verdict: 'agrees', names: 'in the log', symbol: 'BTC/USDT' });

  const rows = await exchange.call('GET pay/order-coin/fill-page', { pageNo: 1, pageSize: 10 }, { token });
  const hashes = new Map(rows.data.list.map((fill) => [fill.id, fill.receiptHash]));
  expect([hashes.get(old), hashes.get(young)]).toEqual([was.hash, (await check(young)).hash]);
  expect((await verify()).findings).toEqual([]);
}, 60_000);
