import { type EngineEvent, firstCustomer, House, restoreEngine } from '@bourse/engine';
import { TimedStatus, Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { memoryVenue, noTable, TestClock } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import { LoopingFeed } from '../feeds/loop.ts';
import type { FeedSink } from '../feeds/port.ts';
import { defineVenue } from './definitions.ts';
import { TickPump } from './tick-pump.ts';

const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => symbol === 'BTC-PERP'),
);
const perp = catalogue.instrumentBySymbol('BTC-PERP')!;
const periodMs = 250;
const customer = firstCustomer + 1;
/** A price that tells its time: it never repeats within the test. */
const priceAt = (time: number) => 100_000 + ((time / periodMs) % 4_000);

/** One tick every quarter of a second, except while the source is silent. */
class SteadyFeed extends LoopingFeed {
  silent = { from: 0, to: 0 };
  private next: number;

  constructor(clock: TestClock) {
    super(clock);
    this.next = Math.ceil(clock.now() / periodMs) * periodMs;
  }

  override emitUntil(now: number, sink: FeedSink) {
    for (; this.next <= now; this.next += periodMs) {
      const time = this.next;
      if (time >= this.silent.from && time < this.silent.to) continue;
      const last = priceAt(time);
      sink.tick({ instrument: perp.id, time, bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
    }
  }
}

async function floor() {
  const clock = new TestClock(Date.UTC(2026, 10, 20, 15, 0, 0, 60));
  const begin = clock.now();
  const { engine, port } = memoryVenue('demo', clock);
  await defineVenue(port, catalogue, noTable, begin);
  const must = async (command: Parameters<typeof port.submit>[0]['command']) =>
    expect((await port.submit({ account: customer, command })).outcome, command.kind).toMatchObject({ ok: true });
  await must({ kind: 'fundHouse', account: House.timed, wallet: Wallet.fast, asset: perp.quote.id, amount: 10n ** 12n, number: 1 });
  await must({ kind: 'openAccount', account: customer, feeClass: 0 });
  await must({ kind: 'grantDemo', account: customer });
  await must({ kind: 'transfer', account: customer, from: Wallet.coin, to: Wallet.fast, asset: perp.quote.id, amount: 10n ** 10n });
  const ended: Extract<EngineEvent, { kind: 'timed' }>[] = [];
  port.onDurable(({ records }) => {
    for (const event of records.decode()) if (event.kind === 'timed' && event.status >= TimedStatus.won) ended.push(event);
  });
  let away = false;
  const through: typeof port = {
    ...port,
    submit: (request) => (away ? Promise.reject(new Refusal('unavailable')) : port.submit(request)),
  };
  const board = new Board(catalogue, clock);
  const feed = new SteadyFeed(clock);
  const pump = new TickPump(through, board, clock, silentLog, { toldUpTo: () => feed.toldUpTo?.() });
  feed.start(board);
  pump.start();
  await clock.advance(2_000);
  const buy = () =>
    must({ kind: 'placeTimed', account: customer, instrument: perp.id, direction: 1, durationMs: 30_000, stake: 5_000_000 });
  /** The tick that decides an instant: the source's first at or after it. */
  const tickAfter = (instant: number) => Math.ceil(instant / periodMs) * periodMs;
  return { clock, begin, engine, feed, ended, buy, tickAfter, journalAway: (is: boolean) => (away = is) };
}

describe('a round of funding', () => {
  const instant = Date.UTC(2026, 10, 20, 16);
  /** A venue one minute before the instant; `again` goes on with the engine’s snapshot, a new pump and a feed that tells again what was missed. */
  async function beforeFunding() {
    let clock = new TestClock(instant - 60_000);
    let { engine, port } = memoryVenue('demo', clock);
    await defineVenue(port, catalogue, noTable, clock.now());
    const rounds: { due: number; void: boolean; tickTime: number }[] = [];
    const run = (feed: SteadyFeed) => {
      let tickTime = 0;
      const unlisten = port.onDurable(({ records }) => {
        for (const event of records.decode()) {
          if (event.kind === 'reference') ({ tickTime } = event);
          if (event.kind === 'fundingRound') rounds.push({ due: event.due, void: event.void, tickTime });
        }
      });
      const board = new Board(catalogue, clock);
      const pump = new TickPump(port, board, clock, silentLog, { toldUpTo: () => feed.toldUpTo?.() });
      feed.start(board);
      pump.start();
      return () => {
        unlisten();
        feed.stop();
        pump.stop();
      };
    };
    let stop = run(new SteadyFeed(clock));
    return {
      rounds,
      clock: () => clock,
      silence: (from: number, to: number) => {
        stop();
        const feed = new SteadyFeed(clock);
        feed.silent = { from, to };
        stop = run(feed);
      },
      again: (downMs: number) => {
        stop();
        const from = clock.now();
        const stored = engine.snapshot();
        clock = new TestClock(from);
        const feed = new SteadyFeed(clock);
        clock.stall(downMs);
        ({ engine, port } = memoryVenue('demo', clock, undefined, restoreEngine(stored)));
        stop = run(feed);
      },
    };
  }

  it.each([
    ['late for three seconds', 2_000, 3_000],
    ['late for half a minute', 10_000, 30_000],
    ['late for four minutes', 200, 240_000],
  ])('is not void when the host is %s', async (_, before, stallMs) => {
    const { rounds, clock } = await beforeFunding();
    await clock().advance(60_000 - before);
    clock().stall(stallMs);
    await clock().advance(2_000);
    expect(rounds).toMatchObject([{ due: instant, void: false }]);
    if (stallMs - before > 5_000 && before > 5_000) expect(rounds[0]!.tickTime).toBe(instant);
  });

  it.each([20_000, 200_000])('is not void when the server was down for %i ms across its instant', async (downMs) => {
    const { rounds, clock, again } = await beforeFunding();
    await clock().advance(50_000);
    again(downMs);
    await clock().advance(2_000);
    expect(rounds).toMatchObject([{ due: instant, void: false, tickTime: instant }]);
  });

  it('is void when the source itself was silent for more than five seconds around its instant', async () => {
    const { rounds, clock, silence } = await beforeFunding();
    silence(instant - 7_000, instant + 7_000);
    await clock().advance(360_000);
    expect(rounds).toMatchObject([{ due: instant, void: true }]);
  });

  it('waits for a source that was silent before its instant and spoke within five seconds after it', async () => {
    const { rounds, clock, silence } = await beforeFunding();
    silence(instant - 7_000, instant + 3_000);
    await clock().advance(360_000);
    expect(rounds).toMatchObject([{ due: instant, void: false, tickTime: instant + 3_000 }]);
  });
});

describe('a timed contract while the host is late', () => {
  for (const stallMs of [3_000, 6_000, 29_000, 240_000]) {
    it.each(['start', 'end'])(`of ${stallMs} ms across its %s is decided by the source’s ticks, by their own times`, async (edge) => {
      const { clock, ended, buy, tickAfter } = await floor();
      const placedAt = clock.now();
      await buy();
      await clock.advance(edge === 'start' ? 10 : 29_500);
      clock.stall(stallMs);
      await clock.advance(40_000);
      const [start, end] = [tickAfter(placedAt), tickAfter(placedAt + 30_000)];
      expect(ended).toMatchObject([
        { voidReason: '', startTickTime: start, startTicks: priceAt(start), endTickTime: end, endTicks: priceAt(end) },
      ]);
    });
  }

  it('is decided by the right ticks after the journal was away for a minute', async () => {
    const { clock, ended, buy, tickAfter, journalAway } = await floor();
    const placedAt = clock.now();
    await buy();
    await clock.advance(20_000);
    journalAway(true);
    await clock.advance(60_000);
    journalAway(false);
    await clock.advance(1_000);
    expect(ended).toMatchObject([{ voidReason: '', endTickTime: tickAfter(placedAt + 30_000) }]);
  });

  it('is void when the source itself was silent, whether the host was late or not', async () => {
    for (const stallMs of [0, 20_000]) {
      const { clock, feed, ended, buy } = await floor();
      await buy();
      feed.silent = { from: clock.now() + 28_000, to: clock.now() + 36_000 };
      await clock.advance(29_000);
      clock.stall(stallMs);
      await clock.advance(8_000);
      expect(ended).toMatchObject([{ voidReason: 'stale', endTicks: 0 }]);
    }
  });

  it('waits for a short silence of its source, and is void as soon as the source says that it was longer than five seconds', async () => {
    const { clock, feed, ended, buy, tickAfter } = await floor();
    const placedAt = clock.now();
    await buy();
    feed.silent = { from: placedAt + 29_000, to: placedAt + 34_500 };
    await clock.advance(36_000);
    expect(ended).toMatchObject([{ voidReason: '', endTickTime: tickAfter(placedAt + 34_500) }]);
    ended.length = 0;
    await buy();
    feed.silent = { from: clock.now() + 1_000, to: Number.POSITIVE_INFINITY };
    await clock.advance(34_000);
    expect(ended).toEqual([]);
    await clock.advance(2_500);
    expect(ended).toMatchObject([{ voidReason: 'stale' }]);
  });
});
