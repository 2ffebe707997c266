import { randomUUID } from 'node:crypto';
import { LoginType } from '@bourse/protocol/enums';
import type { Session } from '@bourse/server/src/calls/session.ts';
import type { ChatParts } from '@bourse/server/src/chat/index.ts';

export interface Speaker {
  session: Session;
  groupId: string;
  /** Operators who are in the group. */
  operators: readonly number[];
}

/** Customers with one common group each, with a work order that agents are in. Nobody has said anything yet. */
export async function chatWorld(
  { database, clock, log }: Pick<ChatParts, 'database' | 'clock' | 'log'>,
  { groups, agents }: { groups: number; agents: number },
): Promise<Speaker[]> {
  const at = new Date(clock.now());
  const customers = await database.query<{ id: bigint; account: number }>(
    `INSERT INTO customer (login_type, venue, account, name, language, demo_key_hash, created_at)
     SELECT 2, 'demo', 100000 + n, 'Customer ' || n, 'en', decode(md5('bench ' || n), 'hex'), $2 FROM generate_series(1, $1::integer) n RETURNING id, account`,
    [groups, at],
  );
  const made = await database.query<{ id: bigint; customer_id: bigint }>(
    `INSERT INTO chat_group (customer_id, venue, account, group_type, sign, language, created_at, spoke_at)
     SELECT id, venue, account, 1, 'common', 'en', $2, $2 FROM customer WHERE id = ANY($1) ORDER BY id RETURNING id, customer_id`,
    [customers.map(({ id }) => id), at],
  );
  await database.query(
    'UPDATE chat_group g SET sealed_key = k.key FROM unnest($1::bigint[], $2::bytea[]) AS k (id, key) WHERE g.id = k.id',
    [made.map(({ id }) => id), made.map(({ id }) => log.newKey(id))],
  );
  await database.query(
    "INSERT INTO chat_member (group_id, customer_id, role) SELECT id, customer_id, 1 FROM chat_group WHERE sign = 'common'",
  );
  const operators = await database.query<{ id: number }>(
    "INSERT INTO operator (name, roles, created_at) SELECT 'Agent ' || n, '{support}', $2 FROM generate_series(1, $1::integer) n RETURNING id",
    [groups * agents, at],
  );
  const inGroup = (index: number) => operators.slice(index * agents, (index + 1) * agents).map(({ id }) => id);
  await database.query(
    'INSERT INTO chat_member (group_id, operator_id, role) SELECT * FROM unnest($1::bigint[], $2::integer[], $3::smallint[])',
    [
      made.flatMap(({ id }) => Array.from({ length: agents }, () => id)),
      made.flatMap((_, index) => inGroup(index)),
      made.flatMap(() => Array.from({ length: agents }, (_, at) => (at === 0 ? 0 : 3))),
    ],
  );
  const accounts = new Map(customers.map(({ id, account }) => [id, account]));
  return made.map(({ id, customer_id }, index) => ({
    groupId: String(id),
    operators: inGroup(index),
    session: {
      ...{ sessionId: randomUUID(), customerId: String(customer_id), account: accounts.get(customer_id)! },
      ...{ venue: 'demo', loginType: LoginType.demo, deviceClass: 'desktop' },
    },
  }));
}

export const said = 'My transfer of yesterday is not there yet. The bank says that it left at noon; what do you need from me?';

/** The value below which this part of all values is. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
