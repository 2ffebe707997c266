import type { FillEvent, LedgerEvent, OrderEvent, PositionEvent, TimedEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { type AnswerKey, mustFollow, type ProjectionStore, type StoredAnswer } from './projection.ts';
import { type ProjectedRows, placeOf, rowsOf, type SettlementEvent } from './rows.ts';

/** The tables of one venue, in memory. */
export interface MemoryTables {
  checkpoint: number;
  orders: Map<number, OrderEvent>;
  fills: Map<number, FillEvent>;
  lines: LedgerEvent[];
  /** By `account/wallet/asset`. */
  balances: Map<string, LedgerEvent>;
  /** By `account/commandId`. */
  answers: Map<string, StoredAnswer>;
  positions: Map<number, PositionEvent>;
  timed: Map<number, TimedEvent>;
  /** By `seq/index`. */
  settlements: Map<string, SettlementEvent>;
}

export interface MemoryProjections extends ProjectionStore {
  tables(venue: Venue): MemoryTables;
}

/** The same projections without a database, for the simulator and for tests. */
export function createMemoryProjections(): MemoryProjections {
  const venues = new Map<Venue, MemoryTables>();
  const tables = (venue: Venue): MemoryTables => {
    const found = venues.get(venue);
    if (found) return found;
    const made: MemoryTables = {
      checkpoint: 0,
      orders: new Map(),
      fills: new Map(),
      lines: [],
      balances: new Map(),
      answers: new Map(),
      positions: new Map(),
      timed: new Map(),
      settlements: new Map(),
    };
    venues.set(venue, made);
    return made;
  };
  return {
    tables,
    checkpoint: async (venue) => tables(venue).checkpoint,
    async project(venue, after, batch) {
      mustFollow(after, batch);
      const into = tables(venue);
      if (into.checkpoint !== after) return into.checkpoint;
      const rows = rowsOf(batch);
      refuseRepeats(into, rows);
      for (const order of rows.orders) into.orders.set(order.order, order);
      for (const fill of rows.fills) into.fills.set(fill.fill, fill);
      into.lines.push(...rows.lines);
      for (const position of rows.positions) into.positions.set(position.position, position);
      for (const timed of rows.timed) into.timed.set(timed.timed, timed);
      for (const settlement of rows.settlements) into.settlements.set(placeOf(settlement), settlement);
      for (const balance of rows.balances) into.balances.set(`${balance.account}/${balance.wallet}/${balance.asset}`, balance);
      for (const { seq, time, outcome, identity } of rows.answers) into.answers.set(keyOf(identity), { ...identity, seq, time, outcome });
      into.checkpoint = batch.lastSeq;
      return batch.lastSeq;
    },
    async answers(venue, keys) {
      const { answers } = tables(venue);
      return keys.flatMap(({ account, commandId }) => answers.get(keyOf({ account, commandId })) ?? []);
    },
    async newestAnswers(venue, limit) {
      const all = [...tables(venue).answers.values()];
      const answers = all.slice(-limit);
      return { answers, coverTime: answers.length === all.length ? Number.NEGATIVE_INFINITY : (answers[0]?.time ?? 0) };
    },
    async aheadOf(venue, after) {
      const latest = new Map<number, number>();
      for (const { account, ahead = 0 } of tables(venue).answers.values()) {
        if (ahead > after && ahead > (latest.get(account) ?? 0)) latest.set(account, ahead);
      }
      return [...latest].map(([account, ahead]) => ({ account, ahead }));
    },
  };
}

const keyOf = ({ account, commandId }: AnswerKey) => `${account}/${commandId}`;

/** Throws before anything is written when the batch has a row that must be new and is not, as a primary key does. */
function refuseRepeats(into: MemoryTables, { fills, settlements, answers }: ProjectedRows): void {
  const mustBeNew = <Key>(what: string, stored: ReadonlyMap<Key, unknown>, keys: readonly Key[]) => {
    const seen = new Set<Key>();
    for (const key of keys) {
      if (stored.has(key) || seen.has(key)) throw new Error(`${what} ${key} is projected twice`);
      seen.add(key);
    }
  };
  mustBeNew(
    'fill',
    into.fills,
    fills.map(({ fill }) => fill),
  );
  mustBeNew('settlement', into.settlements, settlements.map(placeOf));
  mustBeNew(
    'the answer to command',
    into.answers,
    answers.map(({ identity }) => keyOf(identity)),
  );
}
