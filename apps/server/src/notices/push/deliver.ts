import { createHash } from 'node:crypto';
import { isUrgent } from '@bourse/protocol/notice-topics';
import { isRtl, nearestLanguage } from '@bourse/words';
import { isolated } from '@bourse/words/notice-text';
import { productName } from '../../content/product.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { isDatabaseLost } from '../../platform/postgres.ts';
import { type NoticeRow, toldParams } from '../missed.ts';
import { type PreferenceRow, preferenceColumns, preferenceOf, type Words } from '../preferences/store.ts';
import { pushForMs } from '../spread.ts';
import { noticePath, noticeSentence } from '../text.ts';
import { encryptPush } from './encrypt.ts';
import type { SendPush } from './send.ts';
import type { Vapid } from './vapid.ts';

const atOnce = 20;
/** If this process dies while it sends, another sends again after that time. */
const claimedMs = 300_000;
const firstWaitMs = 30_000;
/** Characters of a sentence that a lock screen still shows. */
const bodyAtMost = 600;

type Row = NoticeRow &
  PreferenceRow & {
    subscription: bigint;
    customer: bigint;
    language: string;
    topic: string;
    attempts: number;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    /** Nobody has seen it, its time is not over, and its session is open. */
    wanted: boolean;
  };

/** What the service worker shows. */
export interface PushPayload {
  title: string;
  body: string;
  /** Path of the screen that it opens. */
  url: string;
  /** Of two about the same thing, the device shows the newer one. */
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** RFC 8030: at most 32 characters of base64url. The subject itself would tell the push service what it is about. */
export const topicHeader = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 32);

export function pushPayload(
  row: Pick<Row, 'id' | 'kind' | 'params' | 'language' | 'topic'>,
  word: string | null,
  amounts: boolean,
): PushPayload | undefined {
  const sentence = noticeSentence(row, row.language, amounts ? 'shown' : 'hidden');
  if (sentence === undefined) return undefined;
  const letters = [...sentence];
  const lang = nearestLanguage(row.language);
  return {
    title: word === null ? productName : `${productName} · ${isolated(word)}`,
    body: letters.length > bodyAtMost ? `${letters.slice(0, bodyAtMost - 1).join('')}…` : sentence,
    url: noticePath(row.id),
    tag: topicHeader(row.topic),
    lang,
    dir: isRtl(lang) ? 'rtl' : 'ltr',
  };
}

/** Sends pushes that are due, and again where a push service does not answer, until they tell nothing new. */
export function deliverPushes({
  database,
  clock,
  log,
  vapid,
  words,
  send,
}: {
  database: Database;
  clock: Now;
  log: Log;
  vapid: Vapid;
  words: Pick<Words, 'open'>;
  send: SendPush;
}): Job & { run(): Promise<number> } {
  const take = (now: number) =>
    database.query<Row>(
      `WITH taken AS (
         UPDATE push_message m SET attempts = attempts + 1, due_at = $2 WHERE (notice_id, subscription_id) IN
           (SELECT notice_id, subscription_id FROM push_message WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING m.*)
       SELECT notice.id, notice.kind, ${toldParams} AS params, notice.created_ms, t.subscription_id AS subscription, t.topic, t.attempts,
         s.endpoint, s.p256dh, s.auth, c.id AS customer, c.language, ${preferenceColumns('p')},
         notice.shown_at IS NULL AND notice.read_at IS NULL AND t.ends_at > $1 AND e.state = 'live' AND e.expires_at > $1 AS wanted
       FROM taken t JOIN notice ON notice.id = t.notice_id JOIN push_subscription s ON s.id = t.subscription_id
         JOIN session e ON e.id = s.session_id JOIN customer c ON c.id = s.customer_id
         LEFT JOIN notice_preference p ON p.customer_id = c.id ORDER BY t.notice_id`,
      [new Date(now), new Date(now + claimedMs), atOnce],
    );
  const over = ({ id, subscription }: Row) =>
    database.query('DELETE FROM push_message WHERE notice_id = $1 AND subscription_id = $2', [id, subscription]);
  const later = ({ id, subscription, attempts }: Row) =>
    database.query('UPDATE push_message SET due_at = $3 WHERE notice_id = $1 AND subscription_id = $2', [
      ...[id, subscription, new Date(clock.now() + firstWaitMs * 2 ** (attempts - 1))],
    ]);

  const one = async (row: Row): Promise<boolean> => {
    const payload = row.wanted ? pushPayload(row, words.open(row.customer, row.word), preferenceOf(row).pushAmounts) : undefined;
    if (!payload) {
      await over(row);
      return false;
    }
    const endpoint = new URL(row.endpoint);
    const body = encryptPush(Buffer.from(JSON.stringify(payload)), row);
    const headers = {
      authorization: vapid.authorization(endpoint, clock.now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(pushForMs / 1000),
      topic: payload.tag,
      urgency: isUrgent(row.kind) ? 'high' : 'normal',
    };
    const about = { subscription: String(row.subscription), notice: String(row.id), attempt: row.attempts };
    const status = await send({ endpoint, headers, body }).catch((error: unknown) => {
      log.warn({ err: error, ...about }, 'a push service did not answer; the push is sent again');
      return undefined;
    });
    if (status !== undefined && status >= 200 && status < 300) {
      await over(row);
      return true;
    }
    if (status === 404 || status === 410) {
      // The browser ended it.
      await database.query('DELETE FROM push_subscription WHERE id = $1', [row.subscription]);
    } else if (status === undefined || status === 429 || status >= 500) {
      await later(row);
    } else {
      // A redirect or a refusal: the same push would get the same answer.
      log.warn({ status, ...about }, 'a push service refused a push');
      await over(row);
    }
    return false;
  };

  /** One that cannot be made would be none at the next try either. */
  const alone = (row: Row): Promise<boolean> =>
    one(row).catch(async (error: unknown) => {
      if (isDatabaseLost(error)) throw error;
      log.error(
        { err: error, notice: String(row.id), subscription: String(row.subscription) },
        'a notice cannot be pushed; it stands in the app',
      );
      await over(row);
      return false;
    });

  return {
    name: 'deliver-pushes',
    everyMs: 2_000,
    async run() {
      const sent = await Promise.all((await take(clock.now())).map(alone));
      return sent.filter(Boolean).length;
    },
  };
}
