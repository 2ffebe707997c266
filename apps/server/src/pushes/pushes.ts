import {
  type FillEvent,
  firstCustomer,
  type LedgerEvent,
  type OrderEvent,
  type OrderTermsEvent,
  type PositionEvent,
  type PositionFillEvent,
  type RecordCursor,
  type TimedEvent,
} from '@bourse/engine';
import { InstrumentKind, type Venue } from '@bourse/protocol/enums';
import type { Catalogue, MarketData } from '../market/port.ts';
import { fillView, orderView } from '../orders/order-view.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { PositionSettlement } from '../positions/settlement-rows.ts';
import { factsOf, receiptOf } from '../receipts/fill-receipt.ts';
import type { DurableBatch, EnginePort } from '../sequencer/port.ts';
import type { Hub } from '../sockets/port.ts';
import { timedView } from '../timed/timed-view.ts';
import { rowOf } from '../wallets/statement-rows.ts';
import { lineView } from '../wallets/statements.ts';
import { pushPositions } from './push-positions.ts';
import { WalletPushes } from './push-wallets.ts';

export type ListeningHub = Pick<Hub, 'toAccount' | 'listens' | 'changed'>;

export interface PushParts {
  port: EnginePort;
  hub: ListeningHub;
  market: MarketData;
  database: Database;
  log: Log;
}

/** What a batch did to customers who listen: the last state of each order, position and wallet, and every trade. */
export interface Heard {
  orders: Map<number, OrderEvent>;
  fills: FillEvent[];
  /** Every new statement line. Each line also means that the account's balances changed. */
  lines: LedgerEvent[];
  positions: Map<number, PositionEvent>;
  positionOrders: Map<number, OrderEvent>;
  terms: Map<number, OrderTermsEvent>;
  positionFills: PositionFillEvent[];
  /** Settlements of positions other than fills: funding, liquidations, charges, corporate actions. */
  settlements: Exclude<PositionSettlement['event'], PositionFillEvent>[];
  timed: Map<number, TimedEvent>;
}

/**
 * Pushes changes of orders, trades, positions and wallets to customers' open sockets, after they are durable and never before. Within a batch only
 * the last state of each is sent. Pushes that need the live engine (a position at its mark price) follow the others, in the order of the batches.
 */
export function startPushes(parts: PushParts): () => void {
  let chain = Promise.resolve();
  const wallets = new WalletPushes(parts);
  return parts.port.onDurable((batch) => {
    const heard = pushBatch(parts.port.venue, batch, parts.hub, parts.market);
    wallets.changed(heard.lines);
    if (heard.positions.size + heard.positionOrders.size + heard.positionFills.length + heard.settlements.length === 0) return;
    chain = chain
      .then(() => pushPositions(parts, heard, batch.lastSeq))
      .catch((error) => parts.log.warn({ err: error, venue: parts.port.venue }, 'positions could not be pushed'));
  });
}

/** Pushes what needs only its events. Returns everything that was collected. */
export function pushBatch(venue: Venue, { records, lastSeq }: DurableBatch, hub: ListeningHub, market: PushParts['market']): Heard {
  const { catalogue } = market;
  const listening = new Map<number, boolean>();
  const wanted = (account: number): boolean => {
    if (account < firstCustomer) return false;
    let known = listening.get(account);
    if (known === undefined) {
      hub.changed?.(venue, account, lastSeq);
      known = hub.listens?.(venue, account) ?? true;
      listening.set(account, known);
    }
    return known;
  };
  const heard: Heard = {
    orders: new Map(),
    fills: [],
    lines: [],
    positions: new Map(),
    positionOrders: new Map(),
    terms: new Map(),
    positionFills: [],
    settlements: [],
    timed: new Map(),
  };
  const cursor = records.cursor();
  while (cursor.next()) gather(cursor, wanted, heard, catalogue);
  for (const fill of heard.fills) pushFill(venue, fill, lastSeq, wanted, hub, catalogue);
  for (const order of heard.orders.values()) {
    const instrument = catalogue.instrumentById(order.instrument);
    if (instrument) hub.toAccount(venue, order.account, { c: 'order', asOf: lastSeq, v: orderView(order, instrument) });
  }
  for (const timed of heard.timed.values()) {
    const [instrument, asset] = [catalogue.instrumentById(timed.instrument), catalogue.assetById(timed.asset)];
    if (instrument && asset) hub.toAccount(venue, timed.account, { c: 'timed', asOf: lastSeq, v: timedView(timed, instrument, asset) });
  }
  const traded = (order: number) => (heard.orders.get(order) ?? heard.positionOrders.get(order))?.instrument ?? null;
  for (const line of heard.lines)
    hub.toAccount(venue, line.account, { c: 'line', asOf: lastSeq, v: lineView({ market }, rowOf(line, traded(line.order))) });
  return heard;
}

function gather(cursor: RecordCursor, wanted: (account: number) => boolean, heard: Heard, catalogue: Catalogue): void {
  const [own, makers] = [wanted(cursor.account), wanted(cursor.maker)];
  if (!own && !makers && !(cursor.kind === 'orderTerms' && heard.positionOrders.size > 0)) return;
  const event = cursor.event();
  const spot = (instrument: number) => catalogue.instrumentById(instrument)?.kind === InstrumentKind.coin;
  switch (event.kind) {
    case 'order':
      (spot(event.instrument) ? heard.orders : heard.positionOrders).set(event.order, event);
      return;
    case 'fill':
      if (spot(event.instrument)) heard.fills.push(event);
      return;
    case 'orderTerms':
      if (heard.positionOrders.has(event.order)) heard.terms.set(event.order, event);
      return;
    case 'position':
      heard.positions.set(event.position, event);
      return;
    case 'positionFill':
      heard.positionFills.push(event);
      return;
    case 'timed':
      heard.timed.set(event.timed, event);
      return;
    case 'fundingPayment':
    case 'liquidation':
    case 'deleverage':
    case 'holdingCharge':
    case 'corporateAction':
      heard.settlements.push(event);
      return;
    case 'ledger':
      heard.lines.push(event);
  }
}

function pushFill(
  venue: Venue,
  fill: FillEvent,
  asOf: number,
  wanted: (account: number) => boolean,
  hub: ListeningHub,
  catalogue: Catalogue,
): void {
  const instrument = catalogue.instrumentById(fill.instrument);
  if (!instrument) return;
  for (const role of ['taker', 'maker'] as const) {
    const { account } = fill[role];
    if (wanted(account))
      hub.toAccount(venue, account, {
        c: 'fill',
        asOf,
        v: fillView(fill, role, instrument, venue),
        document: receiptOf(fill, role, factsOf(instrument), venue).text,
      });
  }
}
