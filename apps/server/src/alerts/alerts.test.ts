import { LoginType } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import { Board } from '../market/board.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import type { SplitRatio } from '../market/guard.ts';
import { silentLog } from '../platform/log.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TestClock } from '../testing/market.ts';
import { context, refusalOf } from '../testing/people.ts';
import { toldADayAtMost, waitingAtMost } from './handlers.ts';
import { createAlerts } from './index.ts';

const catalogue = createCatalogue();
const btc = catalogue.instrumentBySymbol('BTC/USDT')!;
const aapl = catalogue.instrumentBySymbol('AAPL')!;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

let people = 3_000_000;
function customer(venue: 'real' | 'demo' = 'demo'): SignedInContext {
  people += 1;
  const loginType = venue === 'real' ? LoginType.real : LoginType.demo;
  return {
    ...context(),
    session: { sessionId: 's', customerId: String(people), account: people - 2_900_000, venue, loginType, deviceClass: 'phone' },
  };
}

/** A market whose price the test says, and what customers are told. `restart` starts another server on the same database. */
async function stage(splits?: (from: number, to: number) => readonly SplitRatio[]) {
  await test.database.query('TRUNCATE price_alert, notice CASCADE');
  const clock = new TestClock();
  const pushed: { account: number; push: PrivatePush }[] = [];
  /** Resolves when the next transaction may begin. */
  let gate: Promise<void> | undefined;
  const database: TestDatabase['database'] = {
    ...test.database,
    async transaction(work) {
      const wait = gate;
      gate = undefined;
      await wait;
      return test.database.transaction(work);
    },
  };
  const hub = { toAccount: (_venue: string, account: number, push: PrivatePush) => void pushed.push({ account, push }) };
  const open = async (from?: number) => {
    const board = new Board(catalogue, clock, splits && ((_, since, to) => splits(since, to)));
    const alerts = createAlerts({ database, board, catalogue, clock, hub, log: silentLog });
    if (from !== undefined) board.get(btc.id)!.guard.remember(from, clock.now() - 1);
    await alerts.watch.start();
    return { board, alerts };
  };
  let now = await open();
  const tick = (last: number, { time = clock.now(), of = btc } = {}) =>
    now.board.tick({ instrument: of.id, time, bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
  return {
    clock,
    pushed,
    tick,
    settled: () => now.alerts.watch.settled(),
    hold: () => {
      let release!: () => void;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    restart: async () => {
      const { last } = now.board.get(btc.id)!;
      await now.alerts.watch.stop();
      now = await open(last || undefined);
    },
    /** A fresh price, and everything that it causes. */
    at: async (last: number, of = btc) => {
      await clock.advance(200);
      tick(last, { of });
      await now.alerts.watch.settled();
    },
    set: (who: SignedInContext, price: string, symbol = 'BTC/USDT') =>
      now.alerts.handlers['POST pay/price-alert/create']({ symbol, price }, who),
    remove: (who: SignedInContext, ...ids: string[]) => now.alerts.handlers['POST pay/price-alert/delete']({ ids }, who),
    list: async (who: SignedInContext) => (await now.alerts.handlers['GET pay/price-alert/page']({ pageNo: 1, pageSize: 100 }, who)).list,
    told: (who: SignedInContext) =>
      test.database.query<{ kind: string; params: { price: string; direction: string } }>(
        'SELECT kind, params FROM notice WHERE venue = $1 AND account = $2 ORDER BY id',
        [who.session.venue, who.session.account],
      ),
  };
}
const prices = (rows: readonly { params: { price: string } }[]) => rows.map(({ params }) => params.price);

describe('a price alert', () => {
  it('is told once, by a stored and pushed notice, from either side', async () => {
    const { at, set, told, pushed, list } = await stage();
    const ann = customer();
    await at(6_800_000);
    expect(await set(ann, '69000')).toMatchObject({ symbol: 'BTC/USDT', price: '69000.00', direction: 1, firedAt: null });
    expect(await set(ann, '67000')).toMatchObject({ direction: -1 });
    await at(6_899_999);
    expect(await told(ann)).toEqual([]);
    await at(6_900_000);
    await at(6_910_000);
    await at(6_800_000);
    await at(6_700_000);
    await at(6_600_000);
    await at(6_950_000);
    expect(await told(ann)).toEqual([
      { kind: 'alerts.reached', params: { symbol: 'BTC/USDT', price: '69000.00', direction: '1' } },
      { kind: 'alerts.reached', params: { symbol: 'BTC/USDT', price: '67000.00', direction: '2' } },
    ]);
    expect(pushed.map(({ account, push }) => [account, push.c])).toEqual([
      [ann.session.account, 'notice'],
      [ann.session.account, 'notice'],
    ]);
    expect((await list(ann)).map(({ price, firedPrice }) => [price, firedPrice])).toEqual([
      ['67000.00', '67000.00'],
      ['69000.00', '69000.00'],
    ]);
  });

  it('is told by the first fresh price after a restart, and not again by another server', async () => {
    const { at, set, told, restart, tick, clock, settled } = await stage();
    const ben = customer();
    await at(6_800_000);
    await set(ben, '68100');
    await restart();
    // A tick that is told again after the standstill is old.
    await clock.advance(60_000);
    tick(6_815_000, { time: clock.now() - 30_000 });
    await settled();
    expect(await told(ben)).toEqual([]);
    await at(6_815_000);
    expect(prices(await told(ben))).toEqual(['68100.00']);
    await restart();
    await at(6_816_000);
    expect(await told(ben)).toHaveLength(1);
  });

  it('is not told by a price that waits for confirmation', async () => {
    const { at, set, told } = await stage();
    const cid = customer();
    await at(6_800_000);
    await set(cid, '90000');
    const jump = 6_800_000 + Math.ceil((6_800_000 * (btc.jumpBps + 100)) / 10_000);
    await set(cid, '70000');
    await at(Math.max(jump, 9_100_000));
    expect(await told(cid)).toEqual([]);
    await at(6_801_000);
    expect(await told(cid)).toEqual([]);
  });

  it('is not told by a price from before it was set', async () => {
    const { at, set, told, tick, settled, clock, hold } = await stage();
    const dan = customer();
    await at(6_800_000);
    await set(dan, '68100');
    await clock.advance(200);
    // The spike starts the telling of another customer’s alert; Eve’s alert comes after it.
    const release = hold();
    tick(6_820_000);
    await clock.advance(200);
    tick(6_800_000);
    await clock.advance(200);
    const eve = customer();
    await set(eve, '68150');
    release();
    await settled();
    expect([prices(await told(dan)), await told(eve)]).toEqual([['68100.00'], []]);
  });

  it('follows a split of its share', async () => {
    let splitAt = Number.POSITIVE_INFINITY;
    const { at, set, told, list, clock } = await stage((from, to) =>
      from < splitAt && splitAt <= to ? [{ numerator: 7, denominator: 1 }] : [],
    );
    const fay = customer();
    await at(64_557, aapl);
    await set(fay, '700.00', 'AAPL');
    await set(fay, '600.00', 'AAPL');
    await clock.advance(1_000);
    splitAt = clock.now();
    await at(9_222, aapl);
    expect(await told(fay)).toEqual([]);
    expect((await list(fay)).map(({ price }) => price)).toEqual(['85.71', '100.00']);
    await at(9_500, aapl);
    await at(10_001, aapl);
    expect(prices(await told(fay))).toEqual(['100.00']);
  });

  it('follows a split also where its new price is the old one of another, or one that was set since', async () => {
    let splitAt = Number.POSITIVE_INFINITY;
    const { at, set, told, list, clock } = await stage((from, to) =>
      from < splitAt && splitAt <= to ? [{ numerator: 7, denominator: 1 }] : [],
    );
    const [ida, jon] = [customer(), customer()];
    await at(64_557, aapl);
    await set(ida, '700.00', 'AAPL');
    await set(ida, '100.00', 'AAPL');
    await set(jon, '700.00', 'AAPL');
    await clock.advance(1_000);
    splitAt = clock.now();
    await clock.advance(1_000);
    await set(jon, '100.00', 'AAPL');
    await at(9_222, aapl);
    expect((await list(ida)).map(({ price }) => price)).toEqual(['14.28', '100.00']);
    expect((await list(jon)).map(({ price }) => price)).toEqual(['100.00']);
    await at(10_001, aapl);
    expect([prices(await told(ida)), prices(await told(jon))]).toEqual([['100.00'], ['100.00']]);
  });

  it('is the one that waits when it is set twice, and is refused where it makes no sense', async () => {
    const { at, set, list } = await stage();
    const gus = customer();
    const refused = (price: string, symbol?: string) => refusalOf((async () => set(gus, price, symbol))());
    expect(await refused('68000')).toBe('alertPriceless');
    await at(6_800_000);
    const first = await set(gus, '69000');
    expect(await set(gus, '69000.00')).toEqual(first);
    expect(await refused('68000')).toBe('alertAtPrice');
    expect(await refused('68000.001')).toBe('priceOffTick');
    expect(await refused('0')).toBe('priceInvalid');
    expect(await refused('99999999999999999999')).toBe('priceInvalid');
    expect(await refused('1', 'NO/SUCH')).toBe('instrumentUnknown');
    expect(await list(gus)).toHaveLength(1);
  });
});

describe('other people and floods', () => {
  it('an alert of another customer is neither seen nor removed', async () => {
    const { at, set, remove, list } = await stage();
    const [hal, ida] = [customer(), customer('real')];
    await at(6_800_000);
    const { id } = await set(hal, '69000');
    expect(await list(ida)).toEqual([]);
    expect(await remove(ida, id, '999999999999999999', '1')).toEqual({ removed: 0 });
    expect(await list(hal)).toHaveLength(1);
    expect(await remove(hal, id, id)).toEqual({ removed: 1 });
    expect(await remove(hal, id)).toEqual({ removed: 0 });
  });

  it('no more than the limit wait, however many are set at once', async () => {
    const { at, set, list } = await stage();
    const jon = customer();
    await at(6_800_000);
    const asked = Array.from({ length: waitingAtMost + 20 }, (_, at_) => set(jon, String(69_000 + at_)));
    const done = await Promise.allSettled(asked);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(waitingAtMost);
    expect(await list(jon)).toHaveLength(waitingAtMost);
    expect(await refusalOf((async () => set(jon, '75000'))())).toBe('alertLimit');
  });

  it('no more than the limit are told in a day, also when those that wait are removed in between', async () => {
    const { at, set, told, clock, remove } = await stage();
    const kit = customer();
    let price = 6_800_000;
    await at(price);
    for (let round = 0; round < toldADayAtMost / waitingAtMost; round += 1) {
      await Promise.all(Array.from({ length: waitingAtMost }, (_, at_) => set(kit, `${(price + 100 + at_) / 100}`)));
      price += 1_000;
      await at(price);
    }
    expect(await told(kit)).toHaveLength(toldADayAtMost);
    const again = () => (async () => set(kit, '80000'))();
    expect(await refusalOf(again())).toBe('alertLimit');
    await remove(kit, '1', '2', '3');
    expect(await refusalOf(again())).toBe('alertLimit');
    await clock.advance(86_400_000);
    await at(price);
    expect(await again()).toMatchObject({ direction: 1 });
  });
});

type Step =
  | { do: 'price'; price: number }
  | { do: 'old'; price: number }
  | { do: 'set'; who: number; price: number }
  | { do: 'remove'; who: number; at: number }
  | { do: 'restart' };
const level = fc.integer({ min: 6_790_000, max: 6_810_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: level.map((price) => ({ do: 'price' as const, price })) },
  { weight: 1, arbitrary: level.map((price) => ({ do: 'old' as const, price })) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), who: fc.nat(1), price: level }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), who: fc.nat(1), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

describe('whatever prices do', () => {
  it('each alert is told exactly when a simple list of alerts says so, and once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const market = await stage();
        const both = [customer(), customer('real')];
        /** The model: what waits, and what was told, in tick order. */
        const model = both.map(() => ({ waiting: new Map<number, { id: string; up: boolean }>(), told: [] as string[] }));
        let price = 6_800_000;
        await market.at(price);
        for (const one of steps) {
          if (one.do === 'price') {
            await market.at(one.price);
            price = one.price;
            for (const each of model)
              for (const [target, { up }] of [...each.waiting].sort(([, a], [, b]) => Number(a.id) - Number(b.id)))
                if (up ? price >= target : price <= target) {
                  each.told.push((target / 100).toFixed(2));
                  each.waiting.delete(target);
                }
          } else if (one.do === 'old') {
            // Older than the newest tick: the board refuses it.
            market.tick(one.price, { time: market.clock.now() - 10_000 });
            await market.settled();
          } else if (one.do === 'set') {
            if (one.price === price) continue;
            const { id } = await market.set(both[one.who]!, (one.price / 100).toFixed(2));
            if (!model[one.who]!.waiting.has(one.price)) model[one.who]!.waiting.set(one.price, { id, up: one.price > price });
          } else if (one.do === 'remove') {
            const [target, known] = [...model[one.who]!.waiting][one.at] ?? [];
            if (!known || target === undefined) continue;
            await market.remove(both[one.who]!, known.id);
            model[one.who]!.waiting.delete(target);
          } else {
            await market.restart();
            // The new server has no price before its first tick.
            await market.at(price);
          }
        }
        for (const [at, who] of both.entries()) {
          expect(prices(await market.told(who)).toSorted()).toEqual(model[at]!.told.toSorted());
          const waits = (await market.list(who)).filter(({ firedAt }) => firedAt === null);
          expect(waits.map(({ price: text }) => text).toSorted()).toEqual(
            [...model[at]!.waiting.keys()].map((target) => (target / 100).toFixed(2)).toSorted(),
          );
        }
      }),
      { numRuns: 40, seed: 30 },
    );
  });
});
