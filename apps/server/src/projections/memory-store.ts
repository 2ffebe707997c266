import type { EngineEvent, FillEvent, LedgerEvent, MarkEvent, OrderEvent, PositionEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { keyOf } from './kept.ts';
import { type AnswerKey, mustFollow, type ProjectionStore, type StoredAnswer } from './projection.ts';
import { type Happening, type ProjectedRows, placeOf, rowsOf } from './rows.ts';

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
  /** By `seq/index`. */
  happenings: Map<string, Happening>;
  /** By `kind/key`. */
  latest: Map<string, EngineEvent>;
  marks: Map<number, MarkEvent>;
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
      happenings: new Map(),
      latest: new Map(),
      marks: new Map(),
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
      const rows = rowsOf(batch, into.marks);
      refuseRepeats(into, rows);
      for (const order of rows.orders) into.orders.set(order.order, order);
      for (const fill of rows.fills) into.fills.set(fill.fill, fill);
      into.lines.push(...rows.lines);
      for (const position of rows.positions) into.positions.set(position.position, position);
      for (const happening of rows.happenings) into.happenings.set(placeOf(happening.event), happening);
      for (const event of rows.latest) into.latest.set(`${event.kind}/${keyOf(event)}`, event);
      for (const mark of rows.marks) into.marks.set(mark.instrument, mark);
      for (const balance of rows.balances) into.balances.set(`${balance.account}/${balance.wallet}/${balance.asset}`, balance);
      for (const { seq, time, outcome, identity } of rows.answers) {
        const { account, commandId, bodyHash, ahead } = identity;
        into.answers.set(answerKey(identity), { account, commandId, bodyHash, ahead, seq, time, outcome });
      }
      into.checkpoint = batch.lastSeq;
      return batch.lastSeq;
    },
    async answers(venue, keys) {
      const { answers } = tables(venue);
      return keys.flatMap(({ account, commandId }) => answers.get(answerKey({ account, commandId })) ?? []);
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

const answerKey = ({ account, commandId }: AnswerKey) => `${account}/${commandId}`;

/** Throws before anything is written when the batch has a row that must be new and is not, as a primary key does. */
function refuseRepeats(into: MemoryTables, { fills, happenings, answers }: ProjectedRows): void {
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
  mustBeNew(
    'event',
    into.happenings,
    happenings.map(({ event }) => placeOf(event)),
  );
  mustBeNew(
    'the answer to command',
    into.answers,
    answers.map(({ identity }) => answerKey(identity)),
  );
}
