import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Candle } from './builder.ts';

const flushMs = 1000;
/** Rows per INSERT. A larger statement only holds the connection longer. */
const rowsPerInsert = 5000;
/**
 * Max. number of closed candles that wait while the database does not answer. Beyond it the oldest are dropped, and the source's history fills them
 * in at the next start.
 */
const maxWaiting = 200_000;

interface Waiting {
  instrument: number;
  interval: number;
  candle: Candle;
}

type Row = Record<'t' | 'ends' | 'o' | 'h' | 'l' | 'c' | 'v' | 'q', bigint>;
const columns = 't, ends, o, h, l, c, v, q';

/** End and close of an instrument's newest closed candle, by interval. */
export type NewestCandles = ReadonlyMap<number, { end: number; c: number }>;

/** Closed candles on disk. One statement a second writes them, and reads see them at once. */
export class CandleStore {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly log: Log;
  private waiting: Waiting[] = [];
  private writing: Promise<void> = Promise.resolve();
  private cancel: (() => void) | null = null;

  constructor(database: Database, clock: Clock, log: Log) {
    this.database = database;
    this.clock = clock;
    this.log = log;
  }

  append(instrument: number, interval: number, candle: Candle) {
    this.waiting.push({ instrument, interval, candle });
    if (this.waiting.length > maxWaiting) this.waiting = this.waiting.slice(-maxWaiting / 2);
    this.cancel ??= this.clock.after(flushMs, () => {
      this.cancel = null;
      void this.flush();
    });
  }

  /** Writes the waiting candles. After a failure they keep waiting. */
  flush(): Promise<void> {
    this.writing = this.writing.then(async () => {
      while (this.waiting.length > 0) {
        const batch = this.waiting.slice(0, rowsPerInsert);
        try {
          await this.insert(batch);
        } catch (error) {
          this.log.warn(
            { err: error, candles: this.waiting.length },
            'the server could not write candles; it keeps them for the next attempt',
          );
          this.cancel ??= this.clock.after(10 * flushMs, () => {
            this.cancel = null;
            void this.flush();
          });
          return;
        }
        // The oldest may have been given up meanwhile, and some of these with them.
        this.waiting = this.waiting.slice(this.waiting.indexOf(batch.at(-1)!) + 1);
      }
    });
    return this.writing;
  }

  /** A stored candle wins over a new one of the same time: a candle that was shown as closed never changes. */
  private async insert(rows: readonly Waiting[]): Promise<void> {
    // Array literals are written here, because the driver would quote and escape every number.
    const numbers = (pick: (one: Waiting) => number) => `{${rows.map(pick).join(',')}}`;
    await this.database.query(
      `INSERT INTO market_candle (instrument, interval, ${columns})
       SELECT * FROM unnest($1::int[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
       ON CONFLICT DO NOTHING`,
      [
        numbers((one) => one.instrument),
        numbers((one) => one.interval),
        numbers((one) => one.candle.t),
        numbers((one) => one.candle.end),
        numbers((one) => one.candle.o),
        numbers((one) => one.candle.h),
        numbers((one) => one.candle.l),
        numbers((one) => one.candle.c),
        numbers((one) => one.candle.v),
        numbers((one) => one.candle.q),
      ],
    );
  }

  /** The newest `limit` closed candles that begin before `to`, ascending. */
  async before(instrument: number, interval: number, to: number, limit: number): Promise<Candle[]> {
    const unwritten = this.waiting.filter((one) => one.instrument === instrument && one.interval === interval && one.candle.t < to);
    const rows = await this.database.query<Row>(
      `SELECT ${columns} FROM market_candle WHERE instrument = $1 AND interval = $2 AND t < $3 ORDER BY t DESC LIMIT $4`,
      [instrument, interval, to, limit],
    );
    const candles = rows.reverse().map(fromRow);
    const newest = candles.at(-1)?.t ?? -1;
    for (const { candle } of unwritten) if (candle.t > newest) candles.push(candle);
    return candles.slice(-limit);
  }

  /** Closed candles that begin in [from, to), ascending. */
  async within(instrument: number, interval: number, from: number, to: number): Promise<Candle[]> {
    const rows = await this.database.query<Row>(
      `SELECT ${columns} FROM market_candle WHERE instrument = $1 AND interval = $2 AND t >= $3 AND t < $4 ORDER BY t`,
      [instrument, interval, from, to],
    );
    return rows.map(fromRow);
  }

  /** End of the newest closed candle of every instrument and interval, in one query. */
  async newest(): Promise<Map<number, NewestCandles>> {
    const rows = await this.database.query<{ instrument: number; interval: number; ends: bigint; c: bigint }>(
      `WITH RECURSIVE key AS (
         (SELECT instrument, interval FROM market_candle ORDER BY instrument, interval LIMIT 1)
         UNION ALL
         SELECT next.instrument, next.interval FROM key, LATERAL
           (SELECT instrument, interval FROM market_candle
            WHERE (instrument, interval) > (key.instrument, key.interval) ORDER BY instrument, interval LIMIT 1) next
       )
       SELECT key.instrument, key.interval, newest.ends, newest.c FROM key, LATERAL
         (SELECT ends, c FROM market_candle WHERE instrument = key.instrument AND interval = key.interval ORDER BY t DESC LIMIT 1) newest`,
    );
    const found = new Map<number, NewestCandles>();
    for (const { instrument, interval, ends, c } of rows) {
      const one = found.get(instrument) ?? new Map<number, { end: number; c: number }>();
      found.set(instrument, new Map(one).set(interval, { end: Number(ends), c: Number(c) }));
    }
    return found;
  }

  /** Deletes old fine candles. Days, weeks and months are kept for ever. */
  async prune(now: number): Promise<void> {
    const dayMs = 86_400_000;
    const keep: readonly (readonly [interval: number, days: number])[] = [
      [0, 30],
      [1, 180],
      [2, 180],
      [3, 365],
      [4, 1100],
      [5, 1100],
      [6, 1100],
    ];
    for (const [interval, days] of keep) {
      await this.database.query('DELETE FROM market_candle WHERE interval = $1 AND t < $2', [interval, now - days * dayMs]);
    }
  }

  async close(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    await this.flush();
  }
}

const fromRow = (row: Row): Candle => ({
  t: Number(row.t),
  end: Number(row.ends),
  o: Number(row.o),
  h: Number(row.h),
  l: Number(row.l),
  c: Number(row.c),
  v: Number(row.v),
  q: Number(row.q),
});
