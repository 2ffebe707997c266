import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import type { EngineEvent } from '../events.ts';
import { absolute, openStage, steps } from '../testing/arbitrary.ts';
import { Duel } from '../testing/duel.ts';
import { EventLog } from './event-log.ts';

/** The commands of a random run, and the events that each gave when its records were taken alone. */
function traded() {
  const duel = new Duel('demo');
  openStage(duel);
  for (const step of fc.sample(steps(80), { numRuns: 1, seed: 7 })[0]!) if (step !== 'restart') duel.apply(absolute(duel, step.command));
  const engine = createEngine({ venue: 'demo', limits: duel.engine.rules().limits });
  const alone = duel.journal.map((command) => {
    engine.apply(command);
    return engine.takeEvents();
  });
  return { journal: duel.journal, limits: duel.engine.rules().limits, alone };
}

/** The accounts that an event belongs to, read from the event itself. */
function accountsOf(event: EngineEvent): [account: number, maker: number] {
  if (event.kind === 'fill') return [event.taker.account, event.maker.account];
  return ['account' in event && typeof event.account === 'number' ? event.account : 0, 0];
}

test('records of many commands hold the events of each, and go on holding them while the engine goes on', () => {
  const { journal, limits, alone } = traded();
  const engine = createEngine({ venue: 'demo', limits });
  const half = journal.length >> 1;
  for (const command of journal.slice(0, half)) engine.apply(command);
  const records = engine.takeRecords();
  for (const command of journal.slice(half)) engine.apply(command);
  expect(records.events).toEqual(alone.slice(0, half).flat());
  expect(records.events).toBe(records.events);
  expect(engine.untakenRecords().decode()).toEqual(alone.slice(half).flat());
  expect(engine.untakenNumbers).toBe(engine.takeRecords().numbers.length);
  expect(engine.untakenNumbers).toBe(0);
});

test('a cursor tells the kind, the place and the accounts of each event, and the end of an order, as the event does', () => {
  const { journal, limits } = traded();
  const engine = createEngine({ venue: 'demo', limits });
  for (const command of journal) engine.apply(command);
  const records = engine.takeRecords();
  const cursor = records.cursor();
  const met = new Set<string>();
  for (const event of records.events) {
    expect(cursor.next()).toBe(true);
    const { seq, index, time, kind, account, maker } = cursor;
    expect({ seq, index, time, kind, accounts: [account, maker] }).toEqual({
      seq: event.seq,
      index: event.index,
      time: event.time,
      kind: event.kind,
      accounts: accountsOf(event),
    });
    if (event.kind === 'order') expect([cursor.status, cursor.reason]).toEqual([event.status, event.reason]);
    expect(cursor.event()).toEqual(event);
    met.add(kind);
  }
  expect(cursor.next()).toBe(false);
  for (const kind of ['order', 'fill', 'ledger', 'depth', 'reference']) expect(met).toContain(kind);
});

test('a part of the records begins after a sequence, and single kinds are decoded and counted', () => {
  const { journal, limits, alone } = traded();
  const engine = createEngine({ venue: 'demo', limits });
  for (const command of journal) engine.apply(command);
  const records = engine.takeRecords();
  for (const seq of [0, 5, journal.length >> 1, journal.length]) expect(records.after(seq).decode()).toEqual(alone.slice(seq).flat());
  const some = new Set(['fill', 'instrumentStatus'] as const);
  const wanted = records.events.filter(({ kind }) => kind === 'fill' || kind === 'instrumentStatus');
  expect(records.decode(some)).toEqual(wanted);
  expect(records.count(some)).toBe(wanted.length);
});

test('taken records stay as they were while the log goes on in further blocks, grows or forgets', () => {
  const log = new EventLog();
  const taken: { numbers: Float64Array; copy: Float64Array }[] = [];
  let price = 0;
  for (const batch of [1, 9_000, 3, 30_000, 2, 13_000, 700, 1]) {
    for (let n = 0; n < batch; n++) log.reference(1, ++price, price, 0);
    const { numbers } = log.take();
    taken.push({ numbers, copy: numbers.slice() });
    expect(log.untaken).toBe(0);
    for (let n = 0; n < batch; n++) log.reference(2, -1, -1, 0);
    log.clear();
  }
  for (const { numbers, copy } of taken) expect(numbers.every((number, at) => number === copy[at])).toBe(true);
});

test('released blocks are written again, and nobody reads released records', () => {
  const { journal, limits, alone } = traded();
  const engine = createEngine({ venue: 'demo', limits });
  let at = 0;
  const batches = journal.map((command) => {
    engine.apply(command);
    return engine.takeRecords();
  });
  for (const records of batches) {
    expect(records.decode()).toEqual(alone[at++]);
    records.release();
    expect(() => records.decode()).toThrow('these records were released');
    expect(() => records.release()).not.toThrow();
  }

  const log = new EventLog();
  const buffers = new Set<ArrayBufferLike>();
  for (let batch = 0; batch < 40; batch++) {
    const held = log.take();
    for (let n = 0; n < 2_000; n++) log.reference(batch, n, n, 0);
    const taken = log.take();
    buffers.add(taken.numbers.buffer);
    expect(taken.numbers.length).toBe(2_000 * 5);
    expect(taken.numbers.every((number, at) => at % 5 !== 1 || number === batch)).toBe(true);
    held.release();
    taken.release();
  }
  expect(buffers.size).toBeLessThan(4);
});

test('records that are held keep their numbers while others are released, in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ length: fc.integer({ min: 0, max: 9_000 }), keptFor: fc.integer({ min: 0, max: 12 }) }), { maxLength: 40 }),
      (batches) => {
        const log = new EventLog();
        const held: { taken: ReturnType<EventLog['take']>; copy: Float64Array; until: number }[] = [];
        batches.forEach(({ length, keptFor }, now) => {
          for (let n = 0; n < length; n++) log.reference(now, n, length, 0);
          const taken = log.take();
          held.push({ taken, copy: taken.numbers.slice(), until: now + keptFor });
          for (const one of [...held]) {
            expect(one.taken.numbers.every((number, at) => number === one.copy[at])).toBe(true);
            if (one.until > now) continue;
            one.taken.release();
            held.splice(held.indexOf(one), 1);
          }
        });
      },
    ),
    { numRuns: 25 },
  );
});
