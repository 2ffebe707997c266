import type { EngineEvent, EventDeclaration, MarkEvent } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { recordsOf } from '../testing/records.ts';
import { ProjectionCheck } from '../verify/projections.ts';
import { ada, bob, timeOf } from './conformance-events.ts';
import { latestOf, pageOf } from './happenings.ts';
import { createMemoryProjections } from './memory-store.ts';
import { happenings, latest } from './position-tables.ts';
import { createPostgresProjections } from './postgres-store.ts';
import type { ProjectionStore } from './projection.ts';
import { createProjector } from './projector.ts';
import { memoryRows, storedText } from './stored-texts.ts';

/** An engine with one more room: nothing in the server names its events. */
vi.mock('@bourse/engine', async (original) => {
  const engine = await original<typeof import('@bourse/engine')>();
  const fieldsOf = (kind: string) => (engine.eventByKind.get(kind) ?? engine.commandByKind.get(kind))?.fields ?? {};
  const [{ timed: serial, account, instrument, status }, { amount: units }] = [fieldsOf('timed'), fieldsOf('transfer')];
  const parts = { shape: { type: 'list', of: { shape: { type: 'struct', fields: { units } } }, max: 9 } };
  const head = { key: undefined, settledWhen: undefined, usesMark: false, owner: 'account' };
  const declared = [
    { ...head, kind: 'interest', number: 900, keep: 'each', fields: { account, instrument, units, parts }, usesMark: true },
    {
      ...{ ...head, kind: 'subscription', number: 901, keep: 'latest', key: 'subscription' },
      ...{ fields: { subscription: serial, account, status, frozen: units }, settledWhen: (event: { status: number }) => event.status > 2 },
    },
    { ...head, kind: 'rumour', number: 902, keep: 'none', fields: { account } },
  ] as unknown as EventDeclaration[];
  return { ...engine, eventByKind: new Map([...engine.eventByKind, ...declared.map((one) => [one.kind, one] as const)]) };
});

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

const place = (seq: number, index: number) => ({ seq, index, time: timeOf(seq) });
const subscription = (seq: number, id: number, account: number, status: number) =>
  ({
    kind: 'subscription',
    ...place(seq, 0),
    subscription: id,
    account,
    status,
    frozen: 10n ** 30n + BigInt(seq),
  }) as unknown as EngineEvent;
const interest = (seq: number, account: number) =>
  ({
    ...{ kind: 'interest', ...place(seq, 1), account, instrument: 3, units: 10n ** 25n + BigInt(seq) },
    parts: [{ units: 10n ** 21n }, { units: 1n }],
  }) as unknown as EngineEvent;
const mark: MarkEvent = {
  ...{ kind: 'mark', ...place(1, 2), instrument: 3, markTicks: 50, indexTicks: 50, basisTicks: 0, lastTicks: 0 },
  ...{ tickTime: 1, source: 'test' },
};
const told = [
  [subscription(1, 1, ada, 1), { kind: 'rumour', ...place(1, 1), account: ada } as unknown as EngineEvent, mark],
  [subscription(2, 2, bob, 1), interest(2, ada)],
  [subscription(3, 1, ada, 3), interest(3, bob)],
];

async function project(store: ProjectionStore) {
  const projector = createProjector({ venue: 'demo', store, clock: systemClock, log: silentLog });
  await projector.open();
  for (const [at, events] of told.entries())
    projector.offer({ firstSeq: at + 1, lastSeq: at + 1, time: timeOf(at + 1), commands: [], records: recordsOf(...events) });
  expect(await projector.waitFor(told.length, 10_000)).toBe(true);
}

describe('events of a room that the server does not know', () => {
  it('are kept as their declarations say, with exact amounts, in memory and in Postgres alike', async () => {
    const memory = createMemoryProjections();
    await project(memory);
    await project(createPostgresProjections(test.database));
    const inMemory = memoryRows(memory.tables('demo'));
    for (const table of [happenings, latest]) {
      const rows = await test.database.query<Record<string, unknown>>(`SELECT * FROM ${table.name}`);
      expect(rows.map((row) => storedText(table, row)).sort()).toEqual(inMemory[table.name]);
    }
    expect(inMemory['happening']).toHaveLength(3);
    expect(inMemory['latest']).toHaveLength(2);
  });

  it('are read again as they were told, the newest first', async () => {
    const of = (table: 'happening' | 'latest', owner: number, kind: string) =>
      pageOf(test.database, { table, venue: 'demo', owner, kinds: [kind as EngineEvent['kind']], where: 'TRUE', values: [] }, 10, 0);
    expect(await of('happening', bob, 'interest')).toEqual({ list: [interest(3, bob)], total: 1 });
    expect(await of('happening', ada, 'subscription')).toEqual({ list: [subscription(3, 1, ada, 3)], total: 1 });
    expect(await of('latest', ada, 'subscription')).toEqual({ list: [subscription(3, 1, ada, 3)], total: 1 });
    const found = (owner: number) => latestOf(test.database, 'demo', owner, 'subscription' as EngineEvent['kind'], 2);
    expect(await found(bob)).toEqual(subscription(2, 2, bob, 1));
    expect(await found(ada)).toBeUndefined();
    const [used] = await test.database.query(`SELECT mark FROM happening WHERE kind = 'interest' AND owner = $1`, [ada]);
    expect(used?.['mark']).toEqual(mark);
  });

  it('are compared with a replay', async () => {
    const compared = (change: string) =>
      test.database.withConnection(async (client) => {
        await client.query('BEGIN');
        await client.query(change);
        const check = await ProjectionCheck.open({ venue: 'demo', view: (work) => work(client) });
        const { findings } = await check.compare(async (_upTo, expected) => {
          for (const [at, events] of told.entries())
            expected.take(
              { seq: at + 1, time: timeOf(at + 1), command: { kind: 'advanceTime' }, outcome: { ok: true, result: { kind: 'done' } } },
              events,
            );
        });
        await client.query('ROLLBACK');
        return findings.join('\n');
      });
    expect(await compared('SELECT 1')).toBe('');
    expect(await compared(`DELETE FROM happening WHERE kind = 'interest' AND owner = ${ada}`)).toEqual(
      expect.stringMatching(/^happening \d+\/\d+ is missing: the replay makes it$/),
    );
    expect(await compared(`UPDATE happening SET event = jsonb_set(event, '{units}', '"7"') WHERE kind = 'interest'`)).toEqual(
      expect.stringMatching(/^happening \S+: event is .*"units":"7".*, the replay says .*(\nhappening .*){1}$/),
    );
    expect(await compared(`UPDATE latest SET owner = ${bob} WHERE key = 1`)).toMatch(
      /^latest subscription\/1: owner is .*, the replay says /,
    );
    expect(await compared('DELETE FROM latest WHERE key = 2')).toBe('latest subscription/2 is missing: the replay makes it');
  });
});
