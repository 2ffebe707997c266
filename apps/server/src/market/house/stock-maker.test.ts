import { firstCustomer, House, type PlaceStockOrder } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { memoryVenue, noTable, TestClock } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { allListings, createCatalogue, sessionsOf } from '../catalogue/catalogue.ts';
import { sessionsAround } from './calendars.ts';
import { defineVenue } from './definitions.ts';
import { MarketMaker } from './maker.ts';
import { TickPump } from './tick-pump.ts';

const listings = allListings.filter(({ symbol }) => ['USD/USDT', 'MYR/USDT', 'AAPL', 'MAYBANK'].includes(symbol));
const catalogue = createCatalogue(undefined, listings);
const apple = catalogue.instrumentBySymbol('AAPL')!;
const maybank = catalogue.instrumentBySymbol('MAYBANK')!;
const prices: Record<string, number> = { AAPL: 22_716, MAYBANK: 1_024, 'USD/USDT': 10_000, 'MYR/USDT': 22_590 };
const customer = firstCustomer + 1;
/** Friday 20 November 2026, in New York's session and in Kuala Lumpur's morning. */
const newYorkNoon = Date.UTC(2026, 10, 20, 17, 0);
const lastClose = Date.UTC(2026, 10, 19, 21, 0);
const kualaLumpurMorning = Date.UTC(2026, 10, 20, 2, 0);

async function venue(begin: number) {
  const clock = new TestClock(begin);
  const { engine, port } = memoryVenue('demo', clock);
  const board = new Board(catalogue, clock);
  await defineVenue(port, catalogue, noTable, clock.now());
  const pump = new TickPump(port, board, clock, silentLog);
  const maker = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
  const tickAll = () => {
    for (const live of board.all) {
      if (!board.isOpen(live)) continue;
      const last = prices[live.instrument.symbol]!;
      board.tick({ instrument: live.instrument.id, time: clock.now(), bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
    }
  };
  const step = async (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await clock.advance(2_100);
      tickAll();
      await pump.pump();
      await maker.round();
      engine.checkInvariants();
    }
  };
  // The other market shows its last close, as charts supply it at a start.
  for (const live of board.all) {
    live.last = prices[live.instrument.symbol]!;
    live.shownAt = lastClose;
  }
  tickAll();
  await pump.pump();
  await maker.start();
  await port.submit({ account: 0, command: { kind: 'openAccount', account: customer, feeClass: 0 } });
  await port.submit({ account: 0, command: { kind: 'grantDemo', account: customer } });
  const stockOrder = (more: Partial<PlaceStockOrder>) =>
    port.submit({
      account: customer,
      command: {
        kind: 'placeStockOrder',
        account: customer,
        instrument: apple.id,
        direction: 1,
        action: 1,
        type: 1,
        tif: 2,
        priceTicks: 0,
        triggerTicks: 0,
        lots: 1,
        leverage: 1,
        postOnly: false,
        takeProfitTicks: 0,
        stopLossTicks: 0,
        upperCircuit: false,
        ...more,
      },
    });
  return { clock, engine, port, maker, step, stockOrder };
}
type Engine = Awaited<ReturnType<typeof venue>>['engine'];
const shares = (engine: Engine, account: number, asset: number) => {
  const found = engine.balances(account).find((one) => one.wallet === 3 && one.asset === asset);
  return found ? Number(found.available + found.frozen) : 0;
};

describe('the house on stocks', () => {
  it('quotes both sides in session, from shares that it was given once, and lends from a pool', async () => {
    const { engine, maker, step } = await venue(newYorkNoon);
    await step(3);
    const { bids, asks } = engine.depth(apple.id, 50);
    expect(bids.length).toBeGreaterThanOrEqual(8);
    expect(asks.length).toBeGreaterThanOrEqual(8);
    expect(bids[0]!.priceTicks).toBeLessThan(asks[0]!.priceTicks);
    expect(shares(engine, House.marketMaker, apple.base.id)).toBe(Math.ceil(480_000 / 227.16));
    expect(shares(engine, House.loanPool, apple.base.id)).toBe(Math.ceil(1_000_000 / 227.16));
    expect(engine.depth(maybank.id, 5)).toEqual({ bids: [], asks: [] });
    expect(maker.counts.refused).toBe(0);
  });

  it('of Kuala Lumpur sells only what it has, by the hundred', async () => {
    const { engine, step } = await venue(kualaLumpurMorning);
    await step(3);
    const { bids, asks } = engine.depth(maybank.id, 50);
    expect(bids.length).toBeGreaterThanOrEqual(8);
    const offered = asks.reduce((sum, { lots }) => sum + lots, 0);
    expect(offered).toBeGreaterThan(0);
    expect(offered * 100).toBeLessThanOrEqual(shares(engine, House.marketMaker, maybank.base.id));
    expect(shares(engine, House.loanPool, maybank.base.id)).toBe(0);
  });

  it('sells dollars to a customer, then shares for them, and takes the shares back', async () => {
    const { engine, port, step, stockOrder } = await venue(newYorkNoon);
    await step(3);
    const usd = catalogue.instrumentBySymbol('USD/USDT')!;
    const coin = {
      kind: 'placeOrder',
      account: customer,
      instrument: usd.id,
      side: 0,
      type: 1,
      tif: 2,
      priceTicks: 0,
      triggerTicks: 0,
    } as const;
    const paid = await port.submit({ account: customer, command: { ...coin, lots: 0, quoteAmount: 20_000_000_000, postOnly: false } });
    expect(paid.outcome.ok).toBe(true);
    const dollars = engine.balances(customer).find((one) => one.wallet === 1 && one.asset === usd.base.id)!.available;
    expect(Number(dollars)).toBeGreaterThan(1_990_000);
    await port.submit({
      account: customer,
      command: { kind: 'transfer', account: customer, from: 1, to: 3, asset: usd.base.id, amount: dollars },
    });
    const bought = await stockOrder({ lots: 20 });
    expect(bought.outcome).toMatchObject({ ok: true, result: { filledLots: 20 } });
    expect(shares(engine, customer, apple.base.id)).toBe(20);
    await step(2);
    const sold = await stockOrder({ action: 2, lots: 20 });
    expect(sold.outcome).toMatchObject({ ok: true, result: { filledLots: 20 } });
    expect(shares(engine, customer, apple.base.id)).toBe(0);
  });

  it('sends a venue the last close of a closed market, so that an order can wait for its open', async () => {
    const { engine, port, step, stockOrder } = await venue(newYorkNoon);
    await step(1);
    expect(engine.instrument(maybank.id)).toMatchObject({ status: 4, referenceTicks: prices['MAYBANK'], referenceTime: lastClose });
    const myr = catalogue.assetByCode('MYR')!.id;
    const coin = { kind: 'placeOrder', account: customer, side: 0, type: 1, tif: 2, priceTicks: 0, triggerTicks: 0 } as const;
    const bought = await port.submit({
      account: customer,
      command: { ...coin, instrument: catalogue.instrumentBySymbol('MYR/USDT')!.id, lots: 0, quoteAmount: 1_000_000_000, postOnly: false },
    });
    expect(bought.outcome.ok).toBe(true);
    await port.submit({
      account: customer,
      command: { kind: 'transfer', account: customer, from: 1, to: 3, asset: myr, amount: 300_000n },
    });
    const waits = await stockOrder({ instrument: maybank.id, type: 2, tif: 1, priceTicks: 1_020, lots: 1 });
    expect(waits.outcome.ok).toBe(true);
    expect(engine.depth(maybank.id, 5)).toEqual({ bids: [], asks: [] });
  });

  it('withdraws its quotes at the close', async () => {
    const { engine, clock, maker, step } = await venue(newYorkNoon);
    await step(2);
    expect(engine.openOrders(House.marketMaker, apple.id).length).toBeGreaterThan(10);
    await clock.advance(Date.UTC(2026, 10, 20, 21, 0) - clock.now());
    for (let time = 0; time < 4; time += 1) {
      await clock.advance(500);
      await maker.round();
    }
    expect(engine.openOrders(House.marketMaker, apple.id)).toEqual([]);
  });
});

describe('calendars of a venue', () => {
  it('hold the sessions of two weeks back to nine ahead, the same all week', () => {
    const monday = Date.UTC(2026, 10, 16);
    const sessions = sessionsAround(sessionsOf('XNYS')!, monday + 3 * 86_400_000);
    expect(sessions).toEqual(sessionsAround(sessionsOf('XNYS')!, monday));
    expect(sessions).toEqual(sessionsAround(sessionsOf('XNYS')!, monday + 7 * 86_400_000 - 1));
    expect(sessionsAround(sessionsOf('XNYS')!, monday + 7 * 86_400_000)).not.toEqual(sessions);
    expect(sessions[0]!.open).toBe(Date.UTC(2026, 10, 2, 14, 30));
    expect(sessions.at(-1)!.close).toBeGreaterThan(monday + 60 * 86_400_000);
    expect(sessions.some(({ open }) => open > Date.UTC(2026, 10, 26) && open < Date.UTC(2026, 10, 27))).toBe(false);
    for (let index = 1; index < sessions.length; index += 1) expect(sessions[index]!.open).toBeGreaterThan(sessions[index - 1]!.close);
    // Kuala Lumpur has a midday break.
    expect(sessionsAround(sessionsOf('XKLS')!, monday).filter(({ open }) => open >= monday && open < monday + 86_400_000)).toHaveLength(2);
  });
});
