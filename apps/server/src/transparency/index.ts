import { join } from 'node:path';
import { Venue } from '@bourse/protocol/enums';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Venues } from '../sequencer/port.ts';

import { transparencyHandlers } from './handlers.ts';
import { Heads } from './heads.ts';
import { httpCountersigner } from './notary-client.ts';
import { notaryFile, startNotaryProcess } from './notary-process.ts';
import { ownKey } from './own-key.ts';
import { readWitnesses } from './witnesses.ts';

export { storedLogFiles } from './log-files.ts';

interface Options {
  config: Pick<Config, 'dataFolder' | 'environment' | 'notary' | 'witnesses' | 'publicUrl'>;
  database: Database;
  clock: Clock;
  log: Log;
  venues: Venues;
  /** How many durable commands a venue's journal has. */
  durable: (venue: Venue) => number;
}

/** The transparency log of each venue: has its heads signed and answers about it. The shadow of the venue writes it. */
export function createTransparency({ config, database, clock, log, venues, durable }: Options) {
  const own = ownKey(join(config.dataFolder, 'transparency', 'key'));
  const originOf = (venue: Venue) => `${new URL(config.publicUrl).host}/tlog/${venue}`;
  const witnesses = readWitnesses(config.witnesses, own);
  let address = (): string | undefined => config.notary;
  let stopNotary = () => {};
  const headsOf = (venue: Venue) =>
    new Heads({
      venue,
      database,
      clock,
      log,
      origin: originOf(venue),
      notary: httpCountersigner(() => address(), own),
      witnesses,
      journal: () => ({ leads: venues[venue].state === 'running', size: durable(venue) }),
    });
  const heads = { real: headsOf('real'), demo: headsOf('demo') };
  return {
    handlers: transparencyHandlers(database, venues, heads),
    /** Payouts are the real venue's. */
    get holdsPayouts(): boolean {
      return heads.real.holdsPayouts;
    },
    get warnings(): string[] {
      return Object.values(heads).flatMap((one) => one.warnings);
    },
    async start(): Promise<void> {
      await Promise.all(Object.values(heads).map((one) => one.read()));
      const file = notaryFile();
      if (config.notary === undefined && config.environment === 'development' && file !== undefined) {
        const origins = Object.values(Venue).map((venue) => heads[venue].state.origin);
        const notary = startNotaryProcess({ file, folder: join(config.dataFolder, 'notary'), origins, own, clock, log });
        address = notary.address;
        stopNotary = notary.stop;
      }
      for (const one of Object.values(heads)) one.start();
    },
    async stop(): Promise<void> {
      await Promise.all(Object.values(heads).map((one) => one.stop()));
      stopNotary();
    },
  };
}
