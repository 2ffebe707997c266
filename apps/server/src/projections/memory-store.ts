import type { FillEvent, LedgerEvent, OrderEvent, PositionEvent, TimedEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { ProjectionStore, StoredAnswer } from './projection.ts';
import { rowsOf, type SettlementEvent } from './rows.ts';

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
      const into = tables(venue);
      if (into.checkpoint !== after) return into.checkpoint;
      const rows = rowsOf(batch);
      for (const order of rows.orders) into.orders.set(order.order, order);
      for (const fill of rows.fills) {
        if (into.fills.has(fill.fill)) throw new Error(`fill ${fill.fill} is projected twice`);
        into.fills.set(fill.fill, fill);
      }
      into.lines.push(...rows.lines);
      for (const position of rows.positions) into.positions.set(position.position, position);
      for (const timed of rows.timed) into.timed.set(timed.timed, timed);
      for (const settlement of rows.settlements) {
        const key = `${settlement.seq}/${settlement.index}`;
        if (into.settlements.has(key)) throw new Error(`settlement ${key} is projected twice`);
        into.settlements.set(key, settlement);
      }
      for (const balance of rows.balances) into.balances.set(`${balance.account}/${balance.wallet}/${balance.asset}`, balance);
      for (const { seq, time, outcome, identity } of rows.answers) {
        if (!identity) continue;
        const key = `${identity.account}/${identity.commandId}`;
        if (into.answers.has(key)) throw new Error(`command ${identity.commandId} is answered twice`);
        into.answers.set(key, { ...identity, seq, time, outcome });
      }
      into.checkpoint = batch.lastSeq;
      return batch.lastSeq;
    },
    async answers(venue, keys) {
      const { answers } = tables(venue);
      return keys.flatMap(({ account, commandId }) => answers.get(`${account}/${commandId}`) ?? []);
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
