import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAlerts } from '../alerts/index.ts';
import { customerCaseHandlers } from '../cases/customer-calls.ts';
import { readDesk } from '../chat/hours/declared.ts';
import { createChat } from '../chat/index.ts';
import { createLocalBus } from '../chat/told.ts';
import { readConfig } from '../config.ts';
import { createContent } from '../content/content.ts';
import { createDeviceStore } from '../devices/device-store.ts';
import { deviceHandlers } from '../devices/handlers.ts';
import { createSigning } from '../devices/signing.ts';
import { createVerifier } from '../devices/verifier.ts';
import { createIdentityRoom } from '../identity/index.ts';
import { createMarket } from '../market/index.ts';
import { createNotices } from '../notices/index.ts';
import { openPayments } from '../payments/index.ts';
import { createPeople, type People } from '../people/people.ts';
import { newKey } from '../platform/sealing.ts';
import { createProtection } from '../protection/index.ts';
import { createOpenings } from '../protection/openings.ts';
import { followRealised } from '../protection/realised.ts';
import { createSecurity } from '../security/security.ts';
import { createHub } from '../sockets/index.ts';
import { createDayTrade } from '../stock/day-trade.ts';
import { createTradingAccounts } from '../wallets/open-account.ts';
import { type ExchangeOptions, testExchange } from './exchange.ts';
import { testSecret } from './market.ts';
import { context, registered, tokensOf, visitorWork } from './people.ts';

/** The whole server with real people and market data. The market maker is off, and no mail is sent. */
export async function wholeExchange(options: Omit<ExchangeOptions, 'rooms'> = {}) {
  const sent: { to: string; text: string }[] = [];
  const stored = new Map<string, Buffer>();
  const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-whole-'));
  let people: People | undefined;
  let stopMarket = async () => {};
  const exchange = await testExchange({
    ...options,
    rooms: async ({ test, venues, clock, log }) => {
      const { database } = test;
      const files = {
        put: async (key: string, bytes: Buffer) => void stored.set(key, bytes),
        get: async (key: string) => stored.get(key),
        remove: async (key: string) => void stored.delete(key),
      };
      const outbox = {
        mail: async ({ to, text }: { to: string; text: string }) => void sent.push({ to, text }),
        text: async ({ to, text }: { to: string; text: string }) => void sent.push({ to, text }),
      };
      const notices = await createNotices({
        ...{ database, clock, log, outbox, key: newKey(), publicUrl: 'http://localhost', mailFrom: 'no-reply@bourse.example' },
      });
      people = await createPeople({
        database,
        clock,
        log,
        // Sign-in limits have their own tests. Here they would stop a fuzzer too early.
        environment: 'development',
        reachesPhones: true,
        hub: { toSession: () => {}, toAccount: () => {} },
        outbox: notices.post,
        files,
        trading: createTradingAccounts(venues),
        publicUrl: 'http://localhost',
        hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      });
      const market = await createMarket({
        database,
        clock,
        log,
        config: { feed: 'simulated', recordings: undefined, replaySpeed: 1, priceSecret: testSecret },
        quoting: false,
      });
      await market.connect(venues);
      // A call for candles waits for its chart.
      market.fillCharts();
      const realised = followRealised({ database, clock, venues, catalogue: market.catalogue });
      stopMarket = async () => {
        realised.stop();
        await market.stop();
      };
      const protection = createProtection({ database, clock, realised, openings: createOpenings(venues, market.catalogue) });
      const content = createContent({
        database,
        clock,
        environment: 'development',
        rates: market.data,
        people,
        version: '0.0.0',
        reachesPhones: true,
      });
      const security = await createSecurity({ people: people.services });
      const identity = createIdentityRoom({ database, clock, files, venues, config: { dataFolder, environment: 'development' } });
      const devices = createDeviceStore({ database, venues, clock });
      // Nothing stands outside: no chain is read, and no vault signs.
      const payments = await openPayments({
        config: readConfig({ BOURSE_DATA: dataFolder }),
        ports: {
          venues,
          market: market.data,
          database,
          clock,
          protection,
          signing: createSigning({ venues, clock, devices, verifier: createVerifier() }),
        },
        log,
        payoutsOff: () => false,
        conversation: (tx, made) => chat.conversation(tx, made),
        lists: identity.lists,
        documents: identity.documents,
      });
      await payments.start();
      const chat = createChat({
        ...{ database, clock, key: newKey(), bus: createLocalBus(), catalogue: market.catalogue, rails: payments.rails },
        ...{
          documents: identity.documents,
          people: people.services,
          publicUrl: 'http://localhost',
          hours: readDesk(undefined, clock.now()),
          files,
          serverLog: log,
        },
      });
      return {
        proofs: security.proofs,
        handlers: {
          ...people.handlers,
          ...security.handlers,
          ...deviceHandlers({ database, clock, devices, people }),
          ...protection.handlers,
          ...identity.handlers,
          ...payments.handlers,
          ...customerCaseHandlers({ database, clock, documents: identity.documents }),
          ...createDayTrade({ database, clock, venues }).handlers,
          ...market.handlers,
          ...content.handlers,
          ...notices.handlers,
          ...chat.handlers,
          ...createAlerts({ database, board: market.board, catalogue: market.catalogue, clock, hub: createHub(), log }).handlers,
        },
        authenticator: people.authenticator,
        protection,
      };
    },
  });
  if (!people) throw new Error('people did not open');
  const rooms = people;
  const lastCode = (to: string) => /\b\d{6}\b/.exec(sent.findLast((one) => one.to === to)?.text ?? '')?.[0] ?? 'none sent';
  let count = 0;
  return {
    ...exchange,
    people: rooms,
    /** Signs in with the demo's one tap. */
    async demo() {
      const { data } = await exchange.call('POST system/auth/login', { loginType: 2 });
      return tokensOf(data).accessToken;
    },
    /** Registers a real customer with every step. */
    async real() {
      count += 1;
      const email = `customer${count}@example.com`;
      const parts = { people: rooms, database: exchange.database, lastCode } as Parameters<typeof registered>[0];
      return (await registered(parts, email, context())).accessToken;
    },
    async temporary() {
      const { code, msg, data } = await exchange.call('POST system/auth/temporary-login', await visitorWork(rooms));
      if (code !== 0) throw new Error(`no visitor signs in: ${code} ${msg}`);
      return data.accessToken;
    },
    async close() {
      await stopMarket();
      await exchange.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
