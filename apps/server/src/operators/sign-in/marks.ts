import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../platform/database.ts';

interface MarkedKey {
  id: string;
  operator_id: number;
  public_key: Uint8Array;
}
interface MarkedLink {
  hash: Uint8Array;
  operator_id: number;
}
interface MarkedSession {
  id: string;
  hash: Uint8Array;
  operator_id: number;
  expires_at: Date;
}

/** Marks under a key that is in no table: a key, a link or a session that somebody wrote into the database opens nothing. */
export function operatorMarks(secret: Uint8Array) {
  const markOf = (kind: 'key' | 'link' | 'session', operator: number, name: string, bytes: Uint8Array): string =>
    createHmac('sha256', secret).update(`bourse operator ${kind} 1\n${operator}\n${name}\n`).update(bytes).digest('base64');
  const same = (mark: string | null, wanted: string): boolean =>
    mark !== null && mark.length === wanted.length && timingSafeEqual(Buffer.from(mark), Buffer.from(wanted));
  const ofKey = ({ id, operator_id, public_key }: MarkedKey) => markOf('key', operator_id, id, public_key);
  const ofLink = ({ hash, operator_id }: MarkedLink) => markOf('link', operator_id, '', hash);
  // The end is in the mark too, so that nobody writes a session a longer life.
  const ofSession = ({ id, hash, operator_id, expires_at }: MarkedSession) =>
    markOf('session', operator_id, `${id} ${expires_at.getTime()}`, hash);
  return {
    ofKey,
    ofLink,
    ofSession,
    isKey: (row: MarkedKey & { mark: string | null }) => same(row.mark, ofKey(row)),
    isLink: (row: MarkedLink & { mark: string | null }) => same(row.mark, ofLink(row)),
    isSession: (row: MarkedSession & { mark: string | null }) => same(row.mark, ofSession(row)),
  };
}
export type OperatorMarks = ReturnType<typeof operatorMarks>;

/** A server of before knew no marks: its keys are taken over once. Later a key without a mark is nobody's. */
export async function adoptKeys(database: Database, marks: OperatorMarks): Promise<void> {
  const rows = await database.query<MarkedKey & Record<string, unknown>>(
    'SELECT id, operator_id, public_key FROM operator_key WHERE mark IS NULL',
  );
  for (const row of rows) await database.query('UPDATE operator_key SET mark = $2 WHERE id = $1', [row.id, marks.ofKey(row)]);
}
