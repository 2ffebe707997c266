import type { OrderEvent } from '@bourse/engine';
import { firstCustomer } from '@bourse/engine';
import { OrderPriceType, OrderStatus, type Venue } from '@bourse/protocol/enums';
import type { NoticeKind } from '@bourse/protocol/notices';
import type { Database, Queryable } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { DurableBatch, EnginePort } from '../sequencer/port.ts';
import type { Hub, PrivatePush } from '../sockets/port.ts';

type NoticePush = Extract<PrivatePush, { c: 'notice' }>;

/** Missed notices pushed after coming back; all are kept. */
const mostMissed = 50;
/** Notices older than this are not pushed to a device that comes back. */
const missedForMs = 7 * 86_400_000;

interface NoticeRow {
  id: bigint;
  kind: string;
  params: Record<string, string | number>;
  created_ms: bigint;
}

const push = (row: NoticeRow): NoticePush => ({
  c: 'notice',
  id: String(row.id),
  kind: row.kind,
  params: row.params,
  t: Number(row.created_ms),
});

/** Notices that waited for this account to come back, oldest first; the socket sends them after signing in. Each is handed over once. */
export async function missedNotices(db: Queryable, venue: Venue, account: number, now: number): Promise<NoticePush[]> {
  const rows = await db.query<NoticeRow>(
    `UPDATE notice SET pushed_at = now() WHERE id IN (
       SELECT id FROM notice WHERE venue = $1 AND account = $2 AND pushed_at IS NULL AND created_ms > $3 ORDER BY id DESC LIMIT $4)
     RETURNING id, kind, params, created_ms`,
    [venue, account, now - missedForMs, mostMissed],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(push);
}

/** The notice an order's change is worth, or none. */
export function noticeOf(
  order: Pick<OrderEvent, 'account' | 'status' | 'type' | 'order'>,
): { kind: NoticeKind; params: Record<string, string> } | undefined {
  if (order.account < firstCustomer || order.status !== OrderStatus.filled) return undefined;
  const params = { no: String(order.order) };
  if (order.type === OrderPriceType.limit) return { kind: 'order.filled', params };
  if (order.type === OrderPriceType.takeProfitLimit || order.type === OrderPriceType.takeProfitMarket)
    return { kind: 'order.takeProfit', params };
  if (order.type === OrderPriceType.stopLimit || order.type === OrderPriceType.stopMarket) return { kind: 'order.stopLoss', params };
  return undefined;
}

interface Due {
  account: number;
  kind: NoticeKind;
  params: Record<string, string>;
  /** What makes it one notice however often it is found. */
  subject: string;
  time: number;
}

const due = (order: Pick<OrderEvent, 'account' | 'status' | 'type' | 'order' | 'time'>): Due[] => {
  const notice = noticeOf(order);
  return notice ? [{ account: order.account, ...notice, subject: `order:${order.order}`, time: order.time }] : [];
};

/** Notices that wait for the database; each is a few hundred bytes. */
const mostWaiting = 50_000;
/** Orders looked at together when the server comes back. */
const catchUpPage = 1_000;

/**
 * Stores a notice for each order that is done, and pushes it. Notices follow the journal: a mark says how far they are, and after a
 * stop the orders that finished meanwhile are gone through again; finding one twice stores it once.
 */
export class NoticeWriter {
  private readonly database: Database;
  private readonly port: EnginePort;
  private readonly hub: Pick<Hub, 'toAccount' | 'listens'>;
  private readonly log: Log;
  private queue: Due[] = [];
  private upTo = 0;
  /** Some were let go: the mark may not pass them. */
  private behind = false;
  private writing: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;

  constructor(parts: { database: Database; port: EnginePort; hub: Pick<Hub, 'toAccount' | 'listens'>; log: Log }) {
    this.database = parts.database;
    this.port = parts.port;
    this.hub = parts.hub;
    this.log = parts.log;
  }

  /** Catches up with what finished while nobody listened, then listens. */
  async start(): Promise<void> {
    const { venue } = this.port;
    const [mark] = await this.database.query<{ seq: bigint }>('SELECT seq FROM notice_mark WHERE venue = $1', [venue]);
    const { seq } = await this.port.read((engine) => engine.seq);
    // What is heard meanwhile is stored at once, but the mark waits until the gap before it is closed.
    this.behind = true;
    this.stopListening = this.port.onDurable((batch) => this.take(batch));
    await this.port.waitProjected(seq, 10_000);
    await this.catchUp(Number(mark?.seq ?? 0n), seq);
    this.behind = false;
    await this.store([], seq);
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    await this.writing;
  }

  private take({ events, lastSeq }: DurableBatch): void {
    for (const event of events) if (event.kind === 'order') this.queue.push(...due(event));
    this.upTo = lastSeq;
    if (this.queue.length > 0) this.writing ??= this.write().finally(() => (this.writing = undefined));
  }

  private async write(): Promise<void> {
    while (this.queue.length > 0) {
      const [batch, upTo] = [this.queue, this.upTo];
      this.queue = [];
      try {
        await this.store(batch, upTo);
      } catch (error) {
        // Kept for the next batch; beyond the bound they are let go here, the mark stands still, and the next start finds them again.
        if (batch.length + this.queue.length <= mostWaiting) this.queue = [...batch, ...this.queue];
        else this.behind = true;
        this.log.warn({ err: error, venue: this.port.venue, notices: batch.length }, 'notices could not be stored yet');
        return;
      }
    }
  }

  private async store(notices: readonly Due[], upTo: number): Promise<void> {
    const { venue } = this.port;
    const rows = await this.database.transaction(async (tx) => {
      const stored = await tx.query<NoticeRow & { account: number }>(
        `INSERT INTO notice (venue, account, kind, params, subject, created_ms)
         SELECT $1, account, kind, params::jsonb, subject, created_ms FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[])
           AS due (account, kind, params, subject, created_ms)
         ON CONFLICT (venue, account, subject, kind) DO NOTHING RETURNING id, account, kind, params, created_ms`,
        [
          venue,
          notices.map((one) => one.account),
          notices.map((one) => one.kind),
          notices.map((one) => JSON.stringify(one.params)),
          notices.map((one) => one.subject),
          notices.map((one) => one.time),
        ],
      );
      await tx.query(
        'INSERT INTO notice_mark (venue, seq) VALUES ($1, $2) ON CONFLICT (venue) DO UPDATE SET seq = greatest(notice_mark.seq, excluded.seq)',
        [venue, this.behind ? 0 : upTo],
      );
      return stored;
    });
    const heard = rows.filter(({ account }) => this.hub.listens?.(venue, account) ?? false);
    for (const row of heard) this.hub.toAccount(venue, row.account, push(row));
    if (heard.length > 0)
      await this.database.query('UPDATE notice SET pushed_at = now() WHERE id = ANY($1::bigint[])', [heard.map(({ id }) => id)]);
  }

  private async catchUp(mark: number, seq: number): Promise<void> {
    const { venue } = this.port;
    let after = mark;
    for (;;) {
      const orders = await this.database.query<{
        order_id: bigint;
        account: number;
        type: OrderPriceType;
        status: OrderStatus;
        updated_at: bigint;
        seq: bigint;
      }>(
        `SELECT order_id, account, type, status, updated_at, seq FROM orders
         WHERE venue = $1 AND seq > $2 AND seq <= $3 AND status = 3 AND account >= 100000 ORDER BY seq, order_id LIMIT $4`,
        [venue, after, seq, catchUpPage],
      );
      const last = orders.at(-1);
      if (!last) return;
      const found = orders.flatMap((row) =>
        due({ account: row.account, status: row.status, type: row.type, order: Number(row.order_id), time: Number(row.updated_at) }),
      );
      // A page may end within one sequence: then that sequence is begun again.
      const whole = orders.length < catchUpPage;
      const next = whole ? seq : Math.max(after + 1, Number(last.seq) - 1);
      await this.store(found, next);
      if (whole) return;
      after = next;
    }
  }
}
