import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalBus } from '../chat/told.ts';
import { readConfig } from '../config.ts';
import { createRooms, type Rooms } from '../rooms.ts';
import { createHub } from '../sockets/index.ts';
import { type ExchangeOptions, testExchange } from './exchange.ts';
import { testSecret } from './market.ts';
import { context, registered, tokensOf, visitorWork } from './people.ts';

/** Every room of the server with real people and market data. The market maker is off, and no mail is sent. */
export async function wholeExchange(options: Omit<ExchangeOptions, 'rooms'> = {}) {
  const sent: { to: string; text: string }[] = [];
  const stored = new Map<string, Buffer>();
  const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-whole-'));
  let opened: Rooms | undefined;
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
      opened = await createRooms({
        // Nothing stands outside: no chain is read, and no vault signs.
        config: { ...readConfig({ BOURSE_DATA: dataFolder, BOURSE_PRICE_SECRET: testSecret }), participants: 'off' },
        ...{ database, clock, log, venues, hub: createHub(), outbox, reachesPhones: true, files, version: '0.0.0' },
        bus: createLocalBus(),
        payoutsOff: () => false,
        quoting: false,
        hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      });
      const { market, payments, people, protection, security, handlers } = opened;
      await market.connect(venues);
      // A call for candles waits for its chart.
      market.fillCharts();
      await payments.start();
      return { proofs: security.proofs, handlers, authenticator: people.authenticator, protection };
    },
  });
  if (!opened) throw new Error('the rooms did not open');
  const rooms: Rooms = opened;
  const lastCode = (to: string) => /\b\d{6}\b/.exec(sent.findLast((one) => one.to === to)?.text ?? '')?.[0] ?? 'none sent';
  let count = 0;
  return {
    ...exchange,
    people: rooms.people,
    /** Signs in with the demo's one tap. */
    async demo() {
      const { data } = await exchange.call('POST system/auth/login', { loginType: 2 });
      return tokensOf(data).accessToken;
    },
    /** Registers a real customer with every step. */
    async real() {
      count += 1;
      const email = `customer${count}@example.com`;
      const parts = { people: rooms.people, database: exchange.database, lastCode } as Parameters<typeof registered>[0];
      return (await registered(parts, email, context())).accessToken;
    },
    async temporary() {
      const { code, msg, data } = await exchange.call('POST system/auth/temporary-login', await visitorWork(rooms.people));
      if (code !== 0) throw new Error(`no visitor signs in: ${code} ${msg}`);
      return data.accessToken;
    },
    async close() {
      await rooms.stop();
      await rooms.market.stop();
      await exchange.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
