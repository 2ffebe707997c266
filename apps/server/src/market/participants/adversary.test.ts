import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { memoryVenue, noTable } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import type { FeedTick } from '../feeds/port.ts';
import { firstFrom, play, record, type Score, type Strategy, type Tape, tapeFor } from '../feeds/simulated/adversary.ts';
import { SimulatedFeed } from '../feeds/simulated/feed.ts';
import { fixedSecrets } from '../feeds/simulated/secrets.ts';
import { PublicBooks } from '../house/books.ts';
import { defineVenue } from '../house/definitions.ts';
import { MarketMaker } from '../house/maker.ts';
import { TickPump } from '../house/tick-pump.ts';
import { secretChance } from './chance.ts';
import { Participants } from './participants.ts';

/**
 * The adversary of `feeds/simulated/adversary.test.ts` at a venue: it has the ticks that the engine decides contracts with, every half second, and beside
 * each the book's levels and the tape: sides, sizes, numbers and times of the trades of the house's simulated participants. The bound is explained there.
 */
const bound = 4;
const horizons = [30_000, 60_000, 120_000, 300_000];
const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => ['BTC-PERP', 'ETH-PERP', 'EUR-PERP', 'XAU-PERP'].includes(symbol)),
);
const monday = Date.UTC(2026, 10, 16);
const hours = 8;
const levels = 5;

/** What can be seen at a tick besides the price. */
const seen = ['bid', 'ask', 'bidLots', 'askLots', 'bidGap', 'askGap', 'side', 'size', 'trade', 'tradedAt', 'tradePrice'] as const;
type Seen = Record<(typeof seen)[number], Float64Array>;
type VenueTape = Tape & Seen;

function venueTape(most: number): VenueTape {
  return Object.assign(tapeFor(most), Object.fromEntries(seen.map((name) => [name, new Float64Array(most)])) as Seen);
}

let tapes: VenueTape[];
let trades = 0;
beforeAll(async () => {
  let time = monday;
  const clock = { now: () => time, after: () => () => {}, defer: () => {} };
  const { port } = memoryVenue('demo', clock);
  const board = new Board(catalogue, clock);
  await defineVenue(port, catalogue, noTable, time);
  const feed = new SimulatedFeed({ catalogue, clock, secrets: fixedSecrets('5e'.repeat(32)), anchor: monday });
  const pump = new TickPump(port, board, clock, silentLog);
  const maker = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
  const books = new PublicBooks(port);
  await books.start(catalogue.instruments.map(({ id }) => id));
  const participants = new Participants(port, {
    catalogue,
    board,
    books,
    clock,
    log: silentLog,
    chance: secretChance(Buffer.alloc(32, 7)),
  });
  const byId = new Map(catalogue.instruments.map(({ id }) => [id, venueTape(hours * 7_200 + 1)]));
  port.onDurable(({ records }) => {
    for (const event of records.decode()) {
      const tape = event.kind === 'reference' ? byId.get(event.instrument) : undefined;
      if (event.kind !== 'reference' || !tape) continue;
      see(tape, tape.count, event.instrument);
      record(tape as Tape, { time: event.tickTime, last: event.priceTicks, lots: 0, side: 0 });
    }
  });
  const see = (tape: VenueTape, at: number, id: number) => {
    const { bids, asks } = books.depth(id, levels);
    const sum = (side: [number, number][]) => side.reduce((all, [, lots]) => all + lots, 0);
    const trade = books.recentFills(id).at(-1);
    const now: Record<keyof Seen, number> = {
      bid: bids[0]?.[0] ?? 0,
      ask: asks[0]?.[0] ?? 0,
      bidLots: sum(bids),
      askLots: sum(asks),
      bidGap: (bids[0]?.[0] ?? 0) - (bids[1]?.[0] ?? 0),
      askGap: (asks[1]?.[0] ?? 0) - (asks[0]?.[0] ?? 0),
      side: trade ? (trade.side === 0 ? 1 : -1) : 0,
      size: trade?.lots ?? 0,
      trade: trade?.fill ?? 0,
      tradedAt: trade?.time ?? 0,
      tradePrice: trade?.priceTicks ?? 0,
    };
    for (const name of seen) tape[name][at] = now[name];
  };
  await maker.start();
  participants.start();
  feed.start(board);
  feed.stop();
  for (; time < monday + hours * 3_600_000; time += 250) {
    feed.emitUntil(time, board as { tick: (tick: FeedTick) => void; garbage: Board['garbage'] });
    if (time % 500 === 0) await pump.pump();
    await maker.round();
    await participants.round();
  }
  trades = participants.counts.trades;
  tapes = [...byId.values()];
}, 300_000);

type Looks = (tape: VenueTape, now: number) => number;
const tradedNow = ({ trade }: VenueTape, now: number) => trade[now] !== trade[now - 1];
const onTrade =
  (looks: Looks): Looks =>
  (tape, now) =>
    tradedNow(tape, now) ? looks(tape, now) : 0;
const silentMs = ({ times, tradedAt }: VenueTape, now: number) => times[now]! - tradedAt[now]!;
const change = ({ last }: Tape, now: number, back: number) => last[now]! - last[now - back]!;
const sidesOf = ({ side }: VenueTape, now: number, back: number) => {
  let sum = 0;
  for (let at = now - back; at <= now; at += 20) sum += side[at]!;
  return sum;
};

const strategies: Record<string, Looks> = {
  'with the side of a trade': onTrade(({ side }, now) => side[now]!),
  'with the side of the last trade, at any time': ({ side }, now) => side[now]!,
  'with the side of most trades of ten minutes': (tape, now) => sidesOf(tape, now, 1_200),
  'with the side of a large trade': onTrade(({ side, size }, now) => (size[now]! > 2 * size[now - 200]! ? side[now]! : 0)),
  'with the side of a small trade': onTrade(({ side, size }, now) => (size[now]! < size[now - 200]! / 2 ? side[now]! : 0)),
  'by an even size': onTrade(({ size }, now) => (size[now]! % 2 === 0 ? 1 : -1)),
  'by an even number of the trade': onTrade(({ trade }, now) => (trade[now]! % 2 === 0 ? 1 : -1)),
  'by the numbers that were left out': onTrade(({ trade }, now) => ((trade[now]! - trade[now - 1]!) % 2 === 0 ? 1 : -1)),
  'by the millisecond of a trade': onTrade(({ tradedAt }, now) => (tradedAt[now]! % 2 === 0 ? 1 : -1)),
  'with the last change after a silence': (tape, now) => (silentMs(tape, now) > 60_000 ? change(tape, now, 4) : 0),
  'with the last change when trades are frequent': onTrade((tape, now) =>
    tape.trade[now]! - tape.trade[now - 60]! > 1 ? change(tape, now, 4) : 0,
  ),
  'with the price of the trade against the middle': onTrade(
    ({ tradePrice, bid, ask }, now) => tradePrice[now]! - (bid[now]! + ask[now]!) / 2,
  ),
  'with the heavier side of the book': ({ bidLots, askLots }, now) => bidLots[now]! - askLots[now]!,
  'with a book that is twice as heavy': ({ bidLots, askLots }, now) =>
    bidLots[now]! > 2 * askLots[now]! ? 1 : askLots[now]! > 2 * bidLots[now]! ? -1 : 0,
  'with the middle of the book against the price': ({ bid, ask, last }, now) => (bid[now]! + ask[now]!) / 2 - last[now]!,
  'with the change of the middle': ({ bid, ask }, now) => bid[now]! + ask[now]! - bid[now - 8]! - ask[now - 8]!,
  'with a wide spread’s last change': (tape, now) =>
    tape.ask[now]! - tape.bid[now]! > 1.5 * (tape.ask[now - 100]! - tape.bid[now - 100]!) ? change(tape, now, 4) : 0,
  'with the narrower gap behind the best price': ({ bidGap, askGap }, now) => askGap[now]! - bidGap[now]!,
  'follows the engine’s last tick': (tape, now) => change(tape, now, 1),
  'follows eight of the engine’s ticks': (tape, now) => change(tape, now, 8),
  'against a wild tick of the engine': (tape, now) =>
    Math.abs(change(tape, now, 1)) > 3 * Math.abs(change(tape, now, 40)) ? -change(tape, now, 1) : 0,
};

const scoresOf = (looks: Looks, of: readonly VenueTape[] = tapes): Score[] =>
  horizons.map(
    (horizon) =>
      of.reduce<Score | undefined>((sum, tape) => play(tape, ((_, now) => looks(tape, now)) as Strategy, horizon, sum), undefined)!,
  );

describe('an adversary with the engine’s ticks, the book and the tape', () => {
  it('sees trades and books of four instruments for hours', () => {
    expect(trades).toBeGreaterThan(1_000);
    for (const { count, trade, size, bid } of tapes) {
      expect(count).toBeGreaterThan(hours * 2_500);
      expect(new Set(trade.subarray(0, count)).size).toBeGreaterThan(hours * 10);
      expect(new Set(size.subarray(0, count)).size).toBeGreaterThan(10);
      expect(bid.subarray(100, count).every((price) => price > 0)).toBe(true);
    }
  });

  it.each(Object.entries(strategies))('wins no more than chance: %s', (_, looks) => {
    const found = scoresOf(looks);
    for (const [index, { z }] of found.entries())
      expect(Math.abs(z), `${horizons[index]} ms: ${JSON.stringify(found[index])}`).toBeLessThan(bound);
    expect(found[0]!.contracts).toBeGreaterThan(100);
  });

  it('would find one trade in five that knows the next half minute', () => {
    const told = tapes.map((tape) => {
      const side = tape.side.slice();
      for (let at = 1; at < tape.count; at += 1) {
        const later = firstFrom(tape, tape.times[at]! + 1 + horizons[0]!);
        if (tape.trade[at]! % 5 === 0 && tradedNow(tape, at) && later < tape.count)
          side[at] = Math.sign(tape.last[later]! - tape.last[Math.min(at + 1, tape.count - 1)]!);
      }
      return { ...tape, side };
    });
    const [found] = scoresOf(strategies['with the side of a trade']!, told);
    expect(found!.z, JSON.stringify(found)).toBeGreaterThan(bound);
  });
});
