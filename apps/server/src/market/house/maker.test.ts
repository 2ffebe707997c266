import { firstCustomer, House } from '@bourse/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { makerOn } from '../../testing/market-maker.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { PublicBooks } from './books.ts';
import { MarketMaker } from './maker.ts';
import { desiredQuotes, planFor } from './quotes.ts';

const catalogue = createCatalogue();
const btc = catalogue.instrumentBySymbol('BTC/USDT')!;
async function venue() {
  const { clock, engine, port, board, pump, maker } = await makerOn(catalogue);
  const books = new PublicBooks(port);
  await books.start([btc.id]);
  const tickAll = (price: number) => {
    for (const live of board.all) {
      if (!live.instrument.tradable) continue;
      const last = live.instrument.id === btc.id ? price : 10_000;
      board.tick({ instrument: live.instrument.id, time: clock.now(), bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
    }
  };
  const step = async (price: number) => {
    await clock.advance(1_100);
    tickAll(price);
    await pump.pump();
    await maker.round();
    engine.checkInvariants();
  };
  tickAll(6_841_250);
  await pump.pump();
  await maker.start();
  maker.stop();
  await maker.start();
  return { clock, engine, port, board, pump, maker, books, step };
}

describe('the house market maker', () => {
  it('quotes both sides around the price and never crosses itself, wherever the price goes', async () => {
    const { engine, step } = await venue();
    let price = 6_841_250;
    const moves = [0, 300, -900, 4_000, -25_000, 60_000, 12, -7, 2_000, -150_000, 90_000];
    for (const move of moves) {
      price += move;
      await step(price);
      await step(price);
      const { bids, asks } = engine.depth(btc.id, 100);
      expect(bids.length).toBeGreaterThanOrEqual(12);
      expect(asks.length).toBeGreaterThanOrEqual(12);
      expect(bids[0]!.priceTicks).toBeLessThan(asks[0]!.priceTicks);
      expect(Math.abs((bids[0]!.priceTicks + asks[0]!.priceTicks) / 2 - price)).toBeLessThan(price * 0.001);
    }
    // The maker is alone here and does not trade with itself, so there are no trades.
    expect(engine.statistics()['fills']).toBe(0);
  });

  it('sends nothing while the price does not move', async () => {
    const { maker, step } = await venue();
    for (let round = 0; round < 4; round += 1) await step(6_841_250);
    const before = maker.counts.items;
    for (let round = 0; round < 5; round += 1) await step(6_841_260);
    expect(maker.counts.items).toBe(before);
  });

  it('leaves no quote behind that would pay after the fee: when the price leaps, its quotes follow within a quarter of a second', async () => {
    const { engine, clock, board, pump, maker, step } = await venue();
    const perpetual = catalogue.instrumentBySymbol('BTC-PERP')!;
    for (let round = 0; round < 4; round += 1) await step(6_841_250);
    for (const share of [0.003, 0.005, -0.004]) {
      await clock.advance(250);
      for (const { id } of [btc, perpetual]) {
        const last = Math.round(board.get(id)!.last * (1 + share));
        board.tick({ instrument: id, time: clock.now(), bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
      }
      await pump.pump();
      await maker.round();
      for (const { id } of [btc, perpetual]) {
        const { bids, asks } = engine.depth(id, 1);
        const price = board.get(id)!.last;
        expect(bids[0]!.priceTicks).toBeLessThan(price * 1.0004);
        expect(asks[0]!.priceTicks).toBeGreaterThan(price * 0.9996);
      }
    }
  });

  it('takes up its resting orders after a restart instead of placing them twice', async () => {
    const { engine, port, board, clock, pump, step, maker } = await venue();
    for (let round = 0; round < 3; round += 1) await step(6_841_250);
    maker.stop();
    const before = engine.openOrders(House.marketMaker).length;
    const again = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
    await again.start();
    await again.round();
    expect(engine.openOrders(House.marketMaker).length).toBe(before);
    again.stop();
  });

  it('runs out of money like anybody: it then quotes one side, and its orders fill like anybody’s', async () => {
    const { engine, port, step } = await venue();
    for (let round = 0; round < 3; round += 1) await step(6_841_250);
    // The demo grant is the only money that customers have here. Many customers together buy all that the maker has.
    for (let index = 0; index < 60; index += 1) {
      const account = firstCustomer + 100 + index;
      await port.submit({ account: 0, command: { kind: 'openAccount', account, feeClass: 0 } });
      await port.submit({ account: 0, command: { kind: 'grantDemo', account } });
      await port.submit({
        account,
        command: {
          kind: 'placeOrder',
          account,
          instrument: btc.id,
          side: 0,
          type: 1,
          tif: 2,
          priceTicks: 0,
          triggerTicks: 0,
          lots: 0,
          quoteAmount: 90_000_000_000,
          postOnly: false,
        },
      });
      if (index % 5 === 4) await step(6_841_250);
    }
    for (let round = 0; round < 6; round += 1) await step(6_841_250);
    const { bids, asks } = engine.depth(btc.id, 100);
    expect(engine.statistics()['fills']).toBeGreaterThan(20);
    expect(bids.length).toBeGreaterThan(10);
    expect(asks.length).toBe(0);
    const base = engine.balances(House.marketMaker).find(({ asset }) => asset === btc.base.id)!;
    expect(base.available + base.frozen).toBeGreaterThanOrEqual(0n);
  });

  it('keeps what the public sees equal to the engine’s own depth', async () => {
    const { engine, books, step } = await venue();
    let price = 6_841_250;
    for (const move of [0, 5_000, -12_000, 400, 90_000]) {
      price += move;
      await step(price);
      const depth = engine.depth(btc.id, 1_000);
      expect(books.depth(btc.id, 1_000)).toEqual({
        bids: depth.bids.map(({ priceTicks, lots }) => [priceTicks, lots]),
        asks: depth.asks.map(({ priceTicks, lots }) => [priceTicks, lots]),
      });
    }
  });
});

describe('the house’s ladder', () => {
  const plan = planFor(btc, 6_841_250, (30_000 * 10 ** 6) / btc.quoteUnitsPerTickLot);
  const means = { lean: 0, askLots: 1e9, bidTickLots: 1e15 };
  const at = (price: number) => {
    const quotes = desiredQuotes(plan, price, means);
    const bids = quotes.filter(({ side }) => side === 0);
    const asks = quotes.filter(({ side }) => side === 1);
    return { quotes, bids, asks };
  };
  const gaps = (levels: readonly { priceTicks: number }[]) =>
    levels.slice(1).map(({ priceTicks }, index) => Math.abs(priceTicks - levels[index]!.priceTicks));

  it('is tight at the top, at irregular prices, and larger and sparser away from it', () => {
    for (let price = 6_700_000; price < 6_900_000; price += 3_333) {
      const { bids, asks } = at(price);
      expect([bids.length, asks.length]).toEqual([16, 16]);
      expect((asks[0]!.priceTicks - bids[0]!.priceTicks) / price).toBeLessThan(0.000_15);
      for (const side of [bids, asks]) {
        expect(new Set(gaps(side).slice(0, 9)).size).toBeGreaterThan(6);
        expect(new Set(side.map(({ lots }) => lots)).size).toBeGreaterThan(13);
        expect(new Set(side.map(({ priceTicks }) => priceTicks % 10)).size).toBeGreaterThan(3);
        const lots = (from: number, to: number) => side.slice(from, to).reduce((sum, level) => sum + level.lots, 0) / (to - from);
        expect(lots(10, 16)).toBeGreaterThan(lots(0, 10));
        const mean = (list: readonly number[]) => list.reduce((sum, gap) => sum + gap, 0) / list.length;
        expect(mean(gaps(side).slice(9))).toBeGreaterThan(3 * mean(gaps(side).slice(0, 9)));
      }
    }
  });

  it('is the same for the same price, and a small move changes little of it', () => {
    expect(at(6_841_250).quotes).toEqual(at(6_841_250).quotes);
    let kept = 0;
    let all = 0;
    for (let price = 6_800_000; price < 6_810_000; price += 700) {
      const before = new Set(at(price).quotes.map(({ side, priceTicks }) => `${side}:${priceTicks}`));
      const after = at(price + 700).quotes.map(({ side, priceTicks }) => `${side}:${priceTicks}`);
      kept += after.filter((level) => before.has(level)).length;
      all += after.length;
    }
    expect(kept / all).toBeGreaterThan(0.7);
  });
});

describe('the levels that ought to stand', () => {
  it('are on the right side, on ticks and within the available money, for every price and inventory', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue.instruments.filter(({ tradable }) => tradable)),
        fc.integer({ min: 2_000, max: 50_000_000 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.nat(2_000_000),
        fc.nat(100_000_000),
        (instrument, price, lean, askLots, bidTickLots) => {
          const plan = planFor(instrument, price, 30_000_000_000 / instrument.quoteUnitsPerTickLot);
          const quotes = desiredQuotes(plan, price, { lean, askLots, bidTickLots });
          const bids = quotes.filter(({ side }) => side === 0);
          const asks = quotes.filter(({ side }) => side === 1);
          for (const { priceTicks, lots } of quotes) {
            expect(Number.isSafeInteger(priceTicks) && priceTicks > 0).toBe(true);
            expect(Number.isSafeInteger(lots) && lots >= instrument.minLots && lots <= instrument.maxLots).toBe(true);
          }
          expect(Math.max(0, ...bids.map(({ priceTicks }) => priceTicks))).toBeLessThan(
            Math.min(Number.MAX_SAFE_INTEGER, ...asks.map(({ priceTicks }) => priceTicks)),
          );
          expect(new Set(quotes.map(({ side, priceTicks }) => `${side}:${priceTicks}`)).size).toBe(quotes.length);
          expect(asks.reduce((sum, { lots }) => sum + lots, 0)).toBeLessThanOrEqual(askLots);
          expect(bids.reduce((sum, { lots, priceTicks }) => sum + lots * priceTicks, 0)).toBeLessThanOrEqual(bidTickLots);
          if (lean >= 0.9) expect(bids).toEqual([]);
          if (lean <= -0.9) expect(asks).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
