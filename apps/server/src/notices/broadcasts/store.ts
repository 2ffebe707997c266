import { type BroadcastRow, broadcastAlone, broadcastLanguages } from '@bourse/protocol/admin';
import { RealnameStatus, type Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../../platform/database.ts';

export type Filter = BroadcastRow['filter'];
export type InEach = BroadcastRow['title'];
/** As the table keeps it, and as the values of the notice arrive: `title.en`, `text.zh-CN`. */
export type Texts = Record<`${'title' | 'text'}.${(typeof broadcastLanguages)[number]}`, string>;

export interface StoredBroadcast {
  id: bigint;
  texts: Texts;
  filter: Filter;
  recipients: number;
  last_customer: bigint;
  state: BroadcastRow['state'];
  case_id: bigint | null;
  reached: bigint;
  given: number;
}

export const textsOf = (title: InEach, text: InEach): Texts => ({
  ...{ 'title.en': title.en, 'text.en': text.en },
  ...{ 'title.zh-CN': title['zh-CN'], 'text.zh-CN': text['zh-CN'] },
});

/** Letters, digits, signs and spaces, and line feeds in the text: nothing invisible, and nothing that turns the direction of what follows. */
const plainTitle = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const plainText = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \n]+$/u;
export const isPlain = (title: InEach, text: InEach): boolean =>
  broadcastLanguages.every((language) => plainTitle.test(title[language]) && plainText.test(text[language]));

/** SQL: whether a customer fits, with the venue, the language or null, and the state of identity or null in `$1` to `$3`. */
const fits = `venue = $1 AND account IS NOT NULL AND ($2::text IS NULL OR language = $2)
  AND ($3::boolean IS NULL OR (realname_status = ${RealnameStatus.real}) = $3)`;
const valuesOf = ({ venue, language, verified }: Filter): [Venue, string | null, boolean | null] => [
  venue,
  language === 'every' ? null : language,
  verified === 'every' ? null : verified === 'yes',
];

/** How many customers fit now, and the number of the last of them. */
export async function countRecipients(db: Queryable, filter: Filter): Promise<{ recipients: number; last: bigint }> {
  const [row] = await db.query<{ n: bigint; last: bigint }>(
    `SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM customer WHERE ${fits}`,
    valuesOf(filter),
  );
  return { recipients: Number(row?.n ?? 0n), last: row?.last ?? 0n };
}

/** The next customers who fit. */
export const nextRecipients = (db: Queryable, { filter, reached, last_customer }: StoredBroadcast, limit: number) =>
  db.query<{ id: bigint; account: number }>(
    `SELECT id, account FROM customer WHERE ${fits} AND id > $4 AND id <= $5 ORDER BY id LIMIT $6`,
    [...valuesOf(filter), reached, last_customer, limit],
  );

/** How many people decide so many recipients: what one person alone sent within a day counts with them, so that a large broadcast in parts is a large one. */
export async function personsFor(db: Queryable, recipients: number, now: number): Promise<1 | 2> {
  const [row] = await db.query<{ n: bigint }>(
    'SELECT coalesce(sum(recipients), 0) AS n FROM broadcast WHERE case_id IS NULL AND written_at > $1',
    [new Date(now - 86_400_000)],
  );
  return Number(row?.n ?? 0n) + recipients > broadcastAlone ? 2 : 1;
}
