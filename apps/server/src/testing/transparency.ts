import type { Venue } from '@bourse/protocol/enums';
import { emptyRoot, isConsistent, parseCheckpoint, sameHash, signerFromSeed, signNote, verifierText } from '@bourse/transparency';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { sequencerLimits } from '../sequencer/limits.ts';
import { Follower } from '../sequencer/shadow/follower.ts';
import { createPostgresSnapshots } from '../sequencer/snapshots.ts';
import { Heads } from '../transparency/heads.ts';
import { createLogWriter } from '../transparency/log-writer.ts';
import type { Countersigned, Countersigner } from '../transparency/notary-client.ts';
import type { Exchange } from './exchange.ts';

export const origin = 'localhost/tlog/demo';
export const logKey = signerFromSeed(origin, 'log', new Uint8Array(32).fill(9));

/** Signs what continues what it signed, as a notary does. */
export function notary() {
  let last = { size: 0, root: emptyRoot() };
  let away = false;
  const at: Countersigner = {
    keys: async () => (away ? [] : [verifierText(logKey)]),
    async ask({ text, oldSize, proof }) {
      const head = parseCheckpoint(text);
      return ((): Countersigned => {
        if (away) return { is: 'away', why: 'away' };
        if (oldSize !== last.size || (head.size === last.size && !sameHash(head.root, last.root)))
          return { is: 'elsewhere', size: last.size };
        if (!isConsistent(last.size, last.root, head.size, head.root, proof)) return { is: 'refused', why: 'another history' };
        last = head;
        return { is: 'signed', signatures: [signNote(text, logKey)] };
      })();
    },
  };
  return {
    at,
    go: (where: 'away' | 'back') => {
      away = where === 'away';
    },
  };
}

/** What a shadow needs of an exchange. */
export type Followed = Pick<Exchange, 'database'> & {
  hosts: Pick<Exchange['hosts'], 'demo'>;
  venues: Pick<Exchange['venues'], 'demo'>;
  test: Pick<Exchange['test'], 'connection'>;
};

/** The shadow of a moment: it opens, follows the demo venue to the end, writes the log, and is gone. Resolves with the last command. */
export async function follow(exchange: Followed): Promise<number> {
  const seq = exchange.hosts.demo.sequencer.durable;
  await exchange.venues.demo.waitProjected(seq, 10_000);
  const follower = new Follower({
    kit: engineKit,
    journal: createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog }),
    snapshots: createPostgresSnapshots(exchange.database),
    clock: systemClock,
    log: silentLog,
    limits: sequencerLimits,
    transparency: createLogWriter(exchange.database, 'demo'),
    tell: () => {},
  });
  await follower.projected(seq);
  return seq;
}

/** Heads that nobody signs. */
export function unsignedHeads(database: Database, clock: Clock): Record<Venue, Heads> {
  const away: Countersigner = { keys: async () => [], ask: async () => ({ is: 'away', why: 'there is none' }) };
  const of = (venue: Venue) =>
    new Heads({
      ...{ venue, database, clock, log: silentLog, origin: `localhost/tlog/${venue}` },
      ...{ notary: away, witnesses: [], journal: () => ({ leads: false, size: 0 }) },
    });
  return { real: of('real'), demo: of('demo') };
}
