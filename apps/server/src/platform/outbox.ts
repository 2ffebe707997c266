import { createTransport } from 'nodemailer';
import { isLoopback } from '../config.ts';
import type { Database, Queryable } from './database.ts';
import type { Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  /** A mail with a key is stored once, however often it is put. */
  key?: string | undefined;
  /** Not sent before this moment, ms since the epoch. */
  notBefore?: number | undefined;
  /** Somebody waits for it, as for a code: it leaves before the letters that tell something. Text messages always do. */
  awaited?: boolean | undefined;
}

export interface TextMessage {
  to: string;
  text: string;
}

export const outboxChannels = ['mail', 'sms'] as const;
export type OutboxChannel = (typeof outboxChannels)[number];

export interface OutboxMessage {
  id: bigint;
  channel: OutboxChannel;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  status: 'waiting' | 'sent' | 'failed' | 'kept';
  attempts: number;
  created_at: Date;
}

/** Sends one message through the carrier. Rejects when the carrier did not accept it; with `NeverAccepted` when it never will. */
export type Carrier = (message: OutboxMessage) => Promise<void>;
/** A message that is wrong in itself, such as one to a number that does not exist: it is not sent again. */
export class NeverAccepted extends Error {}

export interface Outbox {
  /** Stores a mail durably; with `tx`, only if that transaction commits. It is sent afterwards, and sent again until the carrier accepts it. */
  mail(mail: Mail, tx?: Queryable): Promise<void>;
  text(message: TextMessage, tx?: Queryable): Promise<void>;
  /** The newest messages, for the development page. */
  list(limit?: number): Promise<OutboxMessage[]>;
  /** Sends what is due, of one channel or of all. Returns how many messages were accepted. */
  deliver(channel?: OutboxChannel): Promise<number>;
}

export interface OutboxOptions {
  database: Database;
  log: Log;
  /** Without a carrier, a channel's messages stay in the outbox. Development relies on that. */
  carriers: { mail?: Carrier | undefined; sms?: Carrier | undefined };
}

const maxShown = 200;
const maxAttempts = 8;
const deliveredAtOnce = 20;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export function createOutbox({ database, log, carriers }: OutboxOptions): Outbox {
  const put = async (queryable: Queryable, channel: OutboxChannel, { to, subject, text, html, key, notBefore, awaited }: Mail) => {
    await queryable.query(
      `INSERT INTO outbox (channel, recipient, subject, body, html, status, key, due_at, awaited)
       VALUES ($1, $2, $3, $4, $5, $6, $7, greatest(now(), $8::timestamptz), $9) ON CONFLICT (key) DO NOTHING`,
      [
        ...[channel, to, subject, text, html ?? null, carriers[channel] ? 'waiting' : 'kept'],
        ...[key ?? null, notBefore === undefined ? null : new Date(notBefore), awaited ?? false],
      ],
    );
  };

  /** Claims messages for five minutes. If this process dies while it sends, another sends them after that time. */
  const take = (channel: OutboxChannel, most: number) =>
    database.query<OutboxMessage>(
      `UPDATE outbox SET attempts = attempts + 1, due_at = now() + interval '5 minutes'
       WHERE id IN (SELECT id FROM outbox WHERE status = 'waiting' AND channel = $1 AND due_at <= now()
         ORDER BY awaited DESC, due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, channel, recipient, subject, body, html, status, attempts, created_at`,
      [channel, most],
    );

  const send = async (message: OutboxMessage): Promise<boolean> => {
    const carrier = carriers[message.channel];
    try {
      if (!carrier) throw new Error(`no carrier for ${message.channel}`);
      await carrier(message);
      await database.query(`UPDATE outbox SET status = 'sent', sent_at = now(), problem = NULL WHERE id = $1`, [message.id]);
      return true;
    } catch (error) {
      const last = message.attempts >= maxAttempts || error instanceof NeverAccepted;
      log.warn({ err: error, id: String(message.id), attempt: message.attempts, last }, 'a mail or text service did not accept a message');
      await database.query(`UPDATE outbox SET status = $2, problem = $3, due_at = now() + $4 * interval '1 second' WHERE id = $1`, [
        message.id,
        last ? 'failed' : 'waiting',
        (error as Error).message.slice(0, 500),
        10 * 2 ** message.attempts,
      ]);
      return false;
    }
  };

  /** Sends one message after another, until none is due. A slow service holds up nothing but this. */
  const lane = async (first: OutboxMessage): Promise<number> => {
    let accepted = 0;
    for (let next: OutboxMessage | undefined = first; next; [next] = await take(first.channel, 1)) if (await send(next)) accepted += 1;
    return accepted;
  };
  const deliver = async (channel: OutboxChannel): Promise<number> =>
    sum(await Promise.all((await take(channel, deliveredAtOnce)).map(lane)));

  return {
    mail: (mail, tx = database) => put(tx, 'mail', mail),
    text: ({ to, text }, tx = database) => put(tx, 'sms', { to, subject: '', text, awaited: true }),
    list: (limit = 50) =>
      database.query<OutboxMessage>(
        'SELECT id, channel, recipient, subject, body, html, status, attempts, created_at FROM outbox ORDER BY id DESC LIMIT $1',
        [Math.min(limit, maxShown)],
      ),
    deliver: async (channel) => (channel === undefined ? sum(await Promise.all(outboxChannels.map(deliver))) : deliver(channel)),
  };
}

/** Sends mails over SMTP. Codes and links are in them, so another machine gets them over TLS or not at all, also behind `smtp:`. */
export function smtpCarrier(url: string, from: string): Carrier {
  const transport = createTransport({
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ recipient, subject, body, html }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body, ...(html !== null && { html }) });
  };
}
