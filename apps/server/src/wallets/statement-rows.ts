import type { LedgerEvent } from '@bourse/engine';
import type { BalanceDirection, Venue, Wallet } from '@bourse/protocol/enums';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';

export interface LineRow {
  seq: bigint;
  event_index: number;
  time: bigint;
  wallet: Wallet;
  asset: number;
  direction: BalanceDirection;
  available_delta: string;
  frozen_delta: string;
  available_after: string;
  frozen_after: string;
  flow: number;
  order_id: bigint;
  fill_id: bigint;
  instrument: number | null;
}

/** A line made from its event, equal to the line that the histories will store. */
export const rowOf = (event: LedgerEvent, instrument: number | null): LineRow => ({
  seq: BigInt(event.seq),
  event_index: event.index,
  time: BigInt(event.time),
  wallet: event.wallet,
  asset: event.asset,
  direction: event.direction,
  available_delta: String(event.availableDelta),
  frozen_delta: String(event.frozenDelta),
  available_after: String(event.availableAfter),
  frozen_after: String(event.frozenAfter),
  flow: event.flow,
  order_id: BigInt(event.order),
  fill_id: BigInt(event.fill),
  instrument,
});

/**
 * A statement line's id: the sequence of its command and its index among that command's events, in one number. Rebuilt histories give every line the
 * same id.
 */
const indexBits = 24n;
export const lineId = (seq: bigint, index: number): string => ((seq << indexBits) | BigInt(index)).toString();

export function readLineId(text: string): { seq: bigint; index: number } | undefined {
  const id = BigInt(text);
  if (id >= 1n << 63n) return undefined;
  return { seq: id >> indexBits, index: Number(id & ((1n << indexBits) - 1n)) };
}

export interface LineFilter {
  venue: Venue;
  account: number;
  wallet?: Wallet | undefined;
  asset?: number | undefined;
  /** +1: lines that added to what is owned; -1: lines that took away; 0: neither (freezes and releases); undefined: all. */
  sign?: 1 | -1 | undefined;
  /** Only lines that changed what is owned. */
  ownedOnly?: boolean | undefined;
  flow?: number | undefined;
  /** Flow codes from (inclusive) and to (exclusive). */
  flowFrom?: number | undefined;
  flowTo?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

const where = `venue = $1 AND account = $2 AND ($3::smallint IS NULL OR wallet = $3) AND ($4::int IS NULL OR asset = $4)
 AND ($5::int IS NULL OR sign(available_delta + frozen_delta) = $5) AND (NOT $6 OR available_delta + frozen_delta <> 0)
 AND ($7::int IS NULL OR flow = $7) AND ($8::int IS NULL OR flow >= $8) AND ($9::int IS NULL OR flow < $9)
 AND ($10::bigint IS NULL OR time >= $10) AND ($11::bigint IS NULL OR time < $11)`;

const values = (f: LineFilter) => [
  f.venue,
  f.account,
  f.wallet ?? null,
  f.asset ?? null,
  f.sign ?? null,
  f.ownedOnly ?? false,
  f.flow ?? null,
  f.flowFrom ?? null,
  f.flowTo ?? null,
  f.from ?? null,
  f.to ?? null,
];

const withInstrument = (lines: string) => `SELECT line.*, orders.instrument FROM (${lines}) AS line
 LEFT JOIN orders ON orders.venue = line.venue AND orders.order_id = line.order_id AND line.order_id > 0
 ORDER BY line.seq DESC, line.event_index DESC`;

export async function linesPage(db: Queryable, filter: LineFilter, limit: number, offset: number) {
  const [rows, counted] = await Promise.all([
    db.query<LineRow>(withInstrument(`SELECT * FROM ledger_line WHERE ${where} ORDER BY seq DESC, event_index DESC LIMIT $12 OFFSET $13`), [
      ...values(filter),
      limit,
      offset,
    ]),
    db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ledger_line WHERE ${where} LIMIT ${maxCounted}) AS counted`,
      values(filter),
    ),
  ]);
  return { rows, total: Number(counted[0]?.n ?? 0n) };
}

/** Lines of the account by id. Lines of other accounts are not found. */
export async function linesByIds(db: Queryable, venue: Venue, account: number, ids: readonly string[]): Promise<LineRow[]> {
  const keys = ids.flatMap((id) => readLineId(id) ?? []);
  if (keys.length === 0) return [];
  return db.query<LineRow>(
    withInstrument(
      `SELECT ledger_line.* FROM ledger_line JOIN unnest($3::bigint[], $4::int[]) AS wanted (seq, event_index) USING (seq, event_index)
       WHERE venue = $1 AND account = $2`,
    ),
    [venue, account, keys.map(({ seq }) => seq), keys.map(({ index }) => index)],
  );
}

export interface InOutRow {
  asset: number;
  flow: number;
  in_units: string;
  out_units: string;
}

/** Inflow and outflow by asset and flow code over a period. */
export async function inOut(db: Queryable, filter: Pick<LineFilter, 'venue' | 'account' | 'wallet' | 'from' | 'to'>): Promise<InOutRow[]> {
  return db.query<InOutRow>(
    `SELECT asset, flow, sum(greatest(change, 0))::text AS in_units, sum(greatest(-change, 0))::text AS out_units
     FROM (SELECT asset, flow, available_delta + frozen_delta AS change FROM ledger_line WHERE ${where}) AS line GROUP BY asset, flow ORDER BY asset, flow`,
    values({ ...filter, ownedOnly: true }),
  );
}
