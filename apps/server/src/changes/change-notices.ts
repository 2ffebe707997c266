import { type ChangeEvent, firstCustomer } from '@bourse/engine';
import type { NoticeContent } from '@bourse/words';
import type { Catalogue } from '../market/port.ts';
import type { Due } from '../notices/due.ts';
import { type Source, span } from '../notices/source.ts';
import { utcText } from '../platform/utc-text.ts';
import { eventOf } from '../projections/kept.ts';

/** Who traded something this long before its change is concerned by it, as is who has an order or a position in it. */
const tradedWithinMs = 30 * 86_400_000;

/**
 * Customers whom a change for the worse concerns: those with an open order or position in the instrument, and those who traded it lately. A change of the
 * whole exchange concerns all of them; a customer's own terms, that customer.
 */
const concerned = `
  SELECT account FROM orders o WHERE c.owner = 0 AND o.venue = c.venue AND o.account >= ${firstCustomer}
    AND (c.instrument = 0 OR o.instrument = c.instrument) AND (o.status < 3 OR o.updated_at >= c.time - ${tradedWithinMs})
  UNION SELECT account FROM positions p WHERE c.owner = 0 AND p.venue = c.venue AND p.account >= ${firstCustomer}
    AND (c.instrument = 0 OR p.instrument = c.instrument) AND (p.lots > 0 OR p.updated_at >= c.time - ${tradedWithinMs})
  UNION SELECT owner FROM latest t WHERE c.owner = 0 AND t.venue = c.venue AND t.kind = 'timed' AND t.owner >= ${firstCustomer}
    AND (c.instrument = 0 OR t.instrument = c.instrument) AND t.time >= c.time - ${tradedWithinMs}
  UNION SELECT c.owner WHERE c.owner >= ${firstCustomer}`;

function contentOf({ state, from, subject, account }: ChangeEvent, symbol: string): NoticeContent | undefined {
  const time = utcText(from);
  if (account !== 0) return state === 'waits' ? { kind: 'changes.yours', params: { subject, time } } : undefined;
  if (state === 'waits') return { kind: 'changes.announced', params: { subject, symbol, time } };
  return state === 'inForce' ? undefined : { kind: 'changes.withdrawn', params: { subject, symbol } };
}

/** Notices of changes for the worse, at their announcement and when they are taken back. */
export const changeNotices = (catalogue: Catalogue): Source => ({
  async read(db, venue, after, upTo, limit) {
    // The place of a notice is the change's sequence and the account that is told.
    const rows = await db.query<{ account: number; event: { kind: 'change' } }>(
      `SELECT told.account, c.event FROM latest c CROSS JOIN LATERAL (SELECT account FROM (${concerned}) AS all_of_them ORDER BY account) AS told
       WHERE c.venue = $1 AND c.kind = 'change' AND (c.event->>'worse')::boolean AND ${span('c.seq', 'told.account')}
       ORDER BY c.seq, told.account LIMIT $5`,
      [venue, after.seq, after.sub, upTo, limit],
    );
    const told = rows.map(({ account, event }) => ({ account, event: eventOf(event) }));
    const due = told.flatMap(({ account, event }): Due[] => {
      const notice = contentOf(event, catalogue.instrumentById(event.instrument)?.symbol ?? '');
      return notice ? [{ account, ...notice, subject: `change:${event.change}`, time: event.time }] : [];
    });
    const last = told.at(-1);
    return { due, last: last && { seq: last.event.seq, sub: last.account }, full: rows.length === limit };
  },
});
