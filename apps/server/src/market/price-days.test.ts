import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiPrefix } from '@bourse/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallContext } from '../calls/handlers.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { startCharted, TestClock } from '../testing/market.ts';
import { allListings } from './catalogue/catalogue.ts';
import { checkDay } from './check-day.ts';
import { dayOf } from './feeds/simulated/secrets.ts';
import { createMarket, type Market } from './index.ts';
import { daysAhead, PriceDays } from './price-days.ts';
import { dayMs, minuteMs } from './sessions/index.ts';

let held: TestDatabase;
let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
  await held.drop();
});

const config = { feed: 'simulated' as const, recordings: undefined, replaySpeed: 1, priceSecret: undefined };
const listings = allListings.filter(({ symbol }) => symbol === 'MAYBANK' || symbol === 'ETH/USDT');
async function startMarket(clock: TestClock) {
  market = await createMarket({ database: held.database, clock, log: silentLog, config, listings });
  await startCharted(market, clock);
  return market;
}
const published = async (one: Market) =>
  (await one.handlers['GET exchange/price-days']({ pageNo: 1, pageSize: 100 }, { language: 'en' } as CallContext)) as {
    list: { day: string; commitment: string; committedAt: number; secret: string | null }[];
    total: number;
    anchor: number;
    walk: string;
  };

/** The market's public calls at an address of their own. */
async function serving(one: Market) {
  type Change = (answer: unknown) => void;
  const changes = new Map<string, Change>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const call = `GET ${url.pathname.replace(apiPrefix, '')}` as 'GET exchange/price-days';
    const asked = Object.fromEntries(
      [...url.searchParams].map(([name, value]) => [name, /^\d+$/.test(value) && name !== 'interval' ? Number(value) : value]),
    );
    const data = structuredClone(await one.handlers[call](asked as never, { language: 'en' } as CallContext));
    changes.get(call)?.(data);
    response.end(JSON.stringify({ code: 0, msg: '', data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (call: string, change: Change) => void changes.set(call, change),
    asItIs: () => changes.clear(),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function commandLine(origin: string, day: string, only: string): Promise<{ status: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/src/check-day.ts', day, '--server', origin, '--only', only]);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, lines: said.trimEnd().split('\n') })));
}

describe('a day of simulated prices', () => {
  it('is committed to days before, revealed when it is over, and then recomputed by anybody: the stored minutes are what its secret makes', async () => {
    held = await testDatabase();
    const evening = Date.UTC(2026, 10, 18, 23, 58, 20);
    const clock = new TestClock(evening);
    let one = await startMarket(clock);
    const before = await published(one);
    expect(before.list.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18']);
    expect(before.list.every(({ secret }) => secret === null)).toBe(true);
    expect(before.list.every(({ committedAt }) => committedAt === evening)).toBe(true);
    // Midnight passes, and a restart goes on with the same walk.
    await clock.advance(3 * minuteMs);
    await one.stop();
    await clock.advance(40_000);
    one = await startMarket(clock);
    await clock.advance(2 * minuteMs);
    await one.store.flush();
    const after = await published(one);
    const yesterday = after.list.find(({ day }) => day === '2026-11-18')!;
    expect(yesterday).toEqual({ ...before.list[3], secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(createHash('sha256').update(Buffer.from(yesterday.secret!, 'hex')).digest('hex')).toBe(yesterday.commitment);
    expect(after.list.filter(({ secret }) => secret !== null)).toHaveLength(1);

    const day = dayOf(evening);
    const days = after.list.map((each) => ({ ...each, day: dayOf(Date.parse(each.day)) }));
    const ether = one.catalogue.instrumentBySymbol('ETH/USDT')!;
    const shown = await one.store.within(ether.id, 0, day * dayMs, (day + 1) * dayMs);
    expect(shown.length).toBeGreaterThan(1_400);
    const found = checkDay(one.catalogue, 'ETH/USDT', { anchor: after.anchor, days, day, shown });
    expect(found).toMatchObject({ wrongSecrets: [], different: [] });
    expect(found.equal).toBe(2);
    expect(found.filled).toBe(shown.length - 2);

    // A price that was changed afterwards shows, and so does a secret that is not the one committed to.
    const last = shown.at(-1)!;
    const forged = [...shown.slice(0, -1), { ...last, c: last.c + 1 }];
    expect(checkDay(one.catalogue, 'ETH/USDT', { anchor: after.anchor, days, day, shown: forged }).different).toMatchObject([
      { minute: last.t, made: { c: last.c } },
    ]);
    const swapped = days.map((each) => (each.day === day ? { ...each, secret: '00'.repeat(32) } : each));
    expect(checkDay(one.catalogue, 'ETH/USDT', { anchor: after.anchor, days: swapped, day, shown }).wrongSecrets).toEqual([day]);

    // The command line says the same by its exit status, with nothing but the public calls.
    const server = await serving(one);
    const equal = await commandLine(server.origin, '2026-11-18', 'ETH/USDT');
    expect(equal).toMatchObject({ status: 0, lines: expect.arrayContaining(['check-day: 2026-11-18, equal']) });
    expect(equal.lines[0]).toBe(
      `ETH/USDT: 2 minutes equal, ${shown.length - 2} equal to what was filled in after a standstill, 0 different`,
    );
    server.change('GET exchange/candlestick/stock-data', (answer) => {
      const { candles } = answer as { candles: { h: string }[] };
      candles[7]!.h = candles[7]!.h.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    });
    const differs = await commandLine(server.origin, '2026-11-18', 'ETH/USDT');
    expect(differs).toMatchObject({ status: 1, lines: expect.arrayContaining(['check-day: 2026-11-18, differs']) });
    expect(differs.lines[0]).toMatch(/^DIFFERENT: ETH\/USDT 2026-11-18T\S+: the chart shows .+; the secrets make .+/);
    server.change('GET exchange/price-days', (answer) => {
      for (const each of (answer as { list: { secret: string | null }[] }).list) if (each.secret) each.secret = '00'.repeat(32);
    });
    expect(await commandLine(server.origin, '2026-11-18', 'ETH/USDT')).toMatchObject({
      status: 1,
      lines: ['DIFFERENT: the secret of 2026-11-18 is not the one that its commitment fixed', 'check-day: 2026-11-18, differs'],
    });
    for (const [at, on, only, why] of [
      [server.origin, '2026-11-19', 'ETH/USDT', 'the secret of 2026-11-19 is published when the day is over'],
      [server.origin, '2026-11-17', 'ETH/USDT', 'the prices of 2026-11-17 are from before the first start, 2026-11-18'],
      [server.origin, '2026-11-31', 'ETH/USDT', '2026-11-31 is not a date such as 2026-11-22'],
      [server.origin, '2026-11-18', 'NOPE', 'there is no instrument NOPE'],
      ['http://127.0.0.1:9', '2026-11-18', 'ETH/USDT', 'does not answer'],
    ] as const) {
      server.asItIs();
      const found = await commandLine(at, on, only);
      expect([found.status, found.lines[0]], why).toEqual([2, expect.stringContaining(why)]);
    }
    await server.close();
  }, 240_000);
});

describe('the secrets', () => {
  it('are drawn a few days ahead, kept over restarts and standstills, and shared by two servers that start at once', async () => {
    held = await testDatabase();
    const clock = new TestClock(Date.UTC(2026, 10, 18, 12));
    const open = async () => {
      const days = new PriceDays({ database: held.database, clock, log: silentLog }, 3, undefined);
      await days.prepare(dayOf(Date.UTC(2026, 10, 18)));
      return days;
    };
    const [one, two] = await Promise.all([open(), open()]);
    expect(one.published(0, 100)).toEqual(two.published(0, 100));
    const first = one.published(0, 100);
    expect(first.total).toBe(1 + daysAhead);
    expect(new Set(first.list.map(({ commitment }) => commitment)).size).toBe(1 + daysAhead);
    await clock.advance(9 * dayMs);
    const later = (await open()).published(0, 100);
    expect(later.total).toBe(10 + daysAhead);
    expect(later.list.slice(-4).map(({ commitment }) => commitment)).toEqual(first.list.map(({ commitment }) => commitment));
    expect(later.list.filter(({ secret }) => secret !== null)).toHaveLength(9);
    expect((await open()).published(2, 3).list).toEqual(later.list.slice(2, 5));
  });

  it('do not leave the server before their day is over', async () => {
    held = await testDatabase();
    const lines: string[] = [];
    const log = {
      ...silentLog,
      info: (...all: unknown[]) => void lines.push(JSON.stringify(all)),
      warn: (...all: unknown[]) => void lines.push(JSON.stringify(all)),
    };
    const clock = new TestClock(Date.UTC(2026, 10, 18, 12));
    market = await createMarket({ database: held.database, clock, log, config, listings });
    const rows = await held.database.query<{ secret: Buffer }>('SELECT secret FROM price_secret');
    expect(rows).toHaveLength(1 + daysAhead);
    const context = { language: 'en' } as CallContext;
    const said = JSON.stringify([
      await published(market),
      await market.handlers['GET exchange/sources']({}, context),
      await market.handlers['GET exchange/rate/data']({}, context),
      lines,
    ]);
    for (const { secret } of rows) {
      expect(said).not.toContain(secret.toString('hex'));
      expect(said).not.toContain(secret.toString('base64').slice(0, 40));
      expect(said).not.toContain(JSON.stringify([...secret]).slice(1, 40));
    }
  });
});
