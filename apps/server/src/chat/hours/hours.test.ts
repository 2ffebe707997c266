import { describe, expect, test } from 'vitest';
import { deskOf, readDesk } from './declared.ts';
import { DeskHours } from './hours.ts';

const cellMs = 15 * 60_000;
const dayMs = 86_400_000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** What the clocks of a zone show, as if it were UTC. */
function wallOf(zone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  return (time: number) => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!);
  };
}

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Days around a change of the clocks in the zones that have one: by an hour, by half an hour, at midnight, and none. */
const changes: readonly (readonly [zone: string, day: string])[] = [
  ['Europe/Vilnius', '2026-03-29'],
  ['Europe/Vilnius', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2026-10-25'],
  ['America/Havana', '2026-11-01'],
  ['Asia/Kuala_Lumpur', '2026-06-01'],
];

describe('the hours of the desk', () => {
  test.each(changes)('count in %s around %s as a walk over the clock does', (zone, day) => {
    const middle = Date.parse(`${day}T00:00:00Z`);
    const wall = wallOf(zone);
    const start = middle - 6 * dayMs;
    const cells = Array.from({ length: (12 * dayMs) / cellMs }, (_, at) => ({ at: start + at * cellMs, wall: wall(start + at * cellMs) }));
    const end = start + cells.length * cellMs;
    let compared = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const pick = random(seed);
      const week = weekdays.map(() => {
        const marks = [...new Set(Array.from({ length: 2 * pick(3) }, () => pick(97) * 15))].sort((a, b) => a - b);
        return marks.flatMap((from, at): [number, number][] =>
          at % 2 === 0 && marks[at + 1] !== undefined ? [[from, marks[at + 1]!]] : [],
        );
      });
      const off = new Date(middle + (pick(5) - 2) * dayMs).toISOString().slice(0, 10);
      const hours = new DeskHours({ languages: ['en'], zone, week, closed: [{ dates: [off] }] });
      const there = new Set<number>();
      for (let date = start; date < end; date += dayMs) {
        if (new Date(date).toISOString().slice(0, 10) === off) continue;
        for (const [from, to] of week[new Date(date).getUTCDay()]!) {
          const first = cells.find((cell) => cell.wall >= date + from * 60_000)!.at;
          const last = cells.findLast((cell) => cell.wall < date + to * 60_000)?.at ?? Number.NEGATIVE_INFINITY;
          for (const { at } of cells) if (at >= first && at <= last) there.add(at);
        }
      }
      for (let round = 0; round < 20; round += 1) {
        const since = middle - 3 * dayMs + pick((5 * dayMs) / 60_000) * 60_000;
        const promised = (1 + pick(90)) * 60_000;
        let left = promised;
        let time = since;
        while (left > 0 && time < end - 3 * dayMs) {
          const next = Math.floor(time / cellMs) * cellMs + cellMs;
          const step = there.has(next - cellMs) ? Math.min(left, next - time) : 0;
          left -= step;
          time = step > 0 && left === 0 ? time + step : next;
        }
        if (left > 0) continue;
        compared += 1;
        expect(new Date(hours.after(since, promised)!).toISOString(), `seed ${seed}, ${new Date(since).toISOString()}, ${promised}`).toBe(
          new Date(time).toISOString(),
        );
        expect(hours.isOpen(since), `seed ${seed}, ${since}`).toBe(there.has(Math.floor(since / cellMs) * cellMs));
        const { opens, closes } = hours.between(since, time);
        expect(opens.reduce((sum, open, at) => sum + closes[at]! - open, 0)).toBe(promised);
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  test('of the start set are day and night', () => {
    const now = Date.parse('2026-10-25T00:30:00Z');
    const hours = readDesk(undefined, now);
    expect(hours.after(now, 300_000)).toBe(now + 300_000);
    expect(hours.shown(now)).toMatchObject({ open: true, opensAt: null, closesAt: null, closed: [] });
    expect(hours.between(now - 90 * dayMs, now)).toEqual({ opens: [now - 90 * dayMs], closes: [now] });
  });

  test('say when the desk opens and closes, and which days it is away', () => {
    const week = Object.fromEntries(
      weekdays.slice(1, 6).map((day) => [
        day,
        [
          ['09:00', '12:00'],
          ['13:00', '18:00'],
        ],
      ]),
    );
    const said = { languages: ['en'], zone: 'Europe/Vilnius', week, closed: [{ yearly: '02-16' }, { easter: 1 }] };
    const saturday = Date.parse('2026-02-14T10:00:00Z');
    const hours = deskOf('a file', said, saturday);
    // Monday is a holiday: Tuesday at nine in Vilnius.
    expect(hours.shown(saturday)).toMatchObject({ open: false, opensAt: Date.parse('2026-02-17T07:00:00Z'), closesAt: null });
    expect(hours.shown(saturday).closed).toEqual(['2026-02-16', '2026-04-06']);
    const tuesday = Date.parse('2026-02-17T09:59:00Z');
    expect(hours.shown(tuesday)).toMatchObject({ open: true, opensAt: null, closesAt: Date.parse('2026-02-17T10:00:00Z') });
    // Two minutes that begin one minute before noon end one minute after the break.
    expect(hours.after(tuesday, 120_000)).toBe(Date.parse('2026-02-17T11:01:00Z'));
  });

  test.each([
    [{ zone: 'Europe/Atlantis' }, 'zone: name a time zone'],
    [{ week: { monday: [['18:00', '09:00']] } }, 'week.monday: each stretch'],
    [{ week: { monday: [['09:00', '25:00']] } }, 'week.monday.0.1: write a local time'],
    [{ week: {} }, 'nobody is at the desk in the next year'],
    [{ languages: ['tlh'] }, 'languages.0: name a language'],
    [{ languages: [] }, 'languages: '],
    [{ week: { funday: [['09:00', '18:00']] } }, 'week: '],
  ])('with a mistake stop the server at its start: %j', (mistake, words) => {
    const good = { languages: ['en'], zone: 'UTC', week: { monday: [['09:00', '18:00']] }, closed: [] };
    expect(() => deskOf('desk.json', good, Date.UTC(2026, 0, 1))).not.toThrow();
    expect(() => deskOf('desk.json', { ...good, ...mistake }, Date.UTC(2026, 0, 1))).toThrow(words);
    expect(() => readDesk('/nowhere/desk.json', 0)).toThrow('cannot be read');
  });
});
