import { type ChangeEvent, firstCustomer, payoutStates } from '@bourse/engine';
import type { NoticeContent } from '@bourse/words';
import type { Catalogue } from '../market/port.ts';
import type { Due } from '../notices/due.ts';
import { type Source, span } from '../notices/source.ts';
import type { Rails } from '../payments/port.ts';
import { utcText } from '../platform/utc-text.ts';
import { eventOf } from '../projections/kept.ts';
import { type RailFacts, railNamed } from './rails.ts';
import { moneySubjects } from './subjects.ts';

/** Who traded something this long before its change is concerned by it, as is who has an order or a position in it. The same of payments. */
const withinMs = 30 * 86_400_000;

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const openPayouts = payoutStates.slice(0, payoutStates.indexOf('completed'));
const subject = "c.event->>'subject'";
/** The rail of a change of one. */
const changedRail = "(c.event->'differences'->0->>'at')::integer";
const ofTrading = `c.owner = 0 AND ${subject} NOT IN (${quoted(moneySubjects)})`;
const customer = `m.venue = c.venue AND m.owner >= ${firstCustomer}`;

/** Customers whom a change of trading concerns: those with an open order or position in the instrument, and those who traded it lately. */
const traders = `
  SELECT account FROM orders o WHERE ${ofTrading} AND o.venue = c.venue AND o.account >= ${firstCustomer}
    AND (c.instrument = 0 OR o.instrument = c.instrument) AND (o.status < 3 OR o.updated_at >= c.time - ${withinMs})
  UNION SELECT account FROM positions p WHERE ${ofTrading} AND p.venue = c.venue AND p.account >= ${firstCustomer}
    AND (c.instrument = 0 OR p.instrument = c.instrument) AND (p.lots > 0 OR p.updated_at >= c.time - ${withinMs})
  UNION SELECT owner FROM latest t WHERE ${ofTrading} AND t.venue = c.venue AND t.kind = 'timed'
    AND t.owner >= ${firstCustomer} AND (c.instrument = 0 OR t.instrument = c.instrument) AND t.time >= c.time - ${withinMs}`;

/**
 * Customers whom a change of a rail concerns: those who paid in or out by it lately, wait for a payout on it, or have saved a destination of it. Rules of
 * payouts concern those who were paid out lately on any rail, wait for it, or have saved a destination.
 */
const payers = `
  SELECT owner FROM latest m WHERE ${subject} = 'defineRail' AND ${customer} AND (m.event->>'rail')::integer = ${changedRail}
    AND m.kind IN ('deposit', 'payout') AND (m.time >= c.time - ${withinMs} OR m.kind = 'payout' AND m.event->>'state' IN (${quoted(openPayouts)}))
  UNION SELECT owner FROM latest m WHERE ${subject} = 'definePayoutRules' AND ${customer}
    AND m.kind = 'payout' AND (m.time >= c.time - ${withinMs} OR m.event->>'state' IN (${quoted(openPayouts)}))
  UNION SELECT owner FROM latest m WHERE ${subject} IN ('defineRail', 'definePayoutRules') AND ${customer} AND m.kind = 'destination'
    AND NOT (m.event->>'dropped')::boolean AND (${subject} <> 'defineRail' OR (m.event->>'rail')::integer = ${changedRail})`;

/** A change of the whole exchange concerns everybody who trades; a customer's own terms, that customer. */
const concerned = `${traders} UNION ${payers} UNION SELECT c.owner WHERE c.owner >= ${firstCustomer}`;

function contentOf({ state, from, subject: of, account }: ChangeEvent, symbol: string): NoticeContent | undefined {
  const time = utcText(from);
  if (account !== 0) return state === 'waits' ? { kind: 'changes.yours', params: { subject: of, time } } : undefined;
  if (state === 'waits') return { kind: 'changes.announced', params: { subject: of, symbol, time } };
  return state === 'inForce' ? undefined : { kind: 'changes.withdrawn', params: { subject: of, symbol } };
}

/** Notices of changes for the worse, at their announcement and when they are taken back. */
export const changeNotices = ({ catalogue, rails }: { catalogue: Catalogue; rails: Pick<Rails, 'get'> }): Source => {
  const nameOf = (rail: RailFacts): string => {
    const { asset, networkName, provider } = railNamed(rail, catalogue, rails);
    const way = networkName ?? provider;
    return way === null ? asset : `${asset} · ${way}`;
  };
  return {
    async read(db, venue, after, upTo, limit) {
      // The place of a notice is the change's sequence and the account that is told.
      const rows = await db.query<{ account: number; event: { kind: 'change' }; rail: RailFacts | null }>(
        `SELECT told.account, c.event, r.event AS rail FROM latest c
         CROSS JOIN LATERAL (SELECT account FROM (${concerned}) AS all_of_them ORDER BY account) AS told
         LEFT JOIN latest r ON ${subject} = 'defineRail' AND r.venue = c.venue AND r.kind = 'rail' AND r.key = ${changedRail}
         WHERE c.venue = $1 AND c.kind = 'change' AND (c.event->>'worse')::boolean AND ${span('c.seq', 'told.account')}
         ORDER BY c.seq, told.account LIMIT $5`,
        [venue, after.seq, after.sub, upTo, limit],
      );
      const told = rows.map(({ account, event, rail }) => ({ account, event: eventOf(event), rail }));
      const due = told.flatMap(({ account, event, rail }): Due[] => {
        const name = rail === null ? (catalogue.instrumentById(event.instrument)?.symbol ?? '') : nameOf(rail);
        const notice = contentOf(event, name);
        return notice ? [{ account, ...notice, subject: `change:${event.change}`, time: event.time }] : [];
      });
      const last = told.at(-1);
      return { due, last: last && { seq: last.event.seq, sub: last.account }, full: rows.length === limit };
    },
  };
};
