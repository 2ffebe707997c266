import { createHash } from 'node:crypto';
import type { Venue } from '@bourse/protocol/enums';
import { inBatches } from '../jobs/batches.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/outbox.ts';
import { noticeLetter } from './letters/letter.ts';
import { type NoticeRow, toldParams } from './missed.ts';
import { waysOf } from './preferences/rules.ts';
import { type PreferenceRow, preferenceColumns, preferenceOf, type Words } from './preferences/store.ts';

/** Notices at once in a transaction. */
const batch = 100;
/** A page that is open shows the notice first. Then nothing is pushed. */
const pageFirstMs = 5_000;
/** Later than this, a push tells nothing new. A push service keeps it as long. */
export const pushForMs = 3_600_000;

type Row = NoticeRow &
  PreferenceRow & {
    venue: Venue;
    account: number;
    subject: string;
    customer: bigint;
    name: string;
    email: string | null;
    language: string;
  };

export interface SpreadParts {
  database: Database;
  clock: Now;
  log: Pick<Log, 'error'>;
  outbox: Pick<Outbox, 'mail'>;
  words: Pick<Words, 'open'>;
  /** Where customers reach the exchange. */
  publicUrl: string;
}

/** The key of a letter: one for a notice and an address. */
export const letterKey = (notice: bigint, email: string): string =>
  `notice:${notice}:${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`;

/**
 * Hands stored notices to letters and pushes, as their customers chose. The letter, the pushes and the mark that it was done are one transaction: a server that
 * stops before it does it at the next start, and one that stops after it never does it again.
 */
export function spreadNotices({ database, clock, log, outbox, words, publicUrl }: SpreadParts): Job & { run(): Promise<number> } {
  const app = publicUrl.replace(/\/+$/, '');

  const push = async (tx: Queryable, { id, subject, customer }: Row, at: number, now: number): Promise<void> => {
    const dueAt = Math.max(at, now + pageFirstMs);
    // Of what waits about the same subject, only the newest is told.
    await tx.query(
      `DELETE FROM push_message m USING push_subscription s WHERE m.subscription_id = s.id AND s.customer_id = $1 AND m.topic = $2`,
      [customer, subject],
    );
    await tx.query(
      `INSERT INTO push_message (notice_id, subscription_id, topic, due_at, ends_at)
       SELECT $1, id, $3, $4, $5 FROM push_subscription WHERE customer_id = $2 ON CONFLICT DO NOTHING`,
      [id, customer, subject, new Date(dueAt), new Date(dueAt + pushForMs)],
    );
  };

  /** The letter of a notice and the ways in which it is told. One that cannot be made is logged, and keeps back nobody else's. */
  const composed = (row: Row, now: number) => {
    const { id, kind, params, created_ms, name, email, language } = row;
    try {
      const ways = waysOf(kind, preferenceOf(row), now);
      if (!ways.mail || email === null) return { ways };
      const word = words.open(row.customer, row.word);
      const notice = { id, kind, params, time: Number(created_ms) };
      const letter = noticeLetter({ notice, customer: { name, email, language, word }, publicUrl: app });
      return { ways, mail: letter && { ...letter, key: letterKey(id, email), notBefore: ways.at } };
    } catch (error) {
      log.error({ err: error, notice: String(id) }, 'a notice cannot be told by letter or push; it stands in the app');
      return undefined;
    }
  };
  const spread = async (tx: Queryable, row: Row): Promise<void> => {
    const now = clock.now();
    const made = composed(row, now);
    if (made?.ways.push && now - Number(row.created_ms) < pushForMs) await push(tx, row, made.ways.at, now);
    if (made?.mail) await outbox.mail(made.mail, tx);
  };

  const one = () =>
    database.transaction(async (tx) => {
      const taken = await tx.query<{ id: bigint }>(
        `UPDATE notice SET spread_at = now() WHERE id IN
           (SELECT id FROM notice WHERE spread_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`,
        [batch],
      );
      if (taken.length === 0) return undefined;
      const rows = await tx.query<Row>(
        `SELECT notice.id, notice.venue, notice.account, notice.kind, ${toldParams} AS params, notice.subject, notice.created_ms,
           c.id AS customer, c.name, c.email, c.language, ${preferenceColumns('p')}
         FROM notice JOIN customer c ON c.venue = notice.venue AND c.account = notice.account
           LEFT JOIN notice_preference p ON p.customer_id = c.id
         WHERE notice.id = ANY ($1::bigint[]) ORDER BY notice.id`,
        [taken.map(({ id }) => id)],
      );
      for (const row of rows) await spread(tx, row);
      return taken.length;
    });

  return {
    name: 'spread-notices',
    everyMs: 1_000,
    run: () => inBatches(one),
  };
}
