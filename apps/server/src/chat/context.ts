import type { ChatContext } from '@bourse/protocol/admin';
import { customerById } from '../people/customers.ts';
import type { Queryable } from '../platform/database.ts';
import type { ChatParts } from './index.ts';
import type { GroupRow } from './log.ts';

const shownAtMost = 10;

/** Who the customer of a work order is, and what they have open. Contacts and real names are not in it: they have calls of their own, with a reason. */
export async function contextOf(db: Queryable, group: GroupRow, { cards }: Pick<ChatParts, 'cards'>, now: number): Promise<ChatContext> {
  const customer = (await customerById(db, group.customer_id))!;
  const visitor = group.account === null;
  const listed = async (about: 'recharge' | 'withdrawal', rows: readonly { id: bigint; since: number }[]) => {
    const found = await Promise.all(
      rows.map(async ({ id, since }) => ({ id: String(id), since, subject: await cards.subject(db, group, about, String(id)) })),
    );
    return found.flatMap(({ id, since, subject }) =>
      subject
        ? [
            {
              ...{ id, status: subject.facts.status, amount: subject.facts.amount ?? '', asset: subject.facts.asset ?? '' },
              ageS: Math.max(0, Math.floor((now - since) / 1_000)),
            },
          ]
        : [],
    );
  };
  const deposits = visitor
    ? []
    : await db.query<{ id: bigint; at: Date }>(
        `SELECT number AS id, created_at AS at FROM deposit WHERE customer_id = $1 AND step NOT IN ('credited', 'refused', 'expired', 'sentBack', 'reversed')
         ORDER BY number DESC LIMIT $2`,
        [group.customer_id, shownAtMost],
      );
  const payouts = visitor
    ? []
    : await db.query<{ id: bigint; time: bigint }>(
        `SELECT key AS id, time FROM latest WHERE venue = $1 AND kind = 'payout' AND owner = $2
           AND event->>'state' IN ('waiting', 'approved', 'sending', 'errored') ORDER BY key DESC LIMIT $3`,
        [group.venue, group.account, shownAtMost],
      );
  return {
    ...{ customer: visitor ? null : String(customer.id), name: customer.name, language: customer.language },
    ...{ realnameStatus: visitor ? null : customer.realname_status, identityTier: null, since: customer.created_at.getTime() },
    deposits: await listed(
      'recharge',
      deposits.map(({ id, at }) => ({ id, since: at.getTime() })),
    ),
    withdrawals: await listed(
      'withdrawal',
      payouts.map(({ id, time }) => ({ id, since: Number(time) })),
    ),
  };
}
