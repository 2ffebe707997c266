import type { ChatEntry, ChatGroup } from '@bourse/protocol/chat';
import { expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { createFan, type Ear, type Gathering, seatOf } from './fan.ts';
import type { Reader, Readers } from './readers.ts';
import { createLocalBus } from './told.ts';

const member = { id: '7', role: 1 as const };
const groups = ['1', '2', 'torn'];

/** Groups with logs that a test writes by hand, and readings that it counts. */
function world(gather?: Gathering) {
  const clock = new ManualClock(0);
  const logs = new Map(groups.map((group) => [group, 0]));
  const read: string[][] = [];
  /** What the database does before it has noted that agents are there. */
  const hook = { present: async () => {} };
  const entry = (groupId: string, offset: number) => ({ groupId, offset }) as unknown as ChatEntry;
  const readers = {
    groups: async () => [...logs].map(([id, offset]) => ({ id, offset, member })),
    member: async () => member,
    news: async (wanted) => {
      read.push(wanted.map(({ group }) => group));
      if (wanted.some(({ group }) => group === 'torn')) throw new Error('this group cannot be read');
      return wanted.map(({ group, after }) => ({
        group,
        entries: Array.from({ length: logs.get(group)! - after }, (_, at) => entry(group, after + at + 1)).slice(0, 200),
        view: { id: group } as unknown as ChatGroup,
      }));
    },
    places: async () => [],
    passed: async (_groups, _customers, operators) =>
      [...logs].map(([id, offset]) => ({ id, offset, customer: 'ann', operators: [...operators] })),
    present: () => hook.present(),
  } satisfies Readers;
  const bus = createLocalBus();
  const fan = createFan({ readers, bus, clock, log: silentLog, ...(gather && { gather }) });
  const sit = async (reader: Reader = { customer: 'ann' }) => {
    const place = { frames: [] as Buffer[], offsets: [] as string[], slow: false };
    const ear: Ear = {
      open: true,
      control: () => {},
      deliver({ messages, frame }) {
        if (place.slow) return false;
        place.frames.push(frame());
        for (const message of messages) if (message.c === 'entry') place.offsets.push(`${message.v.groupId}:${message.v.offset}`);
        return true;
      },
    };
    await fan.sit(seatOf(reader, ear));
    return place;
  };
  const write = (group: string, count = 1) => {
    logs.set(group, logs.get(group)! + count);
    return fan.pump(group);
  };
  return { clock, fan, hook, read, sit, write };
}

test('a message is read once and made into a frame once, however many listen', async () => {
  const { read, sit, write } = world();
  const seats = [await sit(), await sit(), await sit()];
  await write('1');
  expect(read).toEqual([['1']]);
  expect(seats.map(({ offsets }) => offsets)).toEqual([['1:1'], ['1:1'], ['1:1']]);
  for (const { frames } of seats) expect(frames[0]).toBe(seats[0]!.frames[0]);
});

test('groups that move at once are read together, and one that cannot be read keeps nobody else waiting', async () => {
  const { read, sit, write } = world();
  const seat = await sit();
  await Promise.all(groups.map((group) => write(group)));
  expect(read[0]).toEqual(groups);
  expect(seat.offsets.sort()).toEqual(['1:1', '2:1']);
});

test('the first message after a pause is read at once; those that follow closely are read together', async () => {
  const { clock, read, sit, write } = world({ eachMs: 40, atMostMs: 250 });
  const seat = await sit();
  await write('1');
  expect(read).toEqual([['1']]);
  const following = [write('1'), write('2'), write('1')];
  await clock.settle();
  expect(read).toHaveLength(1);
  await clock.pass(40);
  await Promise.all(following);
  expect(read).toEqual([['1'], ['1', '2']]);
  expect(seat.offsets).toEqual(['1:1', '1:2', '1:3', '2:1']);
});

test('the more groups move, the longer they are gathered, up to a limit', async () => {
  const { clock, read, sit, write } = world({ eachMs: 40, atMostMs: 60 });
  await sit();
  await write('1');
  const both = [write('1'), write('2')];
  await clock.pass(40);
  await Promise.all(both);
  const later = write('1');
  await clock.pass(59);
  expect(read).toHaveLength(2);
  await clock.pass(1);
  await later;
  expect(read).toEqual([['1'], ['1', '2'], ['1']]);
});

test('an agent who comes while the database notes who is there keeps their groups and gets nothing twice', async () => {
  const { clock, fan, hook, sit, write } = world();
  await sit({ operator: 1 });
  await write('1', 3);
  let comer: Awaited<ReturnType<typeof sit>> | undefined;
  hook.present = async () => {
    hook.present = async () => {};
    comer = await sit({ operator: 2 });
  };
  await clock.pass(10_000);
  await fan.look();
  expect(comer!.offsets).toEqual([]);
  await write('1');
  expect(comer!.offsets).toEqual(['1:4']);
});

test('a slow reader gets what they missed at the next look, in order and once, and keeps nobody else waiting', async () => {
  const { fan, sit, write } = world();
  const [slow, quick] = [await sit(), await sit()];
  slow.slow = true;
  await write('1', 450);
  await write('1');
  expect(quick.offsets).toHaveLength(451);
  expect(slow.offsets).toEqual([]);
  slow.slow = false;
  await fan.look();
  expect(slow.offsets).toEqual(Array.from({ length: 451 }, (_, at) => `1:${at + 1}`));
  expect(quick.offsets).toHaveLength(451);
});

test('whoever leaves while their groups are looked up does not sit down', async () => {
  const { fan, read, write } = world();
  const gone = seatOf({ customer: 'ann' }, { open: false, control: () => {}, deliver: () => false });
  const sitting = fan.sit(gone);
  fan.rise(gone);
  await sitting;
  await write('1');
  expect(read).toEqual([]);
  expect(gone.sent.size).toBe(0);
});
