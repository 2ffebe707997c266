import type { Role } from '@bourse/protocol';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import { writeAudit } from '../audit/chain.ts';
import { newLink } from './links.ts';
import type { OperatorMarks } from './marks.ts';

export interface Invitation {
  name: string;
  roles: readonly Role[];
  secret: string;
}

/**
 * Two who appoint others, because the engine lets one person appoint nobody, and two who decide. The engine takes the first three from the server; the two administrators
 * let it know the fourth.
 */
const decides: readonly Role[] = ['support', 'finance', 'compliance', 'risk'];
const ofDevelopment = [
  { name: 'Ada', roles: ['administrator'] },
  { name: 'Ben', roles: ['administrator'] },
  { name: 'Cleo', roles: decides },
  { name: 'Dora', roles: decides },
] as const satisfies readonly { name: string; roles: readonly Role[] }[];
const ofProduction = [
  { name: 'First administrator', roles: ['administrator'] },
  { name: 'Second administrator', roles: ['administrator'] },
] as const;

/** Serialises servers that start together. */
const lock = 7_217_120;

/**
 * The first operators of a new exchange: without them nobody could invite anybody. Nobody can be named this way once somebody has a passkey. In development the links are
 * new at each start until they are used.
 */
export function firstOperators(parts: {
  database: Database;
  clock: Now;
  environment: 'development' | 'production';
  marks: OperatorMarks;
}): Promise<Invitation[]> {
  const { database, clock, environment, marks } = parts;
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const wanted = environment === 'development' ? ofDevelopment : ofProduction;
    const [any] = await tx.query('SELECT 1 FROM operator LIMIT 1');
    const now = clock.now();
    if (!any)
      for (const { name, roles } of wanted) {
        const [row] = await tx.query<{ id: number }>('INSERT INTO operator (name, roles, created_at) VALUES ($1, $2, $3) RETURNING id', [
          name,
          roles,
          new Date(now),
        ]);
        const changes = [{ field: 'roles', before: null, after: roles.join(', ') }];
        await writeAudit(tx, { at: now, operator: null, call: 'start', subject: `operator ${row!.id}`, reason: 'first start', changes });
      }
    const waiting = await tx.query<{ id: number; name: string; roles: Role[] }>(
      `SELECT id, name, roles FROM operator o WHERE created_by IS NULL AND ended_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM operator_key k WHERE k.operator_id = o.id) ORDER BY id`,
    );
    const invitations: Invitation[] = [];
    for (const { id, name, roles } of waiting) invitations.push({ name, roles, secret: (await newLink(tx, id, now, marks)).secret });
    return invitations;
  });
}
