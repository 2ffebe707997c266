import type { OrderEvent } from '@bourse/engine';
import { InstrumentKind, OrderPriceType, OrderStatus, PositionAction, type Venue } from '@bourse/protocol/enums';
import type { NoticeContent } from '@bourse/words';
import type { Catalogue } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import type { Due } from './due.ts';
import { type Place, type Source, span } from './source.ts';

const takesProfit: readonly OrderPriceType[] = [OrderPriceType.takeProfitLimit, OrderPriceType.takeProfitMarket];
const stopsLoss: readonly OrderPriceType[] = [OrderPriceType.stopLimit, OrderPriceType.stopMarket];

/** Why a stock order ended without its customer's action: it may have waited overnight. */
const endedBy: readonly string[] = ['corporateAction', 'bandReached', 'triggerRejected'] satisfies OrderEvent['reason'][];

const endedList = endedBy.map((reason) => `'${reason}'`).join(', ');

/** Whether the end of an order may need a notice. */
export const isToldOrder = ({ status, reason }: Pick<OrderEvent, 'status' | 'reason'>): boolean =>
  status === OrderStatus.filled || endedBy.includes(reason);

/** The fields of a finished order that its notice needs. */
export interface FinishedOrder {
  order: number;
  type: OrderPriceType;
  filled: boolean;
  reason: string;
  /** Another command than the order's own ended it, so its own answer did not say so. */
  later: boolean;
  /** Undefined for a spot order. */
  action: PositionAction | undefined;
  /** It protected a whole position, and the other stop was cancelled with it. */
  both: boolean;
}

/** The notice for a finished order, or none: the answer to a market order says it all, unless the order waited for the open. */
export function orderNotice(finished: FinishedOrder, symbol: string, kind: InstrumentKind): NoticeContent | undefined {
  const { order, type, filled, reason, later, action, both } = finished;
  const no = String(order);
  if (!filled) return kind === InstrumentKind.stock && later ? { kind: 'stock.ended', params: { no, symbol, reason } } : undefined;
  if (type === OrderPriceType.market && !(kind === InstrumentKind.stock && later)) return undefined;
  if (kind === InstrumentKind.coin) {
    if (takesProfit.includes(type)) return { kind: 'order.takeProfit', params: { no } };
    if (stopsLoss.includes(type)) return { kind: 'order.stopLoss', params: { no } };
    return { kind: 'order.filled', params: { no } };
  }
  const params = { no, symbol };
  if (action === PositionAction.close && type !== OrderPriceType.limit && type !== OrderPriceType.market) {
    if (both) return { kind: 'stops.both', params };
    return { kind: takesProfit.includes(type) ? 'stops.profit' : 'stops.loss', params };
  }
  return { kind: kind === InstrumentKind.stock ? 'stock.filled' : 'contract.limitFilled', params };
}

interface Row {
  order_id: bigint;
  account: number;
  instrument: number;
  type: OrderPriceType;
  status: OrderStatus;
  reason: string;
  action: PositionAction | null;
  both: boolean;
  placed_at: bigint;
  updated_at: bigint;
  seq: bigint;
}

/** Customers' orders that were filled, or ended without the customer's action. */
export const orderNotices = (catalogue: Catalogue): Source => ({
  async read(db: Queryable, venue: Venue, after: Place, upTo: number, limit: number) {
    const rows = await db.query<Row>(
      `SELECT o.order_id, o.account, o.instrument, o.type, o.status, o.reason, t.action, o.placed_at, o.updated_at, o.seq,
         t.whole IS TRUE AND EXISTS (SELECT 1 FROM order_terms other JOIN orders pair USING (venue, order_id)
           WHERE other.venue = o.venue AND other.position_id = t.position_id AND other.position_id > 0 AND other.whole
             AND other.order_id <> o.order_id AND pair.seq = o.seq AND pair.status > 3) AS both
       FROM orders o LEFT JOIN order_terms t USING (venue, order_id)
       WHERE o.venue = $1 AND ${span('o.seq', 'o.order_id')} AND o.account >= 100000
         AND (o.status = 3 OR o.reason IN (${endedList})) ORDER BY o.seq, o.order_id LIMIT $5`,
      [venue, after.seq, after.sub, upTo, limit],
    );
    const due = rows.flatMap((row): Due[] => {
      const instrument = catalogue.instrumentById(row.instrument);
      const finished: FinishedOrder = {
        order: Number(row.order_id),
        type: row.type,
        filled: row.status === OrderStatus.filled,
        reason: row.reason,
        later: row.updated_at > row.placed_at,
        action: row.action ?? undefined,
        both: row.both,
      };
      const notice = instrument && orderNotice(finished, instrument.symbol, instrument.kind);
      return notice ? [{ account: row.account, ...notice, subject: `order:${row.order_id}`, time: Number(row.updated_at) }] : [];
    });
    const last = rows.at(-1);
    return { due, last: last && { seq: Number(last.seq), sub: Number(last.order_id) }, full: rows.length === limit };
  },
});
