import { House } from '@bourse/engine';
import { callTable } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Handlers } from '../calls/handlers.ts';
import type { Authenticator } from '../calls/session.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { createDeviceStore } from '../devices/device-store.ts';
import { createSigning } from '../devices/signing.ts';
import { createVerifier } from '../devices/verifier.ts';
import { createTradingHandlers } from '../handlers.ts';
import { type AppOptions, createApp } from '../http/app.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { defineVenue } from '../market/house/definitions.ts';
import type { Catalogue, MarketData } from '../market/port.ts';
import { noticeHandlers } from '../notices/handlers.ts';
import { missedNotices } from '../notices/missed.ts';
import { NoticeWriter } from '../notices/notice-writer.ts';
import { nobodyIsOperator } from '../operators/nobody.ts';
import type { Rails } from '../payments/port.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Log, silentLog } from '../platform/log.ts';
import { type Connection, openDatabase } from '../platform/postgres.ts';
import { noProofs } from '../proofs/none.ts';
import type { Proofs } from '../proofs/port.ts';
import type { Venues } from '../sequencer/port.ts';
import { openVenue, type VenueHost } from '../sequencer/venues.ts';
import { transparencyHandlers } from '../transparency/handlers.ts';
import { noLogFiles } from '../transparency/pages.ts';
import { openTradingAccount } from '../wallets/open-account.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { callerOf, testAuthenticator, tokenOf, undeclaredAnswers, unhurried, wellHealth } from './gateway.ts';
import { unsignedHeads } from './transparency.ts';

/** Prices set by the test. An unset price is missing. */
export function testMarket(catalogue: Catalogue, clock: Clock) {
  const usd = new Map<string, string>([['USDT', '1']]);
  const earlier = new Map<string, (time: number) => string | undefined>();
  /** Last prices of instruments at earlier times, by symbol. */
  const prices = new Map<string, (time: number) => string | undefined>();
  const data: MarketData = {
    catalogue,
    last: () => undefined,
    status: () => 1,
    usdRate: (code) => {
      const price = usd.get(code);
      return price === undefined ? undefined : { price, time: clock.now(), stale: false };
    },
    usdRateAt: async (code, time) => (code === 'USDT' ? '1' : (earlier.get(code)?.(time) ?? usd.get(code))),
    priceAt: async (instrument, time) => prices.get(catalogue.instrumentById(instrument)?.symbol ?? '')?.(time),
  };
  return { data, usd, earlier, prices };
}

export interface ExchangeOptions {
  /** Wraps the server's database. */
  through?: (connection: Connection) => Promise<Connection>;
  clock?: Clock;
  log?: Log;
  /**
   * Other rooms' handlers and the real authenticator. Without them, a call of another room fails and names itself, and the test defines its own
   * tokens.
   */
  rooms?: (parts: {
    test: TestDatabase;
    venues: Venues;
    clock: Clock;
    log: Log;
  }) => Promise<{ handlers: Partial<Handlers>; authenticator?: Authenticator; protection?: TradingPorts['protection']; proofs?: Proofs }>;
  /** Handlers of a room that trades with the same ports as the trading rooms. */
  extra?: (ports: TradingPorts) => Partial<Handlers>;
  app?: Partial<AppOptions>;
  /** Ways of money in and out, by which announced changes name them. */
  rails?: Pick<Rails, 'get'>;
}
const noRails = { get: () => undefined };

/** The real app on a real database with both venues running. Only people and prices are supplied by the test. */
export async function testExchange({
  clock = systemClock,
  log = silentLog,
  through,
  rooms,
  extra,
  app: more = {},
  rails = noRails,
}: ExchangeOptions = {}) {
  const direct: TestDatabase = await testDatabase();
  const connection = through ? await through(direct.connection) : direct.connection;
  const database = through ? openDatabase({ connection, log, queryTimeoutMs: 3_000 }) : direct.database;
  const test: TestDatabase = { ...direct, database, connection };
  const catalogue = createCatalogue();
  const market = testMarket(catalogue, clock);
  const hosts = {
    real: openVenue({ venue: 'real', connection: () => connection, clock, log }),
    demo: openVenue({ venue: 'demo', connection: () => connection, clock, log }),
  } satisfies Record<string, VenueHost>;
  const venues: Venues = { real: hosts.real.port, demo: hosts.demo.port };
  await Promise.all([hosts.real.start(), hosts.demo.start()]);
  for (const port of Object.values(venues)) await defineVenue(port, catalogue, test.database, clock.now());
  const unexpected = Object.fromEntries(
    Object.keys(callTable).map((name) => [name, () => Promise.reject(new Error(`${name} was not expected here`))]),
  );
  const authenticator = testAuthenticator();
  const others = await rooms?.({ test, venues, clock, log });
  // Permission to open has its own tests. Here everybody may, unless the real room is supplied.
  const protection = others?.protection ?? { mayOpen: async () => {} };
  const devices = createDeviceStore({ database: test.database, venues, clock });
  const signing = createSigning({ venues, clock, devices, verifier: createVerifier() });
  const ports: TradingPorts = { venues, market: market.data, database: test.database, clock, protection, signing };
  const answers = undeclaredAnswers();
  const app: FastifyInstance = await createApp({
    handlers: {
      ...unexpected,
      ...transparencyHandlers(database, venues, unsignedHeads(database, clock)),
      ...others?.handlers,
      ...createTradingHandlers(ports, rails),
      ...noticeHandlers(database),
      ...extra?.(ports),
    } as Handlers,
    authenticator: others?.authenticator ?? authenticator,
    health: async () => wellHealth,
    registry: new Registry(),
    pictures: { openFile: async () => undefined },
    logFiles: noLogFiles,
    outbox: { list: async () => [] },
    environment: 'development',
    publicUrl: 'http://localhost',
    webFolder: '/nowhere',
    version: 'test',
    operators: nobodyIsOperator,
    proofs: others?.proofs ?? noProofs,
    log,
    clock,
    weightPerMinute: 1_000_000_000,
    checkOutputs: true,
    undeclared: answers.undeclared,
    ...more,
    pressure: { ...unhurried, ...more.pressure },
  });

  const call = callerOf(app);

  let next = 100_000;
  const kit = {
    app,
    call,
    catalogue,
    market,
    venues,
    hosts,
    test,
    database: test.database,
    authenticator,
    /** A new customer: of the demo venue with the demo grant, or of the real venue without money. The token signs in. */
    async customer(venue: 'real' | 'demo' = 'demo') {
      const account = next++;
      await openTradingAccount(venues[venue], account);
      return { account, token: tokenOf(venue, account) };
    },
    /** Sets a fresh reference price in the venue's engine and in display money. */
    async price(symbol: string, text: string, venue: 'real' | 'demo' = 'demo') {
      const instrument = catalogue.instrumentBySymbol(symbol);
      if (!instrument) throw new Error(`no instrument ${symbol}`);
      const ticks = Math.round(Number(text) / Number(instrument.tick));
      market.usd.set(instrument.base.code, text);
      await venues[venue].submit({
        account: 0,
        command: { kind: 'feedTicks', source: 'test', items: [{ instrument: instrument.id, priceTicks: ticks, time: clock.now() }] },
      });
    },
    /** The house offers new money of its own at a price. */
    async houseOffers(symbol: string, price: string, quantity: string) {
      const instrument = catalogue.instrumentBySymbol(symbol);
      if (!instrument) throw new Error(`no instrument ${symbol}`);
      const port = venues.demo;
      const lots = Math.round(Number(quantity) / Number(instrument.lot));
      await kit.price(symbol, price);
      await port.submit({
        account: 0,
        command: {
          kind: 'fundHouse',
          account: House.marketMaker,
          wallet: Wallet.coin,
          asset: instrument.base.id,
          amount: BigInt(lots) * instrument.lotUnits * 10n ** BigInt(instrument.base.scale - instrument.quantityScale),
          number: (await port.read((engine) => engine.nextFunding())).value,
        },
      });
      const offered = await port.submit({
        account: House.marketMaker,
        command: {
          kind: 'placeOrder',
          account: House.marketMaker,
          instrument: instrument.id,
          side: 1,
          type: 2,
          tif: 1,
          priceTicks: Math.round(Number(price) / Number(instrument.tick)),
          triggerTicks: 0,
          lots,
          quoteAmount: 0,
          postOnly: false,
        },
      });
      if (!offered.outcome.ok) throw new Error(`the house could not offer: ${JSON.stringify(offered.outcome)}`);
    },
    /** Gives a customer an asset by a trade with the house, the only way besides the grant. */
    async houseSells(symbol: string, price: string, quantity: string, token: string) {
      await kit.houseOffers(symbol, price, quantity);
      return call('POST pay/order-coin/purchase-actual-commodities', { symbol, side: 0, priceType: 2, price, quantity }, { token });
    },
    /** The notices that a returning customer gets, after the writer has processed everything. */
    async told(account: number, venue: 'real' | 'demo' = 'demo') {
      const hub = { toAccount: () => {} };
      const writer = new NoticeWriter({ database: test.database, port: venues[venue], hub, catalogue, rails, log });
      await writer.start();
      await writer.stop();
      const notices = await missedNotices(test.database, venue, account, clock.now());
      // The customer's page showed them.
      await test.database.query('UPDATE notice SET shown_at = now() WHERE account = $1', [account]);
      return notices.map(({ kind, params }) => ({ kind, params }));
    },
    async close() {
      await app.close();
      await Promise.all([hosts.real.stop(), hosts.demo.stop()]);
      if (through) await database.close();
      await direct.drop();
      answers.check();
    },
  };
  return kit;
}
export type Exchange = Awaited<ReturnType<typeof testExchange>>;
