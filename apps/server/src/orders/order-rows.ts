import type { FillEvent, OrderReason } from '@bourse/engine';
import type { OrderPriceType, OrderSide, OrderStatus, TimeInForce, Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { OrderFacts } from './order-view.ts';

/** Orders and fills as the histories store them. */

interface OrderRow {
  order_id: bigint;
  account: number;
  instrument: number;
  side: OrderSide;
  type: OrderPriceType;
  tif: TimeInForce;
  post_only: boolean;
  price_ticks: bigint;
  trigger_ticks: bigint;
  lots: bigint;
  quote_amount: bigint;
  filled_lots: bigint;
  filled_quote: bigint;
  reserved: string;
  reserved_asset: number;
  status: OrderStatus;
  reason: OrderReason;
  placed_at: bigint;
  updated_at: bigint;
}

const orderOf = (row: OrderRow): OrderFacts => ({
  order: Number(row.order_id),
  account: row.account,
  instrument: row.instrument,
  side: row.side,
  type: row.type,
  tif: row.tif,
  postOnly: row.post_only,
  priceTicks: Number(row.price_ticks),
  triggerTicks: Number(row.trigger_ticks),
  lots: Number(row.lots),
  quoteAmount: Number(row.quote_amount),
  filledLots: Number(row.filled_lots),
  filledQuote: Number(row.filled_quote),
  reserved: BigInt(row.reserved),
  reservedAsset: row.reserved_asset,
  status: row.status,
  reason: row.reason,
  placedAt: Number(row.placed_at),
  time: Number(row.updated_at),
});

interface FillRow {
  fill_id: bigint;
  seq: bigint;
  event_index: number;
  time: bigint;
  instrument: number;
  price_ticks: bigint;
  lots: bigint;
  base_units: string;
  quote_units: bigint;
  taker_side: OrderSide;
  taker_order: bigint;
  taker_account: number;
  taker_fee_ppm: number;
  taker_fee: bigint;
  taker_fee_asset: number;
  maker_order: bigint;
  maker_account: number;
  maker_fee_ppm: number;
  maker_fee: bigint;
  maker_fee_asset: number;
}

const fillOf = (row: FillRow): FillEvent => ({
  kind: 'fill',
  fill: Number(row.fill_id),
  seq: Number(row.seq),
  index: row.event_index,
  time: Number(row.time),
  instrument: row.instrument,
  priceTicks: Number(row.price_ticks),
  lots: Number(row.lots),
  baseUnits: BigInt(row.base_units),
  quoteUnits: Number(row.quote_units),
  takerSide: row.taker_side,
  taker: {
    order: Number(row.taker_order),
    account: row.taker_account,
    feePpm: row.taker_fee_ppm,
    feeUnits: Number(row.taker_fee),
    feeAsset: row.taker_fee_asset,
  },
  maker: {
    order: Number(row.maker_order),
    account: row.maker_account,
    feePpm: row.maker_fee_ppm,
    feeUnits: Number(row.maker_fee),
    feeAsset: row.maker_fee_asset,
  },
});

export interface OrderFilter {
  venue: Venue;
  account: number;
  /** Restricts to these instruments: every product has its own pages. */
  instruments: readonly number[];
  side?: OrderSide | undefined;
  from?: number | undefined;
  to?: number | undefined;
  finishedOnly: boolean;
}

/** Pages count no further than this. A larger total says little and costs a lot. */
export const maxCounted = 100_000;

const orderWhere = `venue = $1 AND account = $2 AND instrument = ANY($3::int[]) AND ($4::smallint IS NULL OR side = $4)
 AND ($5::bigint IS NULL OR placed_at >= $5) AND ($6::bigint IS NULL OR placed_at < $6) AND (NOT $7 OR status >= 3)`;

const orderValues = (filter: OrderFilter) => [
  filter.venue,
  filter.account,
  filter.instruments,
  filter.side ?? null,
  filter.from ?? null,
  filter.to ?? null,
  filter.finishedOnly,
];

export async function ordersPage(db: Queryable, filter: OrderFilter, limit: number, offset: number) {
  const values = orderValues(filter);
  const [rows, counted] = await Promise.all([
    db.query<OrderRow>(`SELECT * FROM orders WHERE ${orderWhere} ORDER BY order_id DESC LIMIT $8 OFFSET $9`, [...values, limit, offset]),
    db.query<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 FROM orders WHERE ${orderWhere} LIMIT ${maxCounted}) AS counted`, values),
  ]);
  return { list: rows.map(orderOf), total: Number(counted[0]?.n ?? 0n) };
}

/** Orders of the account by id. Orders of other accounts are not found. */
export async function ordersByIds(db: Queryable, venue: Venue, account: number, ids: readonly number[]): Promise<OrderFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<OrderRow>('SELECT * FROM orders WHERE venue = $1 AND account = $2 AND order_id = ANY($3::bigint[])', [
    venue,
    account,
    ids,
  ]);
  return rows.map(orderOf);
}

export interface FillFilter {
  venue: Venue;
  account: number;
  instruments: readonly number[];
  order?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Each side has its own index, so the two sides are read separately and merged. An OR would use neither index. */
const fillSide = (side: 'taker' | 'maker', columns: string) => `SELECT ${columns} FROM fills
 WHERE venue = $1 AND ${side}_account = $2 AND ${side}_account >= 100000 AND instrument = ANY($3::int[]) AND ($4::bigint IS NULL OR ${side}_order = $4)
 AND ($5::bigint IS NULL OR time >= $5) AND ($6::bigint IS NULL OR time < $6)`;

export async function fillsPage(db: Queryable, filter: FillFilter, limit: number, offset: number) {
  const { venue, account, instruments, order = null, from = null, to = null } = filter;
  const values = [venue, account, instruments, order, from, to];
  const [rows, counted] = await Promise.all([
    db.query<FillRow>(
      `(${fillSide('taker', '*')} ORDER BY fill_id DESC LIMIT $7) UNION (${fillSide('maker', '*')} ORDER BY fill_id DESC LIMIT $7) ORDER BY fill_id DESC LIMIT $8 OFFSET $9`,
      [...values, limit + offset, limit, offset],
    ),
    db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM ((${fillSide('taker', 'fill_id')} LIMIT ${maxCounted}) UNION (${fillSide('maker', 'fill_id')} LIMIT ${maxCounted})) AS counted`,
      values,
    ),
  ]);
  return { list: rows.map(fillOf), total: Number(counted[0]?.n ?? 0n) };
}

export async function fillById(db: Queryable, venue: Venue, fill: number): Promise<FillEvent | undefined> {
  const [row] = await db.query<FillRow>('SELECT * FROM fills WHERE venue = $1 AND fill_id = $2', [venue, fill]);
  return row && fillOf(row);
}
