import type { FundingEndEvent, FundingRoundEvent, MarkEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';
import { type EventNamed, eventOf, type KindOfEvent } from './kept.ts';

/** Events as the histories keep them, for readers. Columns to filter by: `kind`, `key`, `owner`, `time`, `instrument`, `position_id`, `order_id`. */
export interface Happened<K extends KindOfEvent> {
  event: EventNamed<K>;
  /** The mark price that it used, if any. */
  mark: MarkEvent | undefined;
}

interface Stored<K extends KindOfEvent> {
  event: { kind: K };
  mark: MarkEvent | null;
}

/** Happenings of some kinds by conditions on their columns. The venue is parameter 1, the kinds are parameter 2; `values` are the parameters from 3 on. */
export async function happeningsWhere<K extends KindOfEvent>(
  db: Queryable,
  venue: Venue,
  kinds: readonly K[],
  conditions: string,
  values: readonly unknown[],
): Promise<Happened<K>[]> {
  const rows = await db.query<Stored<K>>(
    `SELECT event, mark FROM happening WHERE venue = $1 AND kind = ANY($2::text[]) AND ${conditions}`,
    [venue, kinds, ...values],
  );
  return rows.map(({ event, mark }) => ({ event: eventOf(event), mark: mark ?? undefined }));
}

export interface PageOf<K extends KindOfEvent> {
  table: 'happening' | 'latest';
  venue: Venue;
  owner: number;
  kinds: readonly K[];
  /** Further conditions; their parameters begin at 4. */
  where: string;
  values: readonly unknown[];
}

/** One account's events of some kinds, newest first, and how many there are. Of `latest` the highest key comes first. */
export async function pageOf<K extends KindOfEvent>(
  db: Queryable,
  { table, venue, owner, kinds, where, values }: PageOf<K>,
  limit: number,
  offset: number,
): Promise<{ list: EventNamed<K>[]; total: number }> {
  const order = (table === 'latest' ? ['key'] : ['time', 'seq', 'event_index']).map((name) => `${name} DESC`).join(', ');
  const given = [venue, kinds, owner, ...values];
  const [rows, counted] = await Promise.all([
    // The index gives each kind in this order, so that a page reads no more rows than it needs.
    db.query<{ event: { kind: K } }>(
      `SELECT page.event FROM unnest($2::text[]) AS wanted (kind), LATERAL (
         SELECT * FROM ${table} WHERE owner = $3 AND kind = wanted.kind AND venue = $1 AND ${where} ORDER BY ${order} LIMIT ${limit + offset}) AS page
       ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      given,
    ),
    db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM ${table} WHERE owner = $3 AND kind = ANY($2::text[]) AND venue = $1 AND ${where} LIMIT ${maxCounted}) AS counted`,
      given,
    ),
  ]);
  return { list: rows.map(({ event }) => eventOf(event)), total: Number(counted[0]?.n ?? 0n) };
}

/** The newest event of one key, if it belongs to the account. */
export async function latestOf<K extends KindOfEvent>(
  db: Queryable,
  venue: Venue,
  owner: number,
  kind: K,
  key: number,
): Promise<EventNamed<K> | undefined> {
  const [row] = await db.query<{ event: { kind: K } }>(
    'SELECT event FROM latest WHERE venue = $1 AND owner = $2 AND kind = $3 AND key = $4',
    [venue, owner, kind, key],
  );
  return row && eventOf(row.event);
}

/** Funding rounds of a contract, newest first, with what they paid and received in all; only one of them if a number is given. */
export async function fundingRounds(
  db: Queryable,
  venue: Venue,
  instrument: number,
  { round = null, limit }: { round?: number | null; limit: number },
): Promise<Happened<'fundingRound'>[]> {
  const rows = await db.query<{ event: FundingRoundEvent; mark: MarkEvent | null; over: FundingEndEvent | null }>(
    `SELECT told.event, told.mark, over.event AS over FROM happening told
     LEFT JOIN happening over ON over.kind = 'fundingEnd' AND over.key = told.key AND over.venue = told.venue
     WHERE told.venue = $1 AND told.kind = 'fundingRound' AND told.instrument = $2 AND ($3::bigint IS NULL OR told.key = $3)
     ORDER BY told.seq DESC, told.event_index DESC LIMIT $4`,
    [venue, instrument, round, limit],
  );
  return rows.map(({ event, mark, over }) => ({
    event: { ...event, paid: over?.paid ?? event.paid, received: over?.received ?? event.received },
    mark: mark ?? undefined,
  }));
}
