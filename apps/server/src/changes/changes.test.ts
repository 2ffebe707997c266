import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { shipped } from '../market/catalogue/declared.ts';
import { defineVenue } from '../market/house/definitions.ts';
import { followTerms } from '../market/house/terms.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { systemClock } from '../platform/clock.ts';
import { contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

/** A clock that the test moves. */
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
const hour = 3_600_000;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
});
afterAll(() => exchange.close());

/** A start of the demo venue with an instruments file in which this pair's fees differ. */
async function startWith(takerFeePpm: readonly number[], why?: string) {
  const listings = shipped.listings.map((one) => (one.symbol === 'BTC-PERP' ? { ...one, takerFeePpm } : one));
  const catalogue = createCatalogue(undefined, listings, { ...shipped, why: why ?? '' });
  const sent = await defineVenue(exchange.venues.demo, catalogue, exchange.database, clock.now());
  const stop = await followTerms(exchange.venues.demo, catalogue);
  return { sent, stop, instrument: catalogue.instrumentBySymbol('BTC-PERP') as InstrumentInfo };
}
const usual = shipped.listings.find(({ symbol }) => symbol === 'BTC-PERP')!.takerFeePpm;
const dearer = [usual[0]! + 100, ...usual.slice(1)];

async function page(input: Record<string, string | number> = {}) {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  await exchange.venues.demo.waitProjected(seq, 10_000);
  const answer = await exchange.call('GET exchange/change/page', input, {});
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data;
}
/** The venue hears something each half hour. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= hour / 2) {
    ahead += Math.min(left, hour / 2);
    await exchange.venues.demo.submit({ account: 0, command: { kind: 'advanceTime' } });
  }
}

describe('a start with a changed file', () => {
  test('shows nothing of the first start; announces dearer fees, tells whom they concern, and keeps the old ones for 24 hours', async () => {
    expect(await page()).toMatchObject({ total: 0, list: [] });
    const contracts = await contractKit(exchange);
    await contracts.price('60000');
    const ben = await contracts.customer('50000');
    await contracts.open(ben.token, { direction: 2, price: '60000', quantity: '0.1', lever: 5 });
    const idle = await contracts.customer('50000');
    const start = await startWith(dearer, 'Data became dearer.');
    expect(start.sent).toBe(1);
    const { list, total } = await page();
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      ...{ subject: 'defineInstrument', state: 'waits', symbol: 'BTC-PERP', origin: 'file', reason: 'Data became dearer.', worse: true },
      differences: [{ field: 'takerFeePpm', at: 1, unit: 'percent', before: '0.0500', after: '0.0600', coin: null }],
    });
    expect(list[0]!.from - list[0]!.announcedAt).toBe(24 * hour);
    const notices = await exchange.told(ben.account);
    expect(notices).toMatchObject([{ kind: 'changes.announced', params: { subject: 'defineInstrument', symbol: 'BTC-PERP' } }]);
    expect(await exchange.told(idle.account)).toEqual([]);
    // What is shown is what is charged.
    expect(start.instrument.takerFeePpm).toEqual(usual);
    // Further starts with the same file announce nothing again.
    const again = await startWith(dearer, 'Data became dearer.');
    expect([again.sent, (await page()).total]).toEqual([0, 1]);
    again.stop();
    await pass(23 * hour);
    expect(start.instrument.takerFeePpm).toEqual(usual);
    await pass(hour);
    expect((await page()).list[0]).toMatchObject({ state: 'inForce', endedAt: null });
    await expect.poll(() => start.instrument.takerFeePpm).toEqual(dearer);
    start.stop();
  });

  test('withdraws what waits when the file of before comes back, and tells the same customers', async () => {
    const contracts = await contractKit(exchange);
    await contracts.price('60000');
    const ana = await contracts.customer('50000');
    await contracts.open(ana.token, { direction: 2, price: '60500', quantity: '0.1', lever: 5 });
    (await startWith([dearer[0]! + 100, ...dearer.slice(1)])).stop();
    (await startWith(dearer)).stop();
    const { list } = await page({ symbol: 'BTC-PERP', pageSize: 1 });
    expect(list).toMatchObject([{ state: 'withdrawn', reason: '' }]);
    expect(list[0]!.endedAt).toBeGreaterThan(0);
    const kinds = (await exchange.told(ana.account)).map(({ kind }) => kind);
    expect(kinds.at(-1)).toBe('changes.withdrawn');
    // Cheaper at once.
    const cheaper = await startWith([1, ...usual.slice(1)]);
    expect(cheaper.instrument.takerFeePpm[0]).toBe(1);
    expect((await page({ pageSize: 1 })).list).toMatchObject([{ state: 'inForce', worse: false }]);
    cheaper.stop();
  });

  test('is filtered by product and instrument, and pages; other values are refused', async () => {
    const all = await page({ pageSize: 2 });
    expect(all.total).toBe(3);
    expect((await page({ pageSize: 2, pageNo: 2 })).list).toHaveLength(1);
    expect((await page({ product: 'contract' })).total).toBe(3);
    for (const product of ['spot', 'stock', 'timed', 'exchange']) expect((await page({ product })).total, product).toBe(0);
    expect((await page({ symbol: 'ETH-PERP' })).total).toBe(0);
    expect((await exchange.call('GET exchange/change/page', { symbol: 'NO/SUCH' }, {})).code).not.toBe(0);
    expect((await exchange.call('GET exchange/change/page', { product: "'; DROP TABLE latest" }, {})).code).not.toBe(0);
  });

  test('shows what one customer has to nobody else', async () => {
    const ana = await exchange.customer();
    const body = { kind: 'setDayTrade', account: ana.account, allowed: true } as const;
    const submit = (allowed: boolean) =>
      exchange.venues.demo.submit({
        account: 0,
        command: { kind: 'announceChange', body: { ...body, allowed }, origin: 'operator', reason: 'reviewed', from: 0 },
      });
    expect((await submit(true)).outcome.ok).toBe(true);
    expect((await submit(false)).outcome.ok).toBe(true);
    expect((await page()).list.filter(({ subject }) => subject === 'setDayTrade')).toEqual([]);
    expect(await exchange.told(ana.account)).toMatchObject([{ kind: 'changes.yours', params: { subject: 'setDayTrade' } }]);
    expect((await exchange.venues.demo.read((engine) => engine.mayDayTrade(ana.account))).value).toBe(true);
  });
});
