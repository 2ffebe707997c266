import { chatLimits, chatSocketLimits } from '@bourse/protocol/chat-limits';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Reader, Readers } from './readers.ts';
import type { Bus, Signal } from './told.ts';

/** Where a frame goes. */
export interface Ear {
  readonly open: boolean;
  control(message: ChatServerMessage): void;
}

/** A reader with what was sent to them: everything up to an offset, for each group that is open. */
export interface Seat {
  reader: Reader;
  ear: Ear;
  sent: Map<string, number>;
  members: Map<string, { id: string; role: 0 | 1 | 2 | 3 }>;
}
export const seatOf = (reader: Reader, ear: Ear): Seat => ({ reader, ear, sent: new Map(), members: new Map() });

const presentEveryMs = 10_000;

export interface FanParts {
  readers: Readers;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  log: Log;
}

/**
 * Brings new entries to those who listen. A signal says that a group has moved; what is sent is read from the log, in its order, so a signal that comes twice,
 * late or never changes nothing but the time: every two seconds the database says which of the open groups have passed what was sent.
 */
export function createFan({ readers, bus, clock, log }: FanParts) {
  const seats = new Set<Seat>();
  const listeners = new Map<string, Set<Seat>>();
  const pumps = new Map<string, { again: boolean; done: Promise<void> }>();
  let presentAt = 0;

  const join = (seat: Seat, group: string, offset: number) => {
    seat.sent.set(group, offset);
    const there = listeners.get(group) ?? new Set();
    listeners.set(group, there.add(seat));
  };
  const part = (seat: Seat, group: string) => {
    seat.sent.delete(group);
    seat.members.delete(group);
    const there = listeners.get(group);
    there?.delete(seat);
    if (there?.size === 0) listeners.delete(group);
  };

  /** One reading for all who listen; each gets what is after their own offset. */
  async function pumpOnce(group: string): Promise<void> {
    for (;;) {
      const there = listeners.get(group);
      if (!there || there.size === 0) return;
      const from = Math.min(...[...there].map((seat) => seat.sent.get(group) ?? Number.MAX_SAFE_INTEGER));
      const entries = await readers.after(group, from);
      for (const entry of entries)
        for (const seat of there) {
          const sent = seat.sent.get(group);
          if (sent === undefined || entry.offset !== sent + 1) continue;
          seat.sent.set(group, entry.offset);
          seat.ear.control({ c: 'entry', v: entry });
        }
      if (entries.length < chatLimits.resume.entries) break;
    }
    const owners = [...(listeners.get(group) ?? [])].filter(({ reader }) => 'customer' in reader);
    if (owners.length === 0) return;
    for (const view of await readers.views([group])) for (const { ear } of owners) ear.control({ c: 'group', v: view });
  }

  /** One reading of a group at a time. A signal that comes meanwhile makes another one. */
  function pump(group: string): Promise<void> {
    const running = pumps.get(group);
    if (running) {
      running.again = true;
      return running.done;
    }
    const state = { again: true, done: Promise.resolve() };
    state.done = (async () => {
      while (state.again) {
        state.again = false;
        try {
          await pumpOnce(group);
        } catch (error) {
          log.warn({ err: error }, 'new entries of a conversation could not be read; the next look tries again');
        }
      }
      pumps.delete(group);
    })();
    pumps.set(group, state);
    return state.done;
  }

  const heard = (group: string, signal: Signal) => {
    const there = listeners.get(group);
    if (!there) return;
    if (signal.what === 'entry') return void pump(group);
    const { what, ...said } = signal;
    for (const seat of there) {
      if (seat.members.get(group)?.id === said.member) continue;
      if (what === 'read') seat.ear.control({ c: 'read', group, ...(said as { member: string; role: 0 | 1 | 2 | 3; offset: number }) });
      else seat.ear.control({ c: 'typing', group, member: said.member, role: said.role });
    }
  };
  const unsubscribe = bus.subscribe(heard);

  /** What was lost on the way: groups that have moved on, groups that are new, and groups that are no longer this reader's. */
  async function look(): Promise<void> {
    if (seats.size === 0) return;
    const customers = new Set<string>();
    const operators = new Set<number>();
    for (const { reader } of seats) {
      if ('customer' in reader) customers.add(reader.customer);
      else operators.add(reader.operator);
    }
    if (operators.size > 0 && clock.now() - presentAt >= presentEveryMs) {
      presentAt = clock.now();
      await readers.present([...operators]);
    }
    const rows = await readers.passed([...listeners.keys()], [...customers], [...operators]);
    const behind = new Set<string>();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const seat of seats) {
      const own = (row: (typeof rows)[number]) =>
        'customer' in seat.reader ? row.customer === seat.reader.customer : row.operators.includes(seat.reader.operator);
      for (const group of [...seat.sent.keys()]) {
        const row = found.get(group);
        if (!row || !own(row)) part(seat, group);
      }
    }
    const byCustomer = new Map<string, Seat[]>();
    const byOperator = new Map<number, Seat[]>();
    for (const seat of seats) {
      if ('customer' in seat.reader) byCustomer.set(seat.reader.customer, [...(byCustomer.get(seat.reader.customer) ?? []), seat]);
      else byOperator.set(seat.reader.operator, [...(byOperator.get(seat.reader.operator) ?? []), seat]);
    }
    for (const row of rows) {
      const theirs = [...(byCustomer.get(row.customer) ?? []), ...row.operators.flatMap((operator) => byOperator.get(operator) ?? [])];
      for (const seat of theirs) {
        if (!seat.sent.has(row.id)) join(seat, row.id, 0);
        if (seat.sent.get(row.id)! < row.offset) behind.add(row.id);
      }
    }
    await Promise.all([...behind].map(pump));
  }

  let stopped = false;
  let cancel = () => {};
  const again = () => {
    if (stopped) return;
    cancel = clock.after(chatSocketLimits.lookMs, () => {
      void look()
        .catch((error) => log.warn({ err: error }, 'the server could not look for new entries; it tries again in two seconds'))
        .finally(again);
    });
  };
  again();

  return {
    pump,
    look,
    /** From now on, everything new in the reader's groups. What came before is asked for by `resume`. */
    async sit(seat: Seat): Promise<void> {
      if ('operator' in seat.reader) await readers.present([seat.reader.operator]);
      seats.add(seat);
      for (const { id, offset } of await readers.groups(seat.reader)) if (!seat.sent.has(id)) join(seat, id, offset);
    },
    rise(seat: Seat): void {
      seats.delete(seat);
      for (const group of [...seat.sent.keys()]) part(seat, group);
    },
    async memberIn(seat: Seat, group: string) {
      const known = seat.members.get(group);
      if (known) return known;
      const member = await readers.member(group, seat.reader);
      if (member) seat.members.set(group, member);
      return member;
    },
    /**
     * Goes on from what a client has, by offset and hash: a clock says nothing about an order. A hash that is not this log's is said, and so is a gap that is too
     * long for a socket. False: there is no such group for this reader.
     */
    async resume(seat: Seat, group: string, have: number, head: string): Promise<boolean> {
      if (!(await this.memberIn(seat, group))) return false;
      const [now] = (await readers.passed([group], [], [])).filter(({ id }) => id === group);
      if (!now) return false;
      const same = (await readers.headAt(group, have)) === head;
      if (!same || now.offset - have > chatLimits.resume.entries) {
        const at = await readers.headAt(group, now.offset);
        join(seat, group, now.offset);
        seat.ear.control({ c: 'behind', group, offset: now.offset, head: at ?? head, changed: !same });
        return true;
      }
      join(seat, group, have);
      await pump(group);
      return true;
    },
    stop() {
      stopped = true;
      cancel();
      unsubscribe();
    },
  };
}
export type Fan = ReturnType<typeof createFan>;
