import { firstCustomer, House } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { memoryVenue, noTable, TestClock } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import { SimulatedFeed } from '../feeds/simulated/feed.ts';
import { fixedSecrets } from '../feeds/simulated/secrets.ts';
import { PublicBooks } from '../house/books.ts';
import { defineVenue } from '../house/definitions.ts';
import { MarketMaker } from '../house/maker.ts';
import { TickPump } from '../house/tick-pump.ts';
import { isParticipant } from './accounts.ts';
import { secretChance } from './chance.ts';
import { Participants } from './participants.ts';

const symbols = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'USD/USDT', 'MYR/USDT', 'BTC-PERP', 'EUR-PERP', 'AAPL', 'MAYBANK'];
const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => symbols.includes(symbol)),
);
const customer = firstCustomer + 1;
const secrets = fixedSecrets('c0'.repeat(32));

/** A demo venue with simulated prices and the house’s quotes, begun at New York’s noon, with participants whose draws are always the same. */
async function floor(key = 1, begin = Date.UTC(2026, 10, 20, 17, 0)) {
  const clock = new TestClock(begin);
  const { engine, port } = memoryVenue('demo', clock);
  const board = new Board(catalogue, clock);
  await defineVenue(port, catalogue, noTable, begin);
  const feed = new SimulatedFeed({ catalogue, clock, secrets, anchor: begin });
  const pump = new TickPump(port, board, clock, silentLog);
  const maker = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
  const books = new PublicBooks(port);
  await books.start(catalogue.instruments.map(({ id }) => id));
  const sent: { account: number; kind: string; priceTicks?: number }[] = [];
  const through: typeof port = {
    ...port,
    submit(request) {
      sent.push({ account: 'account' in request.command ? request.command.account : 0, ...request.command } as (typeof sent)[number]);
      return port.submit(request);
    },
  };
  const chance = secretChance(Buffer.alloc(32, key));
  const participants = new Participants(through, { catalogue, board, books, clock, log: silentLog, chance });
  feed.start(board);
  pump.start();
  await maker.start();
  const fills = (symbol: string) => books.recentFills(catalogue.instrumentBySymbol(symbol)!.id);
  const stop = () => {
    participants.stop();
    maker.stop();
    pump.stop();
    feed.stop();
  };
  return { clock, engine, port, board, maker, pump, participants, books, fills, sent, stop };
}

describe('simulated participants', () => {
  it('trade every open instrument both ways, as ordinary accounts on the daily demo grant, and every trade is marked', async () => {
    const { clock, engine, participants, fills, sent, stop } = await floor();
    participants.start();
    await clock.advance(20 * 60_000);
    stop();
    for (const symbol of symbols.filter((one) => one !== 'MAYBANK')) {
      expect(fills(symbol).length, symbol).toBeGreaterThan(0);
      expect(
        fills(symbol).every(({ simulated }) => simulated),
        symbol,
      ).toBe(true);
    }
    // Kuala Lumpur sleeps.
    expect(fills('MAYBANK')).toEqual([]);
    for (const symbol of ['BTC/USDT', 'BTC-PERP']) expect(new Set(fills(symbol).map(({ side }) => side)), symbol).toEqual(new Set([0, 1]));
    const sizes = fills('BTC/USDT').map(({ lots }) => lots);
    expect(new Set(sizes).size).toBeGreaterThan(sizes.length / 2);
    expect(sent.every(({ account }) => isParticipant(account))).toBe(true);
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(
      new Set(['openAccount', 'grantDemo', 'transfer', 'placeOrder', 'placeContractOrder', 'placeStockOrder']),
    );
    expect(participants.counts.refused).toBeLessThan(participants.counts.commands / 50);
    // Nothing of theirs rests in a book, and the postings of the venue sum to zero.
    for (const account of new Set(sent.map((one) => one.account))) expect(engine.openOrders(account)).toEqual([]);
    engine.checkInvariants();
  }, 60_000);

  it('decide by chance alone: with other prices they act at the same times on the same instruments', async () => {
    const one = await floor(2);
    const other = await floor(2, Date.UTC(2026, 10, 20, 18, 0));
    const kinds: string[][] = [];
    for (const each of [one, other]) {
      each.participants.start();
      const begin = each.clock.now();
      await each.clock.advance(5 * 60_000);
      each.stop();
      kinds.push(each.books.recentFills(catalogue.instrumentBySymbol('BTC-PERP')!.id).map(({ time }) => String(time - begin)));
    }
    expect(kinds[0]!.length).toBeGreaterThan(3);
    expect(kinds[0]).toEqual(kinds[1]);
  }, 60_000);

  it('take a customer’s resting order at its price only, and not one that is far from the market', async () => {
    const { clock, engine, port, participants, fills, books, stop } = await floor(3);
    const spot = catalogue.instrumentBySymbol('BTC/USDT')!;
    await port.submit({ account: 0, command: { kind: 'openAccount', account: customer, feeClass: 0 } });
    await port.submit({ account: 0, command: { kind: 'grantDemo', account: customer } });
    await clock.advance(3_000);
    const { bid, ask } = books.best(spot.id)!;
    const rests = async (priceTicks: number) => {
      const { outcome } = await port.submit({
        account: customer,
        command: {
          ...{ kind: 'placeOrder', account: customer, instrument: spot.id, side: 0, type: 2, tif: 1, priceTicks, triggerTicks: 0 },
          ...{ lots: 1_000, quoteAmount: 0, postOnly: true },
        },
      });
      expect(outcome).toMatchObject({ ok: true });
    };
    const inside = Math.min(ask - 1, bid + 1);
    const far = Math.round(bid * 0.99);
    await rests(inside);
    await rests(far);
    const own: number[] = [];
    port.onDurable(({ records }) => {
      for (const event of records.decode()) if (event.kind === 'fill' && event.maker.account === customer) own.push(event.priceTicks);
    });
    participants.start();
    await clock.advance(10 * 60_000);
    stop();
    const sold = fills('BTC/USDT').filter(({ side, simulated }) => side === 1 && simulated);
    expect(sold.length).toBeGreaterThan(0);
    // Theirs or the house's, whoever sold to the customer got the customer's price.
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own)).toEqual(new Set([inside]));
    expect(engine.openOrders(customer)).toMatchObject([{ priceTicks: far, filledLots: 0 }]);
  }, 60_000);

  it('never trade in the real venue, and not while the exchange takes no new orders', async () => {
    const { clock, board, books, participants, sent, stop } = await floor(4);
    const real = memoryVenue('real', clock);
    expect(() => new Participants(real.port, { catalogue, board, books, clock, log: silentLog })).toThrow('demo venue only');
    board.cancelOnly = true;
    participants.start();
    await clock.advance(120_000);
    expect(sent).toEqual([]);
    board.cancelOnly = false;
    await clock.advance(240_000);
    stop();
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.some(({ account }) => account === House.marketMaker)).toBe(false);
  }, 60_000);
});
