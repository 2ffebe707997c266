import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { permissionsOf } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Now } from '../../people/ports.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Operators } from '../port.ts';
import { knownRoles } from './keys.ts';
import type { OperatorMarks } from './marks.ts';

/** A working day. Then the operator signs in again. */
export const sessionMs = 8 * 3_600_000;
/** Nobody has asked for anything for so long: the operator signs in again. */
export const idleMs = 3_600_000;
/** How often a session writes that it was seen. */
const seenEveryMs = 60_000;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Sessions of operators. The token is a secret of 32 bytes that only the tab has; the table has its hash. It is a bearer token and no cookie: cookies know no ports, so
 * the customers' host of the same name would be sent it, and a page there could act with it.
 */
export async function startSession(
  tx: Queryable,
  operator: number,
  now: number,
  marks: OperatorMarks,
): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret();
  const session = { id: randomUUID(), hash: hashOf(token), operator_id: operator, expires_at: new Date(now + sessionMs) };
  await tx.query(
    'INSERT INTO operator_session (id, hash, operator_id, created_at, last_seen_at, expires_at, mark) VALUES ($1, $2, $3, $4, $4, $5, $6)',
    [session.id, session.hash, operator, new Date(now), session.expires_at, marks.ofSession(session)],
  );
  return { token, expiresAt: session.expires_at.getTime() };
}

interface SessionRow extends Record<string, unknown> {
  id: string;
  hash: Buffer;
  operator_id: number;
  roles: string[];
  expires_at: Date;
  last_seen_at: Date;
  mark: string | null;
}

/**
 * Asks the table for each call: an ended session, an ended operator and changed roles take effect at once. A session that was not started here, or that somebody changed,
 * has no mark that fits, and opens nothing.
 */
export function createOperatorSessions({ database, clock, marks }: { database: Database; clock: Now; marks: OperatorMarks }): Operators {
  return {
    async authenticate(token) {
      const now = clock.now();
      const [row] = await database.query<SessionRow>(
        `SELECT s.id, s.hash, s.operator_id, o.roles, s.expires_at, s.last_seen_at, s.mark FROM operator_session s JOIN operator o ON o.id = s.operator_id
         WHERE s.hash = $1 AND s.ended_at IS NULL AND o.ended_at IS NULL`,
        [hashOf(token)],
      );
      if (!row || row.expires_at.getTime() <= now || now - row.last_seen_at.getTime() > idleMs || !marks.isSession(row))
        throw new Refusal('unauthorised');
      if (now - row.last_seen_at.getTime() > seenEveryMs)
        await database.query('UPDATE operator_session SET last_seen_at = $2 WHERE id = $1', [row.id, new Date(now)]);
      return { sessionId: row.id, operatorId: String(row.operator_id), permissions: permissionsOf(knownRoles(row.roles)) };
    },
  };
}

export const endSessionsOf = (tx: Queryable, operator: number, now: number) =>
  tx.query('UPDATE operator_session SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL', [operator, new Date(now)]);
