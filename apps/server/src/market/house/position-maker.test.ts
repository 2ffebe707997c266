import { firstCustomer, House, type PlaceContractOrder } from '@bourse/engine';
import { OrderSide } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { memoryVenue, noTable, TestClock } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import { defineVenue } from './definitions.ts';
import { MarketMaker } from './maker.ts';
import { newBook } from './maker-book.ts';
import { positionMeans } from './means.ts';
import { TickPump } from './tick-pump.ts';

const symbols = ['BTC/USDT', 'BTC-PERP', 'EUR-PERP'];
const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => symbols.includes(symbol)).map((one) => ({ ...one, tradable: true })),
);
const perp = catalogue.instrumentBySymbol('BTC-PERP')!;
const price0 = 136_825;
const customer = firstCustomer + 1;

async function venue() {
  const clock = new TestClock();
  const { engine, port } = memoryVenue('demo', clock);
  const board = new Board(catalogue, clock);
  const told = await defineVenue(port, catalogue, noTable, clock.now());
  const pump = new TickPump(port, board, clock, silentLog, { before: (instruments) => maker.follow(instruments) });
  const maker = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
  const tickAll = (price: number) => {
    for (const live of board.all) {
      const last = live.instrument.id === perp.id ? price : live.instrument.kind === 1 ? price * 50 : 108_642;
      board.tick({ instrument: live.instrument.id, time: clock.now(), bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
    }
  };
  const step = async (price: number) => {
    await clock.advance(2_100);
    tickAll(price);
    await pump.pump();
    await maker.round();
    engine.checkInvariants();
  };
  tickAll(price0);
  await pump.pump();
  await maker.start();
  await port.submit({ account: 0, command: { kind: 'openAccount', account: customer, feeClass: 0 } });
  await port.submit({ account: 0, command: { kind: 'grantDemo', account: customer } });
  await port.submit({
    account: customer,
    command: { kind: 'transfer', account: customer, from: 1, to: 2, asset: 1, amount: 100_000_000_000n },
  });
  const order = (more: Partial<PlaceContractOrder>) =>
    port.submit({
      account: customer,
      command: {
        kind: 'placeContractOrder',
        account: customer,
        instrument: perp.id,
        direction: 1,
        action: 1,
        type: 1,
        tif: 2,
        priceTicks: 0,
        triggerTicks: 0,
        lots: 1,
        mode: 1,
        leverage: 20,
        postOnly: false,
        takeProfitTicks: 0,
        stopLossTicks: 0,
        ...more,
      },
    });
  return { clock, engine, port, board, pump, maker, step, tickAll, order, told };
}
const held = (engine: Awaited<ReturnType<typeof venue>>['engine'], direction: 1 | 2) =>
  engine.positions(House.marketMaker).find((one) => one.instrument === perp.id && one.direction === direction)?.lots ?? 0;

describe('the house on contracts', () => {
  it('brings capital for every product once: quotes, insurance, timed contracts', async () => {
    const { engine, step } = await venue();
    for (let round = 0; round < 3; round += 1) await step(price0);
    const of = (account: number, wallet: number) => engine.balances(account).find((one) => one.wallet === wallet && one.asset === 1)!;
    const whole = (account: number, wallet: number) => {
      const { available, frozen } = of(account, wallet);
      return (available + frozen) / 1_000_000n;
    };
    expect([whole(House.marketMaker, 2), whole(House.insurance, 2), whole(House.timed, 4)]).toEqual([50_000_000n, 2_000_000n, 500_000n]);
  });

  it('moves its quotes before the engine hears of a price, so that a stop which the price wakes trades at that price', async () => {
    const { clock, engine, pump, step, tickAll, order } = await venue();
    for (let round = 0; round < 3; round += 1) await step(price0);
    const asks = () =>
      engine
        .openOrders(House.marketMaker)
        .filter((one) => one.instrument === perp.id && one.side === OrderSide.sell)
        .map(({ priceTicks }) => priceTicks);
    const before = asks();
    await order({ type: 4, triggerTicks: price0 + 100, lots: 10 });
    await clock.advance(100);
    const price = price0 + 500;
    tickAll(price);
    // The maker's own round has not come yet.
    await pump.pump();
    const [bought] = engine.positions(customer);
    expect(bought?.lots).toBe(10);
    expect(bought!.entryValue / (bought!.lots * Number(perp.quoteUnitsPerTickLot))).toBeGreaterThanOrEqual(price);
    expect(Math.min(...asks())).toBeGreaterThanOrEqual(price);
    expect(asks().length).toBeGreaterThan(before.length * 0.6);
  });

  it('sends no quote outside the band around the engine’s price, and quotes again when the engine has the new one', async () => {
    const { clock, engine, pump, maker, step, tickAll } = await venue();
    for (let round = 0; round < 3; round += 1) await step(price0);
    const quotes = () => engine.openOrders(House.marketMaker).filter((one) => one.instrument === perp.id).length;
    const before = quotes();
    const { refused } = maker.counts;
    tickAll(Math.floor(price0 * (1 + (perp.bandBps * 0.9) / 10_000)));
    await pump.pump();
    const between = quotes();
    await clock.advance(300);
    await maker.round();
    await clock.advance(0);
    expect(maker.counts.refused).toBe(refused);
    expect(between).toBeLessThan(before);
    expect(quotes()).toBeGreaterThan(before * 0.8);
  });

  it('keeps its quotes when a price ends a silence, because the engine takes no new ones before it', async () => {
    const { clock, engine, pump, maker, step, tickAll } = await venue();
    for (let round = 0; round < 3; round += 1) await step(price0);
    const quotes = () => engine.openOrders(House.marketMaker).filter((one) => one.instrument === perp.id).length;
    const before = quotes();
    const { refused } = maker.counts;
    await clock.advance(6_000);
    tickAll(price0 + 500);
    await pump.pump();
    expect([quotes(), maker.counts.refused]).toEqual([before, refused]);
    await maker.round();
    expect(maker.counts.refused).toBe(refused);
    expect(quotes()).toBeGreaterThan(before * 0.8);
  });

  it('rests, and nothing is left unheard, when the journal fails with all its quotes under way', async () => {
    const { clock, port, maker, board, step } = await venue();
    for (let round = 0; round < 3; round += 1) await step(price0);
    await clock.advance(2_100);
    for (const live of board.all)
      board.tick({
        instrument: live.instrument.id,
        time: clock.now(),
        bid: price0,
        ask: price0 + 2,
        last: price0 + 1_000,
        lots: 1,
        side: 0,
      });
    const before = maker.counts.items;
    const sent: string[] = [];
    let failAll: (error: Error) => void = () => {};
    const failed = new Promise<never>((_resolve, reject) => {
      failAll = reject;
    });
    port.submit = ({ command }) => {
      sent.push(command.kind);
      return failed.then();
    };
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    const round = maker.round();
    await clock.advance(0);
    failAll(new Error('the journal is away'));
    await round;
    await clock.advance(0);
    process.off('unhandledRejection', hear);
    expect(new Set(sent)).toEqual(new Set(['orderBatch', 'placeContractOrder']));
    expect(unheard).toEqual([]);
    expect(maker.counts.items).toBe(before);
  });

  it('quotes both sides around the price wherever it goes, and does not trade with itself', async () => {
    const { engine, maker, step } = await venue();
    let price = price0;
    for (const move of [0, 60, -300, 1_200, -2_500, 12, -7, 3_000]) {
      price += move;
      await step(price);
      await step(price);
      const { bids, asks } = engine.depth(perp.id, 100);
      expect(bids.length).toBeGreaterThanOrEqual(10);
      expect(asks.length).toBeGreaterThanOrEqual(10);
      expect(bids[0]!.priceTicks).toBeLessThan(asks[0]!.priceTicks);
      expect(Math.abs((bids[0]!.priceTicks + asks[0]!.priceTicks) / 2 - price)).toBeLessThan(price * 0.001);
    }
    expect(engine.statistics()['fills']).toBe(0);
    expect(maker.counts.refused).toBe(0);
  });

  it('closes what it holds before it opens the other side, so that it never keeps both for long', async () => {
    const { engine, step, order } = await venue();
    for (let round = 0; round < 2; round += 1) await step(price0);
    const bought = await order({ direction: 1, lots: 1_000 });
    expect(bought.outcome.ok).toBe(true);
    expect(held(engine, 2)).toBe(1_000);
    for (let round = 0; round < 3; round += 1) await step(price0);
    // The maker's bids now buy back first.
    await order({ direction: 1, action: 2, lots: 1_000 });
    for (let round = 0; round < 3; round += 1) await step(price0);
    expect([held(engine, 1), held(engine, 2)]).toEqual([0, 0]);
  });

  it('lets its net position go no further than its limit, however long one side is taken', async () => {
    const { engine, port, board, step } = await venue();
    const limit = positionMeans(newBook(board.get(perp.id)!, 0), price0, true).askLots;
    for (let index = 0; index < 40; index += 1) {
      const account = customer + 1 + index;
      await port.submit({ account: 0, command: { kind: 'openAccount', account, feeClass: 0 } });
      await port.submit({ account: 0, command: { kind: 'grantDemo', account } });
      await port.submit({ account, command: { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: 100_000_000_000n } });
      for (let time = 0; time < 4; time += 1) {
        const command = { kind: 'placeContractOrder', account, instrument: perp.id, direction: 1, action: 1, type: 1, tif: 2 } as const;
        const rest = { priceTicks: 0, triggerTicks: 0, lots: 3_000, mode: 1, leverage: 10, postOnly: false } as const;
        await port.submit({ account, command: { ...command, ...rest, takeProfitTicks: 0, stopLossTicks: 0 } });
      }
      await step(price0);
      expect(held(engine, 2) - held(engine, 1)).toBeLessThanOrEqual(limit * 1.01);
    }
    expect(held(engine, 2)).toBeGreaterThan(limit * 0.5);
  });

  it('withdraws its quotes when the market of a currency closes for the weekend', async () => {
    const { engine, clock, step, maker } = await venue();
    for (let round = 0; round < 2; round += 1) await step(price0);
    const euro = catalogue.instrumentBySymbol('EUR-PERP')!;
    expect(engine.depth(euro.id, 5).bids.length).toBe(5);
    // Friday 22:00 UTC is 17:00 in New York.
    await clock.advance(Date.UTC(2026, 10, 20, 22, 0) - clock.now());
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(500);
      await maker.round();
    }
    expect(engine.depth(euro.id, 5)).toEqual({ bids: [], asks: [] });
  });
});
