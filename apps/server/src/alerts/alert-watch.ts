import { InstrumentKind, type Venue } from '@bourse/protocol/enums';
import { type Board, type Live, staleMs } from '../market/board.ts';
import { priceText } from '../market/figures.ts';
import type { SplitRatio } from '../market/guard.ts';
import type { Due } from '../notices/due.ts';
import { pushNotices, type StoredNotice, storeNotices } from '../notices/store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Hub } from '../sockets/port.ts';

/** Alerts told in one transaction; more follow in the next. */
const toldAtOnce = 500;
const venues: readonly Venue[] = ['real', 'demo'];

/** What is known of an instrument's waiting alerts, so that a tick that reaches none costs two comparisons. */
interface Watched {
  /** The lowest price that has to be risen to, and the highest that has to be fallen to. */
  up: number;
  down: number;
  /** The highest and the lowest price since the last look that reached an alert, and when. */
  high: number;
  highAt: number;
  low: number;
  lowAt: number;
  busy: Promise<void> | undefined;
  /** Shares as of this time are in the prices. */
  splitsTo: number;
}
const nothingAbove = Number.POSITIVE_INFINITY;
const nothingBelow = Number.NEGATIVE_INFINITY;
const nothingSeen = () => ({ high: nothingBelow, highAt: 0, low: nothingAbove, lowAt: 0 });
const reaches = ({ up, down, high, low }: Watched) => high >= up || low <= down;

/** A price in the shares of now. Rounded down, as the board restates its own. */
export const afterSplits = (price: number, splits: readonly SplitRatio[]): number =>
  splits.reduce((ticks, { numerator, denominator }) => Math.max(1, Math.floor((ticks * denominator) / numerator)), price);

type Parts = { database: Database; board: Board; clock: Pick<Clock, 'now'>; hub: Pick<Hub, 'toAccount'>; log: Log };

/**
 * Tells customers that a price is where they wanted to know of. Only believed and fresh ticks count: a price that waits for confirmation does not reach
 * the board's listeners, and one that is told again after a standstill is old. An alert compares with the price and not with a step of it, so a
 * level that was passed while the server was down is told by the first fresh tick beyond it. The alert ends in the transaction that stores its notice.
 */
export class AlertWatch {
  private readonly parts: Parts;
  private readonly watched = new Map<number, Watched>();
  private stopListening: (() => void) | undefined;
  private stopped = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Reads what waits, and listens. Ticks before that are not lost: the price is compared, not its change. */
  async start(): Promise<void> {
    const rows = await this.parts.database.query<{ instrument: number; priced: bigint }>(
      'SELECT instrument, min(priced_ms) AS priced FROM price_alert WHERE fired_ms IS NULL GROUP BY instrument',
    );
    for (const { instrument, priced } of rows) {
      this.of(instrument, Number(priced));
      await this.lookUp(instrument);
    }
    this.stopListening = this.parts.board.listen({ tick: (live) => this.heard(live) });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stopListening?.();
    await this.settled();
  }

  /** Resolves when everything that is due was told, or could not be. */
  async settled(): Promise<void> {
    for (;;) {
      const busy = [...this.watched.values()].flatMap((one) => one.busy ?? []);
      if (busy.length === 0) return;
      await Promise.all(busy);
    }
  }

  /** A new alert: the next tick is compared with it too. */
  added(instrument: number, price: number, direction: 1 | -1, priced: number): void {
    const one = this.of(instrument, priced);
    if (direction === 1) one.up = Math.min(one.up, price);
    else one.down = Math.max(one.down, price);
  }

  private of(instrument: number, priced: number): Watched {
    const known = this.watched.get(instrument);
    if (known) return known;
    const made = { up: nothingAbove, down: nothingBelow, ...nothingSeen(), busy: undefined, splitsTo: priced };
    this.watched.set(instrument, made);
    return made;
  }

  private heard(live: Live): void {
    const one = this.watched.get(live.instrument.id);
    if (!one) return;
    const split = live.instrument.kind === InstrumentKind.stock && this.parts.board.splitsOf(live, one.splitsTo, live.time).length > 0;
    if (!split && live.last < one.up && live.last > one.down) return;
    if (this.parts.clock.now() - live.time > staleMs) return;
    // Prices of old shares say nothing about new ones.
    if (split) Object.assign(one, nothingSeen());
    if (live.last >= one.high) [one.high, one.highAt] = [live.last, live.time];
    if (live.last <= one.low) [one.low, one.lowAt] = [live.last, live.time];
    this.goOn(live, one);
  }

  private goOn(live: Live, one: Watched): void {
    if (one.busy || this.stopped) return;
    one.busy = this.tell(live, one)
      .catch((error) =>
        this.parts.log.warn(
          { err: error, instrument: live.instrument.symbol },
          'the server could not tell of price alerts; the next price tries again',
        ),
      )
      .finally(() => {
        one.busy = undefined;
      });
  }

  private async tell(live: Live, one: Watched): Promise<void> {
    const { id } = live.instrument;
    do {
      if (live.instrument.kind === InstrumentKind.stock) await this.restate(live, one);
      const seen = { ...one };
      Object.assign(one, nothingSeen());
      await this.tellReached(live, seen);
      await this.lookUp(id);
      // A price that came meanwhile and is gone again has reached its alerts too.
    } while (!this.stopped && reaches(one));
    Object.assign(one, nothingSeen());
  }

  /** An alert that was set after a price is not told of it. */
  private async tellReached(live: Live, { high, highAt, low, lowAt }: Watched): Promise<void> {
    for (;;) {
      const { count, stored } = await this.parts.database.transaction(async (tx) => {
        const fired = await tx.query<Fired>(
          `UPDATE price_alert SET fired_ms = CASE direction WHEN 1 THEN $3::bigint ELSE $5::bigint END,
             fired_price = CASE direction WHEN 1 THEN $2::bigint ELSE $4::bigint END WHERE id IN (
             SELECT id FROM price_alert WHERE instrument = $1 AND fired_ms IS NULL
               AND ((direction = 1 AND price <= $2 AND created_ms <= $3) OR (direction = -1 AND price >= $4 AND created_ms <= $5))
             ORDER BY id LIMIT $6 FOR UPDATE SKIP LOCKED)
           RETURNING id, venue, account, price, direction, fired_ms`,
          [live.instrument.id, high, highAt, low, lowAt, toldAtOnce],
        );
        const stored: [Venue, StoredNotice[]][] = [];
        for (const venue of venues) {
          const due = fired.filter((alert) => alert.venue === venue).map((alert) => noticeOf(live, alert));
          stored.push([venue, await storeNotices(tx, venue, due)]);
        }
        return { count: fired.length, stored };
      });
      // Pushed only now, when they are durable.
      for (const [venue, rows] of stored) pushNotices(this.parts.hub, venue, rows);
      if (count < toldAtOnce) return;
    }
  }

  /** A split changes what a price of old shares means. Each alert says as of when its price is, so that nothing is restated twice. */
  private async restate(live: Live, one: Watched): Promise<void> {
    const { database, board } = this.parts;
    const to = live.time;
    if (board.splitsOf(live, one.splitsTo, to).length === 0) return;
    const rows = await database.query<{ id: bigint; price: bigint; priced_ms: bigint }>(
      'SELECT id, price, priced_ms FROM price_alert WHERE instrument = $1 AND fired_ms IS NULL AND priced_ms < $2 ORDER BY id',
      [live.instrument.id, to],
    );
    const prices = rows.map((row) => afterSplits(Number(row.price), board.splitsOf(live, Number(row.priced_ms), to)));
    const ids = rows.map((row) => row.id);
    await database.transaction(async (tx) => {
      // A price of old shares may become that of another alert, or one that was set since: the older alert stays.
      await tx.query(
        `WITH priced AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS new (id, price)
             UNION ALL SELECT id, price FROM price_alert WHERE instrument = $3 AND fired_ms IS NULL AND priced_ms >= $4),
           own AS (SELECT p.id, p.price, a.customer_id FROM priced p JOIN price_alert a ON a.id = p.id)
         DELETE FROM price_alert old USING own mine, own other
         WHERE old.id = mine.id AND other.customer_id = mine.customer_id AND other.price = mine.price AND other.id < mine.id`,
        [ids, prices, live.instrument.id, to],
      );
      // One takes the price that another had. So all leave the waiting ones, where a price stands once, before the first comes back.
      const moved = await tx.query<{ id: bigint }>(
        `UPDATE price_alert SET price = new.price, priced_ms = $3, fired_ms = $3, fired_price = new.price FROM unnest($1::bigint[], $2::bigint[]) AS new (id, price)
         WHERE price_alert.id = new.id AND price_alert.priced_ms < $3 AND price_alert.fired_ms IS NULL RETURNING price_alert.id`,
        [ids, prices, to],
      );
      await tx.query('UPDATE price_alert SET fired_ms = NULL, fired_price = NULL WHERE id = ANY($1)', [moved.map(({ id }) => id)]);
    });
    one.splitsTo = to;
  }

  /** The nearest alerts that wait. One that is added meanwhile is not lost: it only moves the limits closer. */
  private async lookUp(instrument: number): Promise<void> {
    const one = this.watched.get(instrument);
    if (!one) return;
    const before = { up: one.up, down: one.down };
    one.up = nothingAbove;
    one.down = nothingBelow;
    try {
      const [row] = await this.parts.database.query<{ up: bigint | null; down: bigint | null }>(
        `SELECT min(price) FILTER (WHERE direction = 1) AS up, max(price) FILTER (WHERE direction = -1) AS down
         FROM price_alert WHERE instrument = $1 AND fired_ms IS NULL`,
        [instrument],
      );
      if (row?.up != null) one.up = Math.min(one.up, Number(row.up));
      if (row?.down != null) one.down = Math.max(one.down, Number(row.down));
    } catch (error) {
      one.up = Math.min(one.up, before.up);
      one.down = Math.max(one.down, before.down);
      throw error;
    }
  }
}

interface Fired {
  id: bigint;
  venue: Venue;
  account: number;
  price: bigint;
  direction: number;
  fired_ms: bigint;
}

function noticeOf({ instrument }: Live, { id, account, price, direction, fired_ms }: Fired): Due {
  return {
    account,
    kind: 'alerts.reached',
    params: { symbol: instrument.symbol, price: priceText(instrument, Number(price)), direction: direction === 1 ? '1' : '2' },
    subject: `alert:${id}`,
    time: Number(fired_ms),
  };
}
