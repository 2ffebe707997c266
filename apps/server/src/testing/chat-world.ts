import type { ChatEntry, ChatEntryBody } from '@bourse/protocol/chat';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { chatBodyHash, chatEntryHash, chatStart, checkChat } from '@bourse/verifier/chat';
import { createFan, type Fan, type Seat, seatOf } from '../chat/fan.ts';
import type { Readers } from '../chat/readers.ts';
import { createLocalBus } from '../chat/told.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';

export const plantedChatBugs = [
  ...(['publishBeforeCommit', 'offsetsFromASequence', 'uuidsInMemory', 'resumeByTime'] as const),
  ...(['editWithoutOffset', 'claimWithoutToken', 'readMarkGoesBack'] as const),
] as const;
export type PlantedChatBug = (typeof plantedChatBugs)[number];

/** A small generator of chance: the same seed is the same world. */
function chanceOf(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const group = '1';
/** What a reader makes of entries: the text of each message, by its offset. */
const foldOf = (entries: readonly ChatEntry[]) => {
  const texts = new Map<number, string | null>();
  for (const { offset, payload } of entries) {
    if (payload?.kind === 'TEXT') texts.set(offset, payload.text);
    if (payload?.kind === 'EDIT') texts.set(payload.of, payload.to.text);
    if (payload?.kind === 'WITHDRAW') texts.set(payload.of, null);
  }
  return JSON.stringify([...texts]);
};

class Client {
  entries: ChatEntry[] = [];
  behind = false;
  seat: Seat | undefined;
  get head() {
    return this.entries.at(-1)?.hash ?? chatStart;
  }
  take(entry: ChatEntry) {
    const have = this.entries.length;
    if (entry.offset === have + 1) this.entries.push(entry);
    else if (entry.offset > have + 1) this.behind = true;
  }
}

/**
 * One conversation, two readers, two servers' worth of misfortune: signals that are lost, doubled and late, clients that go and come back, servers that die
 * between commit and signal, answers that never arrive. The fan-out and the chain are the real ones; the database is a model of it that can be broken on purpose.
 * Resolves with what is wrong in the end; null: nothing.
 */
export async function runChatWorld(seed: number, bug?: PlantedChatBug): Promise<string | null> {
  const chance = chanceOf(seed);
  const clock = new ManualClock(1_764_000_000_000);
  let log: ChatEntry[] = [];
  let sequence = 0;
  let remembered = new Map<string, ChatEntry>();
  let owner = 'visitor';
  let token = 'token';
  let mark = 0;
  let furthest = 0;
  const acknowledged = new Map<string, string>();
  const problems: string[] = [];

  const member = { id: '7', role: 1 as const };
  const readers = {
    groups: async () => [{ id: group, offset: log.length, member }],
    member: async () => member,
    news: async ([wanted], most = 200) => [
      { group, entries: log.filter((entry) => entry.offset > wanted!.after).slice(0, most), view: undefined },
    ],
    places: async (_reader, [wanted]) => [
      {
        ...{ group, offset: log.at(-1)?.offset ?? 0, head: log.at(-1)?.hash ?? chatStart, member },
        hashThere: wanted!.have === 0 ? chatStart : log.find((entry) => entry.offset === wanted!.have)?.hash,
      },
    ],
    passed: async () => [{ id: group, offset: log.at(-1)?.offset ?? 0, customer: 'ann', operators: [] }],
    present: async () => {},
  } satisfies Readers;
  const bus = createLocalBus();
  const newFan = (): Fan => createFan({ readers, bus, clock, log: silentLog });
  let fan = newFan();
  const clients = [new Client(), new Client()];
  const late: (() => void)[] = [];
  const settle = async () => {
    for (let at = 0; at < 8; at += 1) await Promise.resolve();
    await fan.pump(group);
  };

  const come = async (client: Client) => {
    if (client.seat) return;
    const arrive = (message: ChatServerMessage) => {
      // Some frames do not arrive.
      if (client.seat !== seat || chance(12) === 0) return;
      if (message.c === 'entry') client.take(message.v);
      if (message.c === 'behind') client.behind = true;
    };
    const seat = seatOf(
      { customer: 'ann' },
      {
        get open() {
          return client.seat === seat;
        },
        control: (message: ChatServerMessage) => arrive(message),
        deliver({ messages }) {
          // Some readers are slow, and get it later.
          if (chance(12) === 0) return false;
          for (const message of messages) arrive(message);
          return true;
        },
      },
    );
    client.seat = seat;
    await fan.sit(seat);
    if (bug === 'resumeByTime') {
      const last = client.entries.at(-1)?.time ?? 0;
      for (const entry of log.filter(({ time }) => time > last)) client.entries.push(entry);
    } else await fan.resume(seat, [{ group, have: client.entries.length, head: client.head }]);
  };
  const go = (client: Client) => {
    if (client.seat) fan.rise(client.seat);
    client.seat = undefined;
  };
  const fetchMissing = async (client: Client) => {
    if (bug === 'resumeByTime') return;
    for (const entry of log.filter(({ offset }) => offset > client.entries.length)) client.take(entry);
    client.behind = false;
  };
  const signal = () => {
    const fate = chance(4);
    if (fate === 0) return;
    if (fate === 1) late.push(() => bus.publish(group, { what: 'entry' }));
    else for (let at = fate; at > 1; at -= 1) bus.publish(group, { what: 'entry' });
  };

  /** `fails`: the transaction is rolled back. `dies`: it is kept, and neither signal nor answer leave. */
  const write = (uuid: string, kind: 'message' | 'edit' | 'withdraw', payload: ChatEntryBody, fails: boolean, dies: boolean) => {
    const known = bug === 'uuidsInMemory' ? remembered.get(uuid) : log.find((entry) => entry.uuid === uuid);
    if (known) return known;
    sequence += 1;
    const offset = bug === 'offsetsFromASequence' ? sequence : log.length + 1;
    const salt = chance(1_000_000).toString(16).padStart(32, '0');
    const link = {
      ...{ prev: log.at(-1)?.hash ?? chatStart, groupId: group, offset, kind, sender: '7', time: clock.now() },
      bodyHash: chatBodyHash(salt, payload),
    };
    const entry: ChatEntry = { ...link, id: String(1_000 + sequence), role: 1, uuid, payload, salt, hash: chatEntryHash(link) };
    if (bug === 'publishBeforeCommit') for (const client of clients) if (client.seat) client.take(entry);
    if (fails) return undefined;
    log.push(entry);
    remembered.set(uuid, entry);
    if (!dies) signal();
    return dies ? undefined : entry;
  };
  const waiting: { uuid: string; kind: 'message' | 'edit' | 'withdraw'; payload: ChatEntryBody }[] = [];
  const attempt = (one: (typeof waiting)[number]) => {
    const entry = write(one.uuid, one.kind, one.payload, chance(6) === 0, chance(6) === 0);
    if (entry) acknowledged.set(one.uuid, entry.hash);
    else waiting.push(one);
  };

  for (let step = 0; step < 60; step += 1) {
    // Several entries share a millisecond.
    if (chance(3) === 0) clock.jump(chance(40));
    const client = clients[chance(2)]!;
    const messages = log.filter(({ kind }) => kind === 'message');
    switch (chance(10)) {
      case 0:
      case 1:
      case 2:
        attempt({ uuid: `u${seed}-${step}`, kind: 'message', payload: { kind: 'TEXT', text: `word ${step}` } });
        break;
      case 3: {
        const again = waiting.shift();
        if (again) attempt(again);
        break;
      }
      case 4: {
        const target = messages[chance(Math.max(1, messages.length))];
        if (!target) break;
        const to = { kind: 'TEXT' as const, text: `edited ${step}` };
        if (bug === 'editWithoutOffset') log = log.map((entry) => (entry === target ? { ...entry, payload: to } : entry));
        else attempt({ uuid: `u${seed}-${step}`, kind: 'edit', payload: { kind: 'EDIT', of: target.offset, to } });
        break;
      }
      case 5:
        go(client);
        break;
      case 6:
        await come(client);
        break;
      case 7:
        late.splice(chance(Math.max(1, late.length)), 1)[0]?.();
        break;
      case 8: {
        // The server dies: what it held in memory is gone.
        for (const one of clients) go(one);
        fan.stop();
        fan = newFan();
        remembered = new Map();
        break;
      }
      default: {
        const offset = chance(log.length + 1);
        mark = bug === 'readMarkGoesBack' ? offset : Math.max(mark, offset);
        furthest = Math.max(furthest, offset);
        const given = chance(3) === 0 ? 'token' : 'guess';
        const who = given === 'token' ? 'ann' : 'eve';
        if (given === token || bug === 'claimWithoutToken') {
          owner = who;
          token = 'used';
        }
      }
    }
    await settle();
    if (client.behind) await fetchMissing(client);
  }

  // The misfortune ends: everything is sent again, everybody comes back, and the two seconds pass.
  while (waiting.length > 0) attempt(waiting.shift()!);
  for (const client of clients) {
    go(client);
    await come(client);
  }
  await fan.look();
  await settle();
  for (const client of clients) await fetchMissing(client);
  fan.stop();

  const offsets = log.map(({ offset }) => offset);
  if (offsets.some((offset, at) => offset !== at + 1)) problems.push('offsets are not 1..n');
  if (!checkChat(group, log).ok) problems.push('the chain does not hold');
  if (new Set(log.map(({ uuid }) => uuid)).size !== log.length) problems.push('a uuid is there twice');
  for (const [uuid, hash] of acknowledged)
    if (!log.some((entry) => entry.uuid === uuid && entry.hash === hash)) problems.push('what was acknowledged is not stored');
  for (const { entries } of clients) {
    if (foldOf(entries) !== foldOf(log) || entries.length !== log.length) problems.push('a reader does not see what the log says');
    if (!checkChat(group, entries).ok) problems.push('a reader’s chain does not hold');
  }
  if (mark !== furthest) problems.push('a read mark went back');
  if (owner !== 'visitor' && owner !== 'ann') problems.push('somebody without the token owns the thread');
  return problems[0] ?? null;
}
