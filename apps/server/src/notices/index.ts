import type { Now, Post } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/outbox.ts';
import { noticeHandlers } from './handlers.ts';
import { withWord } from './letters/post.ts';
import { preferenceHandlers } from './preferences/handlers.ts';
import { createWords } from './preferences/store.ts';
import { deliverPushes } from './push/deliver.ts';
import { pushHosts } from './push/endpoint.ts';
import { type SendPush, sendPush } from './push/send.ts';
import { subscriptionHandlers } from './push/subscriptions.ts';
import { keptVapid } from './push/vapid.ts';
import { spreadNotices } from './spread.ts';

export interface NoticeParts {
  database: Database;
  clock: Now;
  log: Log;
  outbox: Pick<Outbox, 'mail' | 'text'>;
  /** Seals what must not be read in a copy of the database. */
  key: Buffer;
  publicUrl: string;
  /** Whom a push service asks about our pushes: an address, perhaps with a name. */
  mailFrom: string;
  /** Push services besides those of the known browsers. */
  furtherHosts?: readonly string[];
  /** Tests have a push service of their own. */
  send?: SendPush;
}

/** How customers hear of things: in the app, by letter, and on their devices. */
export async function createNotices({
  database,
  clock,
  log,
  outbox,
  key,
  publicUrl,
  mailFrom,
  furtherHosts = [],
  send = sendPush,
}: NoticeParts) {
  const words = createWords(key);
  const contact = `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
  const vapid = await keptVapid(database, key, contact);
  const post: Post = withWord(outbox, words, database);
  return {
    /** For letters of other rooms: they show the anti-phishing word too. */
    post,
    handlers: {
      ...noticeHandlers(database),
      ...preferenceHandlers({ database, clock, words, pushKey: vapid.publicKey }),
      ...subscriptionHandlers({ database, clock, hosts: [...pushHosts, ...furtherHosts] }),
    },
    spread: spreadNotices({ database, clock, log, outbox, words, publicUrl }),
    pushes: deliverPushes({ database, clock, log, vapid, words, send }),
  };
}
