import { randomBytes } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { anchor } from '../sequencer/anchor.ts';
import type { EnginePort } from '../sequencer/port.ts';
import { commitmentTo, type DaySecrets, dayOf, fixedSecrets } from './feeds/simulated/secrets.ts';

/** Commitments are published this many days ahead. Only these secrets exist: who steals the database today does not know next week's prices. */
export const daysAhead = 3;
const topUpMs = 3_600_000;

/** A day of simulated prices as everybody may see it. */
export interface PriceDay {
  day: number;
  commitment: string;
  committedAt: number;
  /** The command of the demo venue's journal that holds the commitment; null until it is written. */
  seq: number | null;
  /** Null until the day is over. */
  secret: string | null;
}

/**
 * The secrets of simulated prices, one a day, and what is published of them. They are drawn a few days ahead and stored, and leave this class in two
 * ways only: to the streams that prices are drawn from, and, once their day is over, to everybody.
 */
export class PriceDays implements DaySecrets {
  /** Names the walk that these secrets make. */
  readonly walk: string;
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly fixed: DaySecrets | undefined;
  readonly #secrets = new Map<number, { secret: Buffer; committedAt: number; seq: number | null }>();
  private first = 0;
  private cancel: (() => void) | undefined;

  constructor(tools: { database: Database; clock: Clock; log: Log }, version: number, fixed: string | undefined) {
    this.database = tools.database;
    this.clock = tools.clock;
    this.log = tools.log;
    this.fixed = fixed === undefined ? undefined : fixedSecrets(fixed);
    this.walk = `simulated:${version}${fixed === undefined ? '' : `:${commitmentTo(Buffer.from(fixed, 'hex')).slice(0, 12)}`}`;
  }

  of(day: number): Uint8Array | undefined {
    return this.#secrets.get(day)?.secret;
  }

  /** Makes sure that every day from `first` to a few days ahead has its secret. Two servers that start at once agree. */
  async prepare(first: number): Promise<void> {
    this.first = first;
    const [from, to] = [this.newest() + 1, dayOf(this.clock.now()) + daysAhead];
    if (from > to) return;
    const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    await this.database.query(
      `INSERT INTO price_secret (walk, day, secret, committed_at) SELECT $1, day, secret, $4 FROM unnest($2::int[], $3::bytea[]) AS new (day, secret)
       ON CONFLICT DO NOTHING`,
      [this.walk, days, days.map((day) => this.fixed?.of(day) ?? randomBytes(32)), this.clock.now()],
    );
    const rows = await this.database.query<{ day: number; secret: Buffer; committed_at: bigint; anchor_seq: bigint | null }>(
      'SELECT day, secret, committed_at, anchor_seq FROM price_secret WHERE walk = $1 AND day >= $2 ORDER BY day',
      [this.walk, from],
    );
    for (const { day, secret, committed_at, anchor_seq } of rows)
      this.#secrets.set(day, { secret, committedAt: Number(committed_at), seq: anchor_seq === null ? null : Number(anchor_seq) });
  }
  private newest(): number {
    return this.#secrets.size === 0 ? this.first - 1 : this.first + this.#secrets.size - 1;
  }

  /** Keeps days ahead while the server runs. Without a secret, prices of a day fall silent instead of becoming guessable. */
  start(): void {
    this.cancel = this.clock.after(topUpMs, () => {
      this.start();
      this.prepare(this.first).catch((error) =>
        this.log.warn({ err: error }, 'the server could not store the secrets of the coming days; it tries again in an hour'),
      );
    });
  }
  stop(): void {
    this.cancel?.();
  }

  /** Writes the commitments of days that the journal does not hold yet into it, so that a secret cannot be exchanged after it was published. */
  async anchorIn(demo: Pick<EnginePort, 'submit'>): Promise<void> {
    for (const [day, held] of this.#secrets) {
      if (held.seq !== null) continue;
      const seq = await anchor(demo, 'priceDay', Buffer.from(commitmentTo(held.secret), 'hex'), day);
      await this.database.query('UPDATE price_secret SET anchor_seq = $3 WHERE walk = $1 AND day = $2', [this.walk, day, seq]);
      held.seq = seq;
    }
  }

  /** What is published, newest day first. */
  published(skip: number, count: number): { list: PriceDay[]; total: number } {
    const total = this.#secrets.size;
    const today = dayOf(this.clock.now());
    const list: PriceDay[] = [];
    for (let day = this.newest() - skip; list.length < count && day >= this.first && total > 0; day -= 1) {
      const { secret, committedAt, seq } = this.#secrets.get(day)!;
      list.push({ day, commitment: commitmentTo(secret), committedAt, seq, secret: day < today ? secret.toString('hex') : null });
    }
    return { list, total };
  }
}
