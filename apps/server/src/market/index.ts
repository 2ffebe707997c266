import type { Venue } from '@bourse/protocol/enums';
import { exactTicks } from '../calls/figures.ts';
import type { Config } from '../config.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { patiently } from '../platform/patiently.ts';
import type { Venues } from '../sequencer/port.ts';
import { anchorOf, keepSources } from './anchors.ts';
import { Board, type Live } from './board.ts';
import { loadPast } from './candles/history.ts';
import { CandleStore } from './candles/store.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { splitsPlayed } from './catalogue/corporate-actions.ts';
import type { Declared } from './catalogue/declared.ts';
import type { Listing } from './catalogue/listing.ts';
import type { Feed } from './feeds/port.ts';
import { openReplay } from './feeds/replay/open.ts';
import { SimulatedFeed, walkVersion } from './feeds/simulated/feed.ts';
import { dayOf } from './feeds/simulated/secrets.ts';
import { priceText } from './figures.ts';
import { createMarketHandlers, type MarketHandlers } from './handlers/index.ts';
import { TickQueue } from './house/tick-queue.ts';
import { Indices } from './indices.ts';
import { createMarketData } from './market-data.ts';
import type { Catalogue, InstrumentInfo, MarketData } from './port.ts';
import { PriceDays } from './price-days.ts';
import { Rates } from './rates.ts';
import { dayMs, minuteMs } from './sessions/index.ts';
import { openVenueMarket, type VenueMarket } from './venue-market.ts';

export type { MarketData } from './port.ts';

export interface MarketOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** What the configuration says about prices, and whether simulated participants trade; without a word they do not. */
  config: Pick<Config, 'feed' | 'recordings' | 'replaySpeed' | 'priceSecret'> & Partial<Pick<Config, 'participants'>>;
  /** Whether the house quotes the books. Default: yes; tests turn it off. */
  quoting?: boolean | undefined;
  /** Some of the declared instruments only, for tests. */
  listings?: readonly Listing[];
  /** What the instruments file declares. Default: the start set. */
  declared?: Declared | undefined;
  /** Feeds with priority over the configured ones, for tests. */
  feeds?: readonly Feed[] | undefined;
}

export interface Market {
  readonly catalogue: Catalogue;
  readonly data: MarketData;
  readonly board: Board;
  readonly store: CandleStore;
  readonly handlers: MarketHandlers;
  /** Present once a venue is connected. */
  readonly venueMarkets: ReadonlyMap<Venue, VenueMarket>;
  /** An operator has looked up a price that waits, and confirms exactly that one. Returns whether it still waited. */
  confirmPrice(symbol: string, price: string): boolean;
  /** An operator has found a price that waits to be wrong. Returns whether exactly that one still waited. */
  discardPrice(symbol: string, price: string): boolean;
  /** Resolves when every chart has its past candles. The server serves before that. */
  readonly charted: Promise<void>;
  /** Instruments whose chart does not have its past yet. */
  chartsToFill(): number;
  /** The oldest that the newest price was when an engine had it durably, in milliseconds, since the last call. */
  takeTickLag(): number;
  /** Starts the feeds and loads past candles. */
  start(): void;
  /** Loads the past of every chart. `start` does it too. */
  fillCharts(): void;
  /** Sends the venues their instruments, then starts prices and quotes. Call when both venues are running. */
  connect(venues: Venues): Promise<void>;
  /** Writes commitments to simulated prices into the demo venue's journal. */
  readonly anchorDays: Job;
  stop(): Promise<void>;
}

const secondMs = 1_000;
/** After a shorter standstill the sources tell every tick again; a longer one is filled in from their history. */
const toldAgainMs = 5 * minuteMs;
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs;
const pruneMs = 3_600_000;

/** Market data of the whole server, shared by both venues. */
export async function createMarket(options: MarketOptions): Promise<Market> {
  const { database, clock, log, config } = options;
  const days = new PriceDays(options, walkVersion, config.priceSecret);
  const anchor = await anchorOf(database, days.walk, { wall: clock.now(), recorded: 0, speed: 1 });
  await days.prepare(dayOf(anchor.wall));
  const listed = createCatalogue(undefined, options.listings, options.declared);
  const replay =
    config.feed === 'replay'
      ? await openReplay({ folder: config.recordings ?? '', speed: config.replaySpeed, catalogue: listed, database, clock, log })
      : null;
  const first = [...(options.feeds ?? []), ...(replay ? [replay] : [])];
  const covered = new Set(listed.instruments.map(({ id }) => id).filter((id) => first.some((feed) => feed.covers(id) !== undefined)));
  const simulated = new SimulatedFeed({ catalogue: listed, clock, secrets: days, anchor: anchor.wall, except: covered });
  const feeds: readonly Feed[] = [...first, simulated];
  const feedOf = (instrument: number): Feed => feeds.find((feed) => feed.covers(instrument) !== undefined) ?? simulated;
  const catalogue = createCatalogue(
    ({ id }) => ({ feed: feedOf(id).kind, name: feedOf(id).covers(id) ?? 'simulated' }),
    options.listings,
    options.declared,
  );

  const store = new CandleStore(database, clock, log);
  // Read before the chart of an instrument with a new source is dropped: its first price is compared with the old source's last one too.
  const before = await store.newest();
  const madeFrom = ({ source }: InstrumentInfo) => (source.feed === 'simulated' ? days.walk : source.name);
  const anew = await keepSources(database, new Map(catalogue.instruments.map((one) => [one.id, madeFrom(one)])));
  if (anew > 0) log.info({ charts: anew }, 'the price source of these charts changed; the charts start again from nothing');

  const board = new Board(catalogue, clock, ({ id, symbol }, from, to) =>
    splitsPlayed(catalogue.announcements, symbol, (instant) => feedOf(id).crossings(id, instant, from, to)),
  );
  for (const [id, candles] of before) {
    const newest = [...candles.values()].reduce((one, other) => (other.end > one.end ? other : one));
    board.get(id)?.guard.remember(newest.c, newest.end);
  }
  const rates = new Rates({ catalogue, board, store, clock, world: simulated.world });
  const data = createMarketData(catalogue, board, rates);
  const venueMarkets = new Map<Venue, VenueMarket>();
  // From before the feeds start, because they tell first what was missed.
  const queues: Record<Venue, TickQueue> = { real: new TickQueue(board), demo: new TickQueue(board) };
  const indices = new Indices(catalogue, board, database, clock);
  const loading = new Map<number, { promise: Promise<void>; done: () => void }>();
  const queue: Live[] = [...board.all];
  for (const { instrument } of board.all) {
    let done!: () => void;
    const promise = new Promise<void>((resolve) => {
      done = resolve;
    });
    loading.set(instrument.id, { promise, done });
  }
  const ready = (id: number) => {
    const place = queue.findIndex(({ instrument }) => instrument.id === id);
    if (place > 0) queue.unshift(...queue.splice(place, 1));
    return loading.get(id)?.promise;
  };
  const handlers = createMarketHandlers({
    catalogue,
    board,
    store,
    rates,
    indices,
    venueMarkets,
    database,
    clock,
    feeds,
    days,
    anchor: anchor.wall,
    ready,
  });

  board.listen({
    candleClosed: ({ instrument }, interval, candle) => store.append(instrument.id, interval, candle),
    held: ({ instrument }, { price, against }) =>
      log.warn(
        { instrument: instrument.symbol, price: priceText(instrument, price), last: priceText(instrument, against) },
        'a price waits because it is too far from the last one; three prints or an operator confirm it',
      ),
  });

  /** From when on the ticks of this start are told, by instrument. */
  const ticksFrom = new Map<number, number>();
  /** The first minute that is not stored, if that is not long ago; otherwise the current one. */
  const firstTickTime = (stored: number | undefined) => {
    const now = clock.now();
    return stored !== undefined && stored <= now && now - stored <= toldAgainMs ? stored : minuteOf(now);
  };
  /** The begin of the minutes that the day's figures need: of the session before the current or last one. */
  const minutesNeeded = ({ instrument, sessions }: Live) => {
    const now = clock.now();
    // A recording has no calendar here. It may be in its weekend.
    if (!sessions) return now - (instrument.source.feed === 'replay' ? 4 : 1) * dayMs;
    const last = sessions.lastDay(now);
    return (last && sessions.previous(last.date)?.segments[0]?.open) ?? now - dayMs;
  };

  let stopped = false;
  const timers = new Map<string, () => void>();
  const every = (name: string, ms: number, work: () => void) => {
    const loop = () => {
      work();
      timers.set(name, clock.after(ms, loop));
    };
    timers.set(name, clock.after(ms, loop));
  };
  let charted!: () => void;
  const whenCharted = new Promise<void>((resolve) => {
    charted = resolve;
  });
  let filling: Promise<void> = Promise.resolve();

  /**
   * Loads the past of every instrument, one after another so that the server stays responsive: in the catalogue's order, except that a chart somebody
   * requests comes next.
   */
  const loadAll = async () => {
    const begin = clock.now();
    const patient = <T>(work: () => Promise<T>) => patiently(work, { what: 'charts', clock, log, stopped: () => stopped });
    const ends = await patient(() => store.newest());
    const past = {
      within: (...asked: Parameters<CandleStore['within']>) => patient(() => store.within(...asked)),
      flush: () => store.flush(),
    };
    let filled = 0;
    for (let live = queue.shift(); live && !stopped; live = queue.shift()) {
      const { id, symbol } = live.instrument;
      try {
        const reach = {
          ticksFrom: ticksFrom.get(id) ?? minuteOf(clock.now()),
          minutesFrom: minutesNeeded(live),
          join: () => board.join(live),
        };
        const found = await loadPast(id, live.builder, past, feedOf(id), ends.get(id), clock, reach);
        board.loaded(live, found.minutes);
        filled += found.filled;
      } catch (error) {
        log.warn({ err: error, instrument: symbol }, 'the server could not fill in the chart of this instrument; a restart tries again');
        board.loaded(live, []);
      }
      loading.get(id)?.done();
      loading.delete(id);
    }
    for (const { done } of loading.values()) done();
    loading.clear();
    if (stopped) return;
    await patient(() => indices.start());
    log.info({ ms: clock.now() - begin, candles: filled }, 'the charts are filled in');
  };

  const fillCharts = (): void => {
    filling = loadAll()
      .catch((error) => log.error({ err: error }, 'the server could not fill in the charts; a restart tries again'))
      .finally(charted);
  };

  const liveOf = (symbol: string) => {
    const instrument = catalogue.instrumentBySymbol(symbol);
    return instrument && board.get(instrument.id);
  };

  return {
    catalogue,
    data,
    board,
    store,
    handlers,
    venueMarkets,
    charted: whenCharted,
    confirmPrice: (symbol, price) => {
      const live = liveOf(symbol);
      return live?.guard.confirm(exactTicks(live.instrument, price)) ?? false;
    },
    discardPrice: (symbol, price) => {
      const live = liveOf(symbol);
      return live?.guard.discard(exactTicks(live.instrument, price)) ?? false;
    },
    chartsToFill: () => loading.size,
    takeTickLag: () => Math.max(0, ...[...venueMarkets.values()].map(({ pump }) => pump.takeLag())),
    start() {
      for (const { instrument } of board.all) ticksFrom.set(instrument.id, firstTickTime(before.get(instrument.id)?.get(0)?.end));
      days.start();
      for (const feed of feeds) feed.start(board, (instrument) => ticksFrom.get(instrument) ?? clock.now());
      every('close', secondMs, () => board.closeDue());
      every('roll', minuteMs, () => board.rollDay());
      every(
        'prune',
        pruneMs,
        () =>
          void store
            .prune(clock.now())
            .catch((error) => log.warn({ err: error }, 'the server could not remove old candles; it tries again later')),
      );
      fillCharts();
    },
    fillCharts,
    async connect(venues) {
      for (const port of Object.values(venues)) {
        venueMarkets.set(
          port.venue,
          await openVenueMarket(port, {
            catalogue,
            board,
            feedOf,
            database,
            clock,
            log,
            quoting: options.quoting ?? true,
            participants: config.participants === 'on',
            queue: queues[port.venue],
          }),
        );
      }
    },
    anchorDays: {
      name: 'anchor-price-days',
      everyMs: minuteMs,
      run: async () => {
        const demo = venueMarkets.get('demo');
        if (demo) await days.anchorIn(demo.port);
      },
    },
    async stop() {
      stopped = true;
      days.stop();
      for (const feed of feeds) feed.stop();
      for (const market of venueMarkets.values()) market.stop();
      for (const cancel of timers.values()) cancel();
      await filling;
      await store.close();
    },
  };
}
