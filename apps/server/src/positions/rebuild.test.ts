import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import type { ColumnType } from '../projections/columns.ts';
import { everyTable } from '../projections/position-tables.ts';
import { rebuildVenue } from '../projections/rebuild.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { eventfulDay } from '../testing/eventful-day.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { verifyVenue } from '../verify/verify-venue.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
});
// The test stops the demo venue itself, because a rebuild needs the writer's lease.
afterAll(async () => {
  await exchange.app.close();
  await exchange.hosts.real.stop();
  await exchange.test.drop();
});

const venue = 'demo';
const journal = () => createPostgresJournal({ venue, connection: exchange.test.connection, log: silentLog });
const verdict = () => verifyVenue({ venue, journal: journal(), database: exchange.database, kit: engineKit });
const tables = {
  positions: 'position_id',
  position_history: 'position_id, step',
  order_terms: 'order_id',
  happening: 'seq, event_index',
  latest: 'kind, key',
  instrument_rule: 'seq',
  latest_mark: 'instrument',
} as const;
const stored = async () => {
  const rows = Object.entries(tables).map(async ([table, order]) => [
    table,
    await exchange.database.query(`SELECT * FROM ${table} WHERE venue = $1 ORDER BY ${order}`, [venue]),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, object[]>;
};

test('the views of leverage agree with the journal, come out of it the same again, and a change of any of them is seen', async () => {
  await eventfulDay(exchange, {
    now: clock.now,
    pass: (ms) => {
      ahead += ms;
    },
  });

  const { findings, checked } = await verdict();
  expect(findings).toEqual([]);
  expect(checked.join('\n')).toMatch(/compared cell by cell: .*[1-9]\d* rows of positions, .*[1-9]\d* rows of happening, 1 rows of latest/);
  const before = await stored();
  for (const table of Object.keys(tables)) expect(before[table]?.length, table).toBeGreaterThan(0);
  const told = await exchange.database.query<{ kind: string }>('SELECT DISTINCT kind FROM happening');
  for (const kind of ['positionFill', 'fundingPayment', 'fundingRound', 'liquidation', 'timed', 'marginWarning'])
    expect(told.map((row) => row.kind)).toContain(kind);

  await exchange.hosts.demo.stop();
  await rebuildVenue({ venue, journal: journal(), database: exchange.database, kit: engineKit, log: silentLog });
  expect((await verdict()).findings).toEqual([]);
  expect(await stored()).toEqual(before);

  for (const table of everyTable) {
    const all = await exchange.database.query(`SELECT * FROM ${table.name} WHERE venue = 'demo'`);
    expect(all.length, table.name).toBeGreaterThan(0);
    // Generated columns cannot be inserted.
    const columns = ['venue', ...Object.keys(table.columns)].join(', ');
    await exchange.database.query(`CREATE TABLE kept AS SELECT ${columns} FROM ${table.name}`);
    const rows = `${table.name} WHERE venue = 'demo' ORDER BY ctid`;
    const changed = Object.entries(table.columns).filter(([name]) => !table.key.includes(name));
    const sets = changed.map(([name, type]) => `${name} = ${otherThan(name, type)}`);
    await exchange.database.query(`UPDATE ${table.name} SET ${sets.join(', ')} WHERE ctid = (SELECT ctid FROM ${rows} LIMIT 1)`);
    const changes = (await verdict()).findings.join('\n');
    for (const [name] of changed)
      expect(changes, table.name).toMatch(new RegExp(`^${table.name} \\S+: ${name} is .*, the replay says `, 'm'));
    expect(changes.match(/ is missing: the replay makes it| but the replay knows none/)).toBeNull();
    await exchange.database.query(`TRUNCATE ${table.name}`);
    await exchange.database.query(`INSERT INTO ${table.name} (${columns}) SELECT * FROM kept`);

    await exchange.database.query(`DELETE FROM ${table.name} WHERE ctid = (SELECT ctid FROM ${rows} LIMIT 1)`);
    expect((await verdict()).findings.join('\n')).toMatch(new RegExp(`^${table.name} \\S+ is missing: the replay makes it$`));
    await exchange.database.query(`TRUNCATE ${table.name}`);
    await exchange.database.query(`INSERT INTO ${table.name} (${columns}) SELECT * FROM kept`);
    await exchange.database.query('DROP TABLE kept');
  }
  await exchange.database.query(
    `INSERT INTO happening (venue, kind, key, owner, seq, event_index, time, event, mark) SELECT venue, kind, key, owner, seq, 1000, time, event, mark FROM happening LIMIT 1`,
  );
  await exchange.database.query(`UPDATE projection_checkpoint SET newest_order = newest_order + 1 WHERE venue = 'demo'`);
  await exchange.database.query(`UPDATE journal_batch SET time = time + 1 WHERE venue = 'demo' AND first_seq = 1`);
  const { findings: last } = await verdict();
  expect(last).toHaveLength(3);
  expect(last.join('\n')).toMatch(
    /the batch at 1 says its time is \d+, .*\nprojection_checkpoint: newestOrder is .*\nhappening \d+\/1000 is stored, but the replay knows none/,
  );
}, 180_000);

/** SQL for a value of that type other than the one in the column. */
function otherThan(name: string, type: ColumnType): string {
  if (type === 'boolean') return `NOT ${name}`;
  if (type === 'text') return name === 'outcome' ? `replace(${name}, 'true', 'false')` : `${name} || 'x'`;
  if (type === 'jsonb') return `coalesce(${name}, '{}') || '{"changed": 1}'`;
  if (type === 'bytea') return `set_byte(${name}, 0, get_byte(${name}, 0) # 1)`;
  return `coalesce(${name}, 0) + 1`;
}
