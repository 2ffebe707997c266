import { type NoticeTopic, noticeTopics } from '@bourse/protocol/notice-topics';
import type { Queryable } from '../../platform/database.ts';
import { NotSealedHere, seal, unseal } from '../../platform/sealing.ts';
import { defaultPreference, type Preference } from './rules.ts';

export interface PreferenceRow {
  push: string[] | null;
  mail: string[] | null;
  quiet: boolean | null;
  time_zone: string | null;
  push_amounts: boolean | null;
  word: Buffer | null;
}
export const preferenceColumns = (of: string) =>
  ['push', 'mail', 'quiet', 'time_zone', 'push_amounts', 'word'].map((name) => `${of}.${name}`).join(', ');

const known = (stored: readonly string[] | null, fallback: readonly NoticeTopic[]): readonly NoticeTopic[] =>
  stored === null ? fallback : noticeTopics.filter((topic) => stored.includes(topic));

export const preferenceOf = (row: PreferenceRow | undefined): Preference => ({
  push: known(row?.push ?? null, defaultPreference.push),
  mail: known(row?.mail ?? null, defaultPreference.mail),
  quiet: row?.quiet ?? defaultPreference.quiet,
  timeZone: row?.time_zone ?? null,
  pushAmounts: row?.push_amounts ?? defaultPreference.pushAmounts,
});

/** Anti-phishing words: sealed, so that a copy of the database shows none. */
export interface Words {
  seal(customer: string | bigint, word: string): Buffer;
  /** Null: there is none, or it was not sealed for this customer. Letters go on without it, and the customer can choose another. */
  open(customer: string | bigint, sealed: Buffer | null): string | null;
  /** The word of the customer who has this e-mail address, with the language of their letters; undefined: none. */
  ofAddress(db: Queryable, email: string): Promise<{ word: string; language: string } | undefined>;
}

const sealedName = (customer: string | bigint) => `anti-phishing word ${customer}`;

export function createWords(key: Buffer): Words {
  const open = (customer: string | bigint, sealed: Buffer | null): string | null => {
    if (sealed === null) return null;
    try {
      return unseal(key, sealedName(customer), sealed).toString();
    } catch (error) {
      if (!(error instanceof NotSealedHere)) throw error;
      return null;
    }
  };
  return {
    seal: (customer, word) => seal(key, sealedName(customer), Buffer.from(word)),
    open,
    async ofAddress(db, email) {
      const [row] = await db.query<{ id: bigint; language: string; word: Buffer }>(
        'SELECT c.id, c.language, p.word FROM customer c JOIN notice_preference p ON p.customer_id = c.id WHERE c.email = $1 AND p.word IS NOT NULL',
        [email],
      );
      const word = row && open(row.id, row.word);
      return row && word ? { word, language: row.language } : undefined;
    },
  };
}

export async function readPreference(db: Queryable, customer: string): Promise<PreferenceRow | undefined> {
  const [row] = await db.query<PreferenceRow>(`SELECT ${preferenceColumns('p')} FROM notice_preference p WHERE customer_id = $1`, [
    customer,
  ]);
  return row;
}

export async function keepPreference(
  db: Queryable,
  customer: string,
  { push, mail, quiet, timeZone, pushAmounts }: Preference,
): Promise<void> {
  await db.query(
    `INSERT INTO notice_preference (customer_id, push, mail, quiet, time_zone, push_amounts) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (customer_id) DO UPDATE SET push = excluded.push, mail = excluded.mail, quiet = excluded.quiet,
       time_zone = excluded.time_zone, push_amounts = excluded.push_amounts`,
    [customer, push, mail, quiet, timeZone, pushAmounts],
  );
}

/** Where the customer's day is, as far as nobody has said so before. */
export async function learnTimeZone(db: Queryable, customer: string, timeZone: string): Promise<void> {
  await db.query(
    `INSERT INTO notice_preference (customer_id, time_zone) VALUES ($1, $2)
     ON CONFLICT (customer_id) DO UPDATE SET time_zone = coalesce(notice_preference.time_zone, excluded.time_zone)`,
    [customer, timeZone],
  );
}

export async function keepWord(db: Queryable, customer: string, sealed: Buffer | null): Promise<void> {
  await db.query(
    'INSERT INTO notice_preference (customer_id, word) VALUES ($1, $2) ON CONFLICT (customer_id) DO UPDATE SET word = excluded.word',
    [customer, sealed],
  );
}
