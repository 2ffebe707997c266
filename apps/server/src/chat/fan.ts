import { chatLimits, chatSocketLimits } from '@bourse/protocol/chat-limits';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { bundleFrame } from '../sockets/frame.ts';
import type { Have, Member, News, Reader, Readers } from './readers.ts';
import type { Bus, Signal } from './told.ts';

/** Messages that several readers get. The frame is made when the first of them takes it, and is the same bytes for all. */
export interface Bundle {
  readonly messages: readonly ChatServerMessage[];
  readonly frame: () => Buffer;
}
function bundleOf(messages: readonly ChatServerMessage[]): Bundle {
  let frame: Buffer | undefined;
  return {
    messages,
    frame: () => {
      frame ??= bundleFrame(messages.map((message) => JSON.stringify(message)));
      return frame;
    },
  };
}

/** Two in one write. The first of them is the same bytes for whoever gets it alone. */
function joined(one: Bundle, other: Bundle): Bundle {
  let frames: Buffer | undefined;
  return {
    messages: [...one.messages, ...other.messages],
    frame: () => {
      frames ??= Buffer.concat([one.frame(), other.frame()]);
      return frames;
    },
  };
}

/** Where messages go. */
export interface Ear {
  readonly open: boolean;
  control(message: ChatServerMessage): void;
  /** False: this reader is slow or gone. The next look tries again. */
  deliver(bundle: Bundle): boolean;
}

/** A reader with what was sent to them: everything up to an offset, for each group that is open. */
export interface Seat {
  reader: Reader;
  ear: Ear;
  sent: Map<string, number>;
  members: Map<string, Member>;
}
export const seatOf = (reader: Reader, ear: Ear): Seat => ({ reader, ear, sent: new Map(), members: new Map() });

const presentEveryMs = 10_000;
/** Groups that are read together. */
const groupsAtOnce = 100;

export interface Gathering {
  eachMs: number;
  atMostMs: number;
}
export interface FanParts {
  readers: Readers;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  log: Log;
  /**
   * From one reading to the next: so long for each group that moved, and no longer than that. What moves meanwhile is read together. Default: none. The first to
   * move after a pause waits for nothing, and while few people talk nobody waits longer than `eachMs`.
   */
  gather?: Gathering;
}

/**
 * Brings new entries to those who listen. A signal says that a group has moved; what is sent is read from the log, in its order, so a signal that comes twice,
 * late or never changes nothing but the time: every two seconds the database says which of the open groups have passed what was sent.
 */
export function createFan({ readers, bus, clock, log, gather }: FanParts) {
  const seats = new Set<Seat>();
  const listeners = new Map<string, Set<Seat>>();
  const gone = new WeakSet<Seat>();
  let presentAt = 0;

  const join = (seat: Seat, group: string, offset: number, member?: Member) => {
    seat.sent.set(group, offset);
    if (member) seat.members.set(group, member);
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

  /** Each reader gets what is after their own offset. Readers at the same offset get the same bytes. `full`: more may follow. */
  function hand({ group, entries, view }: News, full: boolean, slow: Set<Seat>): void {
    const shown = view === undefined || full ? undefined : bundleOf([{ c: 'group', v: view }]);
    /** From each offset on, for agents and for owners. */
    const tails = new Map<number, Bundle>();
    const owned = new Map<number, Bundle>();
    for (const seat of listeners.get(group) ?? []) {
      const sent = seat.sent.get(group);
      if (sent === undefined || slow.has(seat)) continue;
      const at = entries.findIndex(({ offset }) => offset === sent + 1);
      const own = 'customer' in seat.reader ? shown : undefined;
      const tail = at < 0 ? undefined : kept(tails, at, () => bundleOf(entries.slice(at).map((v) => ({ c: 'entry', v }))));
      const bundle = tail && own ? kept(owned, at, () => joined(tail, own)) : (tail ?? own);
      if (!bundle) continue;
      if (!seat.ear.deliver(bundle)) slow.add(seat);
      else if (at >= 0) seat.sent.set(group, entries.at(-1)!.offset);
    }
  }

  /** Where reading begins: at the reader who has least. Undefined: nobody listens who can take anything. */
  function leastSent(group: string, slow: ReadonlySet<Seat>): number | undefined {
    let least: number | undefined;
    for (const seat of listeners.get(group) ?? []) {
      const sent = slow.has(seat) ? undefined : seat.sent.get(group);
      if (sent !== undefined && (least === undefined || sent < least)) least = sent;
    }
    return least;
  }

  /** One reading of many groups, for all who listen to them. A group that cannot be read is no reason that others are not. */
  async function read(groups: readonly string[]): Promise<void> {
    const slow = new Set<Seat>();
    let left = groups;
    while (left.length > 0) {
      const wanted = left.flatMap((group) => {
        const after = leastSent(group, slow);
        const owned = [...(listeners.get(group) ?? [])].some(({ reader }) => 'customer' in reader);
        return after === undefined ? [] : [{ group, after, owned }];
      });
      if (wanted.length === 0) return;
      let news: readonly News[];
      try {
        news = await readers.news(wanted);
      } catch (error) {
        if (left.length > 1) for (const group of left) await read([group]);
        else log.warn({ err: error }, 'new entries of a conversation could not be read; the next look tries again');
        return;
      }
      left = news.flatMap((one) => {
        const full = one.entries.length >= chatLimits.resume.entries;
        hand(one, full, slow);
        return full ? [one.group] : [];
      });
    }
  }

  let due = new Map<string, PromiseWithResolve>();
  let reading = false;
  /** Readings come one after the other. What is signalled during one is read by the next, together. */
  async function readDue(): Promise<void> {
    while (due.size > 0) {
      const all = [...due];
      const batch = all.slice(0, groupsAtOnce);
      due = new Map(all.slice(groupsAtOnce));
      const rested = gather && sleep(clock, Math.min(gather.atMostMs, gather.eachMs * batch.length));
      await read(batch.map(([group]) => group));
      for (const [, { resolve }] of batch) resolve();
      // A full batch says that many wait: the next one is read at once.
      if (batch.length < groupsAtOnce) await rested;
    }
    reading = false;
  }
  function pump(group: string): Promise<void> {
    let one = due.get(group);
    if (!one) {
      one = withResolve();
      due.set(group, one);
    }
    if (!reading) {
      reading = true;
      void Promise.resolve().then(readDue);
    }
    return one.promise;
  }

  const heard = (group: string, signal: Signal) => {
    const there = listeners.get(group);
    if (!there) return;
    if (signal.what === 'entry') return void pump(group);
    const { what, ...said } = signal;
    const bundle = bundleOf([{ c: what, group, ...said } as Extract<ChatServerMessage, { c: 'read' | 'typing' }>]);
    // What a person reads is read on their other devices too. That they type, they know.
    for (const seat of there) if (what === 'read' || seat.members.get(group)?.id !== said.member) seat.ear.deliver(bundle);
  };
  const unsubscribe = bus.subscribe(heard);

  /** What was lost on the way: groups that have moved on, groups that are new, and groups that are no longer this reader's. */
  async function look(): Promise<void> {
    if (seats.size === 0) return;
    if (clock.now() - presentAt >= presentEveryMs) {
      const there = new Set([...seats].flatMap(({ reader }) => ('operator' in reader ? [reader.operator] : [])));
      if (there.size > 0) {
        presentAt = clock.now();
        await readers.present([...there]);
      }
    }
    // Whoever comes during the question below is not in its answer.
    const asked = [...seats].map((seat) => [seat, [...seat.sent.keys()]] as const);
    const byCustomer = new Map<string, Seat[]>();
    const byOperator = new Map<number, Seat[]>();
    for (const [seat] of asked) {
      if ('customer' in seat.reader) push(byCustomer, seat.reader.customer, seat);
      else push(byOperator, seat.reader.operator, seat);
    }
    const rows = await readers.passed([...listeners.keys()], [...byCustomer.keys()], [...byOperator.keys()]);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const [seat, groups] of asked) {
      for (const group of groups) {
        const row = found.get(group);
        const own = 'customer' in seat.reader ? row?.customer === seat.reader.customer : row?.operators.includes(seat.reader.operator);
        if (!own) part(seat, group);
      }
    }
    const behind = new Set<string>();
    for (const row of rows) {
      const theirs = [...(byCustomer.get(row.customer) ?? []), ...row.operators.flatMap((operator) => byOperator.get(operator) ?? [])];
      for (const seat of theirs) {
        // Whoever left meanwhile sits nowhere.
        if (!seats.has(seat)) continue;
        // A long log is not sent to a newcomer: the gap tells the client to ask for a page.
        if (!seat.sent.has(row.id)) join(seat, row.id, Math.max(0, row.offset - chatLimits.resume.entries));
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
      const groups = await readers.groups(seat.reader);
      // Whoever left meanwhile does not sit down.
      if (gone.has(seat)) return;
      seats.add(seat);
      for (const { id, offset, member } of groups) join(seat, id, offset, member);
    },
    rise(seat: Seat): void {
      gone.add(seat);
      seats.delete(seat);
      for (const group of [...seat.sent.keys()]) part(seat, group);
    },
    async memberIn(seat: Seat, group: string): Promise<Member | undefined> {
      const known = seat.members.get(group);
      if (known) return known;
      const member = await readers.member(group, seat.reader);
      if (member) seat.members.set(group, member);
      return member;
    },
    /**
     * Goes on from what a client has, by offset and hash: a clock says nothing about an order. A hash that is not this log's is said, and so is a gap that is too
     * long for a socket. Answers with the groups that this reader does not have.
     */
    async resume(seat: Seat, wanted: readonly Have[]): Promise<string[]> {
      const places = new Map((await readers.places(seat.reader, wanted)).map((place) => [place.group, place]));
      if (!seats.has(seat)) return [];
      const moved: string[] = [];
      for (const { group, have, head } of wanted) {
        const place = places.get(group);
        if (!place) continue;
        const same = place.hashThere === head;
        if (!same || place.offset - have > chatLimits.resume.entries) {
          join(seat, group, place.offset, place.member);
          seat.ear.control({ c: 'behind', group, offset: place.offset, head: place.head, changed: !same });
        } else {
          join(seat, group, have, place.member);
          moved.push(group);
        }
      }
      await Promise.all(moved.map(pump));
      return wanted.flatMap(({ group }) => (places.has(group) ? [] : [group]));
    },
    stop() {
      stopped = true;
      cancel();
      unsubscribe();
    },
  };
}
export type Fan = ReturnType<typeof createFan>;

interface PromiseWithResolve {
  promise: Promise<void>;
  resolve: () => void;
}
function withResolve(): PromiseWithResolve {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};
