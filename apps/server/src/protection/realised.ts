import { type EngineEvent, type EventKind, firstCustomer } from '@bourse/engine';
import { PositionDirection, type Venue, Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Catalogue } from '../market/port.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { LruMap } from '../platform/lru-map.ts';
import { happeningsWhere } from '../projections/happenings.ts';
import type { EnginePort, Venues } from '../sequencer/port.ts';

/** A customer's profit or loss of this UTC day from closing, paying and being settled in risky products. */
export interface RealisedToday {
  /** Net result in minor units of USDT, fees and funding included; a loss is negative. Exact up to the last durable event. */
  today(venue: Venue, account: number): Promise<bigint>;
}

export const startOfDay = (time: number) => Math.floor(time / 86_400_000) * 86_400_000;

/** Max. number of accounts whose day is kept in memory. Others are read again when needed. */
const followedAtMost = 20_000;
const projectedWithinMs = 3_000;

/** Deposits, withdrawals and transfers are no result: the money only changes places or comes from outside. */
const firstTradingFlow = 4_000;
const lastTradingFlow = 7_999;

/** Kinds of events that may hold a result. */
const resultKinds: ReadonlySet<EventKind> = new Set(['ledger', 'positionFill', 'holdingCharge']);

interface Result {
  account: number;
  seq: number;
  time: number;
  units: bigint;
}

interface Day {
  start: number;
  /** `sum` holds the results up to this sequence; undefined while the histories are being read. */
  seq: number | undefined;
  sum: bigint;
  early: Result[];
  loaded: Promise<void>;
}

/**
 * Minor units of USDT in one minor unit of a stock's currency. One dollar counts as one USDT. Nobody lends against ringgit shares, so they have no
 * margin to lose.
 */
const stockUnit = (catalogue: Catalogue, instrument: number): bigint => {
  const found = catalogue.instrumentById(instrument);
  if (found?.kind !== 3) return 0n;
  const usdt = catalogue.assetByCode('USDT');
  return found.quote.code === 'USD' && usdt ? 10n ** BigInt(usdt.scale - found.quote.scale) : 0n;
};

const stockResult = (event: EngineEvent, catalogue: Catalogue): bigint => {
  if (event.kind === 'holdingCharge') return BigInt(-event.amount) * stockUnit(catalogue, event.instrument);
  if (event.kind !== 'positionFill') return 0n;
  const onMargin = event.leverage > 1 || event.direction === PositionDirection.short;
  return onMargin ? BigInt(event.profit - event.fee) * stockUnit(catalogue, event.instrument) : 0n;
};

/**
 * In the contract and the timed wallet, every change of available plus frozen that is not a transfer is a result. By double entry, the sum of a day's
 * ledger lines is exact. In the stock wallet shares change for money, so margined shares are counted by their settlements. The day is read once from
 * the histories and then kept up to date by durable events.
 */
export function followRealised(parts: { database: Database; clock: Now; venues: Venues; catalogue: Catalogue }): RealisedToday & {
  stop(): void;
} {
  const { database, clock, venues, catalogue } = parts;
  const days = { real: new LruMap<number, Day>(followedAtMost), demo: new LruMap<number, Day>(followedAtMost) };

  const resultOf = (event: EngineEvent): Result | undefined => {
    if (event.kind === 'ledger') {
      const { account, wallet, flow, seq, time } = event;
      const risky = wallet === Wallet.contract || wallet === Wallet.fast;
      if (!risky || account < firstCustomer || flow < firstTradingFlow || flow > lastTradingFlow) return undefined;
      return { account, seq, time, units: event.availableDelta + event.frozenDelta };
    }
    if (event.kind !== 'positionFill' && event.kind !== 'holdingCharge') return undefined;
    return { account: event.account, seq: event.seq, time: event.time, units: stockResult(event, catalogue) };
  };
  const add = (day: Day, { seq, time, units }: Result) => {
    if (day.seq !== undefined && seq > day.seq && time >= day.start) day.sum += units;
  };
  const stops = Object.values(venues).map((port) =>
    port.onDurable(({ records }) => {
      const cursor = records.cursor();
      while (cursor.next()) {
        const day = resultKinds.has(cursor.kind) ? days[port.venue].get(cursor.account) : undefined;
        const result = day && resultOf(cursor.event());
        if (!result) continue;
        if (day.seq === undefined) day.early.push(result);
        else add(day, result);
      }
    }),
  );

  const load = async (port: EnginePort, account: number, day: Day) => {
    const { seq } = await port.read((engine) => engine.seq);
    if (!(await port.waitProjected(seq, projectedWithinMs))) throw new Refusal('unavailable');
    const [[lines], settled] = await Promise.all([
      database.query<{ sum: string | null }>(
        `SELECT sum(available_delta + frozen_delta) AS sum FROM ledger_line
         WHERE venue = $1 AND account = $2 AND time >= $3 AND wallet IN (2, 4) AND account >= 100000 AND flow BETWEEN $4 AND $5 AND seq <= $6`,
        [port.venue, account, day.start, firstTradingFlow, lastTradingFlow, seq],
      ),
      happeningsWhere(database, port.venue, ['positionFill', 'holdingCharge'], 'owner = $3 AND time >= $4 AND seq <= $5', [
        account,
        day.start,
        seq,
      ]),
    ]);
    day.sum = settled.reduce((sum, { event }) => sum + stockResult(event, catalogue), BigInt(lines?.sum ?? '0'));
    day.seq = seq;
    for (const result of day.early) add(day, result);
    day.early = [];
  };

  return {
    async today(venue, account) {
      const start = startOfDay(clock.now());
      let day = days[venue].get(account);
      if (day?.start !== start) {
        day = { start, seq: undefined, sum: 0n, early: [], loaded: Promise.resolve() };
        days[venue].set(account, day);
        day.loaded = load(venues[venue], account, day);
        day.loaded.catch(() => days[venue].delete(account));
      }
      await day.loaded;
      return day.sum;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
