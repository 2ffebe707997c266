import { permissionsOf, type Role } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Job } from '../../jobs/jobs.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { MakeAct } from '../acts.ts';
import { operatorsInVenues } from '../endings.ts';
import type { AdminHandlers } from '../handlers.ts';
import { knownRoles } from '../sign-in/keys.ts';
import { newLink } from '../sign-in/links.ts';
import type { OperatorMarks } from '../sign-in/marks.ts';
import { endSessionsOf } from '../sign-in/sessions.ts';

interface Row extends Record<string, unknown> {
  id: number;
  name: string;
  roles: string[];
  created_at: Date;
  created_by: number | null;
  ended_at: Date | null;
  seen: Date | null;
  total: bigint;
  keys: { label: string; software: boolean; created: string; used: string | null }[];
}

/** A role is never changed: an operator with other roles is another operator, whom somebody else invites. */
export function operatorHandlers(parts: {
  database: Database;
  clock: Now;
  act: MakeAct;
  venues: Venues;
  /** Raises what ends operators in the venues. */
  endings: Job;
  /** Where the console is reached. */
  origin: string;
  marks: OperatorMarks;
}): AdminHandlers<'GET operator/list' | 'POST operator/invite' | 'POST operator/end'> {
  const { database, clock, act, origin, marks, venues, endings } = parts;
  return {
    'GET operator/list': async ({ pageNo, pageSize }) => {
      const rows = await database.query<Row>(
        `SELECT o.id, o.name, o.roles, o.created_at, o.created_by, o.ended_at, count(*) OVER () AS total,
           (SELECT max(last_seen_at) FROM operator_session s WHERE s.operator_id = o.id) AS seen,
           (SELECT coalesce(json_agg(json_build_object('label', label, 'software', software, 'created', created_at, 'used', last_used_at) ORDER BY created_at), '[]')
            FROM operator_key k WHERE k.operator_id = o.id) AS keys
         FROM operator o ORDER BY o.ended_at IS NOT NULL, o.id LIMIT $1 OFFSET $2`,
        [pageSize, (pageNo - 1) * pageSize],
      );
      const inVenues = await operatorsInVenues(venues);
      const list = rows.map((row) => ({
        id: String(row.id),
        name: row.name,
        roles: knownRoles(row.roles),
        status: row.ended_at ? ('ended' as const) : row.keys.length === 0 ? ('invited' as const) : ('active' as const),
        createdAt: row.created_at.getTime(),
        createdBy: row.created_by === null ? null : String(row.created_by),
        lastSeenAt: row.seen?.getTime() ?? null,
        venues: inVenues(row.id),
        keys: row.keys.map(({ label, software, created, used }) => ({
          label,
          software,
          createdAt: Date.parse(created),
          lastUsedAt: used === null ? null : Date.parse(used),
        })),
      }));
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'POST operator/invite': act('POST operator/invite', async (tx, { name, roles, reason }, { operator }) => {
      const held = knownRoles(roles);
      if (held.includes('administrator') && held.length > 1) throw new Refusal('rolesExclude');
      if (permissionsOf(held as readonly Role[]).size === 0) throw new Refusal('rolesExclude');
      const now = clock.now();
      const [row] = await tx.query<{ id: number }>(
        'INSERT INTO operator (name, roles, created_at, created_by) VALUES ($1, $2, $3, $4) RETURNING id',
        [name, held, new Date(now), Number(operator.operatorId)],
      );
      const { secret, expiresAt } = await newLink(tx, row!.id, now, marks);
      const answer = { id: String(row!.id), link: `${origin}/#enrol=${secret}`, expiresAt };
      const changes = [
        { field: 'name', before: null, after: name },
        { field: 'roles', before: null, after: held.join(', ') },
      ];
      return { subject: `operator ${row!.id}`, reason, changes, answer, stored: { ...answer, link: '' } };
    }),
    'POST operator/end': act('POST operator/end', async (tx, { operator: id, reason }, { operator }) => {
      if (id === operator.operatorId) throw new Refusal('operatorSelf');
      const [row] = await tx.query<{ ended_at: Date | null; roles: string[] }>(
        'SELECT ended_at, roles FROM operator WHERE id::text = $1 FOR UPDATE',
        [id],
      );
      if (!row) throw new Refusal('notFound');
      if (row.ended_at) throw new Refusal('operatorEnded');
      const now = clock.now();
      await tx.query('UPDATE operator SET ended_at = $2, ended_by = $3 WHERE id = $1', [
        Number(id),
        new Date(now),
        Number(operator.operatorId),
      ]);
      await tx.query('DELETE FROM operator_link WHERE operator_id = $1 AND used_at IS NULL', [Number(id)]);
      await endSessionsOf(tx, Number(id), now);
      // What they had taken goes back to the queue.
      await tx.query(
        "UPDATE case_file SET step = 'waiting', owner = NULL, lease_until = NULL, revision = revision + 1 WHERE owner = $1 AND step = 'taken'",
        [Number(id)],
      );
      const changes = [{ field: 'roles', before: row.roles.join(', '), after: null }];
      const after = async () => {
        await endings.run();
        return null;
      };
      return { subject: `operator ${id}`, reason, changes, answer: null, after };
    }),
  };
}
