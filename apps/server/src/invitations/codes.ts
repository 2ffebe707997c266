import { randomInt } from 'node:crypto';
import { rebateTerms } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Database, Queryable } from '../platform/database.ts';

/** Letters and digits that nobody takes for one another: 8 of 32 are 40 bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;
/** What a friend gets back by a code that nobody has changed. */
const usualFriendPpm = 50_000;

export interface Owner {
  venue: Venue;
  account: number;
}

export interface Code {
  code: string;
  venue: Venue;
  account: number;
  friend_ppm: number;
  note: string;
  is_default: boolean;
  created_at: Date;
  friends: bigint;
}

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** As it is stored: in any case, with what people put between the groups. */
export const codeOf = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase();

const columns = `code, venue, account, friend_ppm, note, is_default, created_at,
  (SELECT count(*) FROM invitation i WHERE i.code = invite_code.code) AS friends`;

/** The code that somebody typed, whose ever it is. Codes of the demo bring nobody to the real venue. */
export async function findCode(db: Queryable, venue: Venue, typed: string): Promise<Code | undefined> {
  return (await db.query<Code>(`SELECT ${columns} FROM invite_code WHERE code = $1 AND venue = $2`, [codeOf(typed), venue]))[0];
}

export const codesOf = (db: Queryable, { venue, account }: Owner): Promise<Code[]> =>
  db.query<Code>(`SELECT ${columns} FROM invite_code WHERE venue = $1 AND account = $2 ORDER BY created_at, code`, [venue, account]);

/** One after the other for each customer, so that nobody has more codes than they may, or two that are the default. */
const alone = <T>(database: Database, { venue, account }: Owner, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`invite-code:${venue}:${account}`]);
    return work(tx);
  });

async function insert(tx: Queryable, owner: Owner, friendPpm: number, note: string, isDefault: boolean, at: number): Promise<Code> {
  for (;;) {
    const [made] = await tx.query<Code>(
      `INSERT INTO invite_code (code, venue, account, friend_ppm, note, is_default, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (code) DO NOTHING RETURNING ${columns}`,
      [newCode(), owner.venue, owner.account, friendPpm, note, isDefault, new Date(at)],
    );
    if (made) return made;
  }
}

const clearDefault = (tx: Queryable, { venue, account }: Owner) =>
  tx.query('UPDATE invite_code SET is_default = false WHERE venue = $1 AND account = $2 AND is_default', [venue, account]);

/** The code that the invitation shows; it is made when it is first asked for. */
export const defaultCode = (database: Database, owner: Owner, at: number): Promise<Code> =>
  alone(database, owner, async (tx) => {
    const known = (await codesOf(tx, owner)).find((one) => one.is_default);
    return known ?? insert(tx, owner, usualFriendPpm, '', true, at);
  });

export const createCode = (
  database: Database,
  owner: Owner,
  { friendPpm, note, isDefault }: { friendPpm: number; note: string; isDefault: boolean },
  at: number,
): Promise<Code> =>
  alone(database, owner, async (tx) => {
    const codes = await codesOf(tx, owner);
    // The first one is the default, whatever was asked for.
    const same = codes.find((one) => one.friend_ppm === friendPpm && one.note === note && (one.is_default || !isDefault));
    if (same) return same;
    if (codes.length >= rebateTerms.codes) throw new Refusal('inviteCodesTooMany', { max: rebateTerms.codes });
    if (isDefault) await clearDefault(tx, owner);
    return insert(tx, owner, friendPpm, note, isDefault || codes.length === 0, at);
  });

export const updateCode = (
  database: Database,
  owner: Owner,
  typed: string,
  { friendPpm, note, isDefault }: { friendPpm: number | undefined; note: string | undefined; isDefault: true | undefined },
): Promise<Code> =>
  alone(database, owner, async (tx) => {
    const code = codeOf(typed);
    if (!(await codesOf(tx, owner)).some((one) => one.code === code)) throw new Refusal('inviteCodeMissing');
    if (isDefault) await clearDefault(tx, owner);
    const [changed] = await tx.query<Code>(
      `UPDATE invite_code SET friend_ppm = coalesce($2, friend_ppm), note = coalesce($3, note), is_default = is_default OR $4
       WHERE code = $1 RETURNING ${columns}`,
      [code, friendPpm ?? null, note ?? null, isDefault ?? false],
    );
    return changed!;
  });
