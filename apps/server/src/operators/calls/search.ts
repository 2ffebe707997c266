import { holds } from '@bourse/protocol';
import type { AdminOutput } from '@bourse/protocol/admin';
import { kindsFor } from '../../cases/read.ts';
import type { Database } from '../../platform/database.ts';
import type { AdminHandlers } from '../handlers.ts';

type Found = AdminOutput<'GET search/find'>[number];
const most = 20;

/** Everything of one number that the operator may see. */
export const searchHandlers = (database: Database): AdminHandlers<'GET search/find'> => ({
  'GET search/find': async ({ number }, { operator: { permissions } }) => {
    const see = holds(permissions, 'see');
    const kept = ['proposal', ...(holds(permissions, 'money') ? ['deposit', 'payout'] : [])];
    const rows = await database.query<Omit<Found, 'id' | 'customer'> & { id: bigint; customer: bigint | null }>(
      `SELECT 'customer' AS kind, id, venue, name AS text, id AS customer FROM customer WHERE $2 AND (id = $1 OR account = $1)
       UNION ALL SELECT 'case', id, venue, kind, customer_id FROM case_file WHERE id = $1 AND kind = ANY ($3)
       UNION ALL SELECT 'order', o.order_id, o.venue, 'account ' || o.account, c.id FROM orders o LEFT JOIN customer c ON c.venue = o.venue AND c.account = o.account
         WHERE $2 AND o.order_id = $1
       UNION ALL SELECT CASE l.kind WHEN 'proposal' THEN 'change' ELSE l.kind END, l.key, l.venue, l.event->>'state', c.id
         FROM latest l LEFT JOIN customer c ON l.owner > 0 AND c.venue = l.venue AND c.account = l.owner WHERE l.key = $1 AND l.kind = ANY ($4)
       ORDER BY 1, 3, 2 LIMIT ${most}`,
      [number, see, kindsFor(permissions), kept],
    );
    return rows.map((row) => ({ ...row, id: String(row.id), customer: row.customer === null || !see ? null : String(row.customer) }));
  },
});
