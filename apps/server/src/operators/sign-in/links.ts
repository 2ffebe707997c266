import type { Role } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Queryable } from '../../platform/database.ts';
import { knownRoles } from './keys.ts';
import type { OperatorMarks } from './marks.ts';
import { hashOf, newSecret } from './sessions.ts';

export const linkMs = 24 * 3_600_000;

/** A new link for one passkey of an operator. Earlier ones that nobody used are void. */
export async function newLink(
  tx: Queryable,
  operator: number,
  now: number,
  marks: OperatorMarks,
): Promise<{ secret: string; expiresAt: number }> {
  const secret = newSecret();
  const expiresAt = now + linkMs;
  await tx.query('DELETE FROM operator_link WHERE operator_id = $1 AND used_at IS NULL', [operator]);
  const hash = hashOf(secret);
  await tx.query('INSERT INTO operator_link (hash, operator_id, expires_at, mark) VALUES ($1, $2, $3, $4)', [
    ...[hash, operator, new Date(expiresAt), marks.ofLink({ hash, operator_id: operator })],
  ]);
  return { secret, expiresAt };
}

export interface Invited extends Record<string, unknown> {
  operator_id: number;
  name: string;
  roles: Role[];
}

/** Whom a link is for. A link that is unknown, used or over, or of an operator who was ended, gets one and the same refusal. */
export async function invitedBy(db: Queryable, secret: string, now: number, marks: OperatorMarks): Promise<Invited> {
  const [row] = await db.query<Invited & { hash: Buffer; mark: string | null }>(
    `SELECT l.hash, l.mark, l.operator_id, o.name, o.roles FROM operator_link l JOIN operator o ON o.id = l.operator_id
     WHERE l.hash = $1 AND l.used_at IS NULL AND l.expires_at > $2 AND o.ended_at IS NULL`,
    [hashOf(secret), new Date(now)],
  );
  if (!row || !marks.isLink(row)) throw new Refusal('enrolmentOver');
  return { operator_id: row.operator_id, name: row.name, roles: knownRoles(row.roles) };
}

/** Uses the link up: of two at once, one gets it. */
export async function useLink(tx: Queryable, secret: string, now: number, marks: OperatorMarks): Promise<Invited> {
  const invited = await invitedBy(tx, secret, now, marks);
  const used = await tx.query('UPDATE operator_link SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING operator_id', [
    hashOf(secret),
    new Date(now),
  ]);
  if (used.length === 0) throw new Refusal('enrolmentOver');
  return invited;
}
