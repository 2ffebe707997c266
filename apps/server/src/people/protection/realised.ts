import type { EngineEvent, LedgerEvent } from '@bourse/engine';
import { firstCustomer } from '@bourse/engine';
import { type Venue, Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../../platform/database.ts';
import type { EnginePort, Venues } from '../../sequencer/port.ts';
import { LruMap } from '../lru-map.ts';
import type { Now } from '../ports.ts';

/** What a customer has won or lost by closing, paying and being settled in risky products this UTC day. */
export interface RealisedToday {
  /** Net result in minor units of USDT, fees and funding included; negative is a loss. Exact up to the last durable event. */
  today(venue: Venue, account: number): Promise<bigint>;
}

export const startOfDay = (time: number) => Math.floor(time / 86_400_000) * 86_400_000;

/** Accounts whose day is kept in memory; one that fell out is read again. */
const followedAtMost = 20_000;
const projectedWithinMs = 3_000;

/** Money that only changes places or comes from outside is no result: deposits, withdrawals and transfers. */
const firstTradingFlow = 4_000;
const lastTradingFlow = 7_999;
const counts = ({ wallet, flow }: Pick<LedgerEvent, 'wallet' | 'flow'>) =>
  (wallet === Wallet.contract || wallet === Wallet.fast) && flow >= firstTradingFlow && flow <= lastTradingFlow;

interface Day {
  start: number;
  /** Lines up to here are in `sum`; undefined while the histories are being read. */
  seq: number | undefined;
  sum: bigint;
  early: LedgerEvent[];
  loaded: Promise<void>;
}

/**
 * Follows the ledger: in the contract and the timed wallet every change of available plus frozen that is no transfer is a result, so the sum of a day's lines
 * is exact by double entry. Read once from the statement, then kept by the durable events.
 */
export function followRealised(parts: { database: Database; clock: Now; venues: Venues }): RealisedToday & { stop(): void } {
  const { database, clock, venues } = parts;
  const days = { real: new LruMap<number, Day>(followedAtMost), demo: new LruMap<number, Day>(followedAtMost) };

  const add = (day: Day, event: LedgerEvent) => {
    if (day.seq !== undefined && event.seq > day.seq && event.time >= day.start) day.sum += event.availableDelta + event.frozenDelta;
  };
  const note = (venue: Venue, event: EngineEvent) => {
    if (event.kind !== 'ledger' || event.account < firstCustomer || !counts(event)) return;
    const day = days[venue].get(event.account);
    if (!day) return;
    if (day.seq === undefined) day.early.push(event);
    else add(day, event);
  };
  const stops = Object.values(venues).map((port) =>
    port.onDurable(({ events }) => {
      for (const event of events) note(port.venue, event);
    }),
  );

  const load = async (port: EnginePort, account: number, day: Day) => {
    const { seq } = await port.read((engine) => engine.seq);
    if (!(await port.waitProjected(seq, projectedWithinMs))) throw new Refusal('unavailable');
    const [row] = await database.query<{ sum: string | null }>(
      `SELECT sum(available_delta + frozen_delta) AS sum FROM ledger_line
       WHERE venue = $1 AND account = $2 AND time >= $3 AND wallet IN (2, 4) AND account >= 100000 AND flow BETWEEN $4 AND $5 AND seq <= $6`,
      [port.venue, account, day.start, firstTradingFlow, lastTradingFlow, seq],
    );
    day.sum = BigInt(row?.sum ?? '0');
    day.seq = seq;
    for (const event of day.early) add(day, event);
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
