import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, temporaryFolder, testDatabase } from '../testing/database.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrations.ts';
import { isDatabaseLost, openDatabase } from './postgres.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ migrated: false });
}, 60_000);
afterAll(() => test.drop());

const folderWith = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(temporaryFolder(), 'migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
};

describe('database', () => {
  it('gives bigint, numeric text and dates', async () => {
    const [row] = await test.database.query(`SELECT 9007199254740993::bigint AS units, 0.10::numeric AS price, to_timestamp(1) AS at`);
    expect(row).toEqual({ units: 9007199254740993n, price: '0.10', at: new Date(1000) });
  });

  it('tries a transaction again when another one was in its way', async () => {
    await test.database.query('CREATE TABLE counter (n int)');
    await test.database.query('INSERT INTO counter VALUES (0)');
    const add = () =>
      test.database.transaction(async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        const [row] = await tx.query<{ n: number }>('SELECT n FROM counter');
        await tx.query('UPDATE counter SET n = $1', [(row?.n ?? 0) + 1]);
      });
    await Promise.all([add(), add(), add()]);
    expect(await test.database.query('SELECT n FROM counter')).toEqual([{ n: 3 }]);
  });

  it('rolls back and passes on what went wrong', async () => {
    await test.database.query('CREATE TABLE kept (n int)');
    const failing = test.database.transaction(async (tx) => {
      await tx.query('INSERT INTO kept VALUES (1)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await test.database.query('SELECT * FROM kept')).toEqual([]);
  });

  it('ends a transaction that is idle too long, which frees its locks; the owner of the transaction gets an error', async () => {
    await test.database.query('CREATE TABLE held (n int)');
    await test.database.query('INSERT INTO held VALUES (0)');
    let wake: () => void = () => {};
    let holds: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const held = new Promise<void>((resolve) => {
      holds = resolve;
    });
    const left = test.database.transaction(async (tx) => {
      await tx.query('UPDATE held SET n = 1');
      holds();
      await asleep;
      await tx.query('UPDATE held SET n = 2');
    });
    const refused = expect(left).rejects.toSatisfy(isDatabaseLost);
    await held;
    await test.database.query('UPDATE held SET n = 3');
    wake();
    await refused;
    expect(await test.database.query('SELECT n FROM held')).toEqual([{ n: 3 }]);
  }, 30_000);

  it('gives up a statement that takes too long and stays usable', async () => {
    const hasty = openDatabase({ connection: test.connection, log: silentLog, queryTimeoutMs: 1_000 });
    await expect(hasty.query('SELECT pg_sleep(5)')).rejects.toThrow(/timeout/i);
    expect(await hasty.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await hasty.close();
  });

  it('stops a query that takes too long, and handles the end of its connection', async () => {
    await test.database.query('CREATE TABLE locked (n int)');
    const hasty = openDatabase({ connection: test.connection, log: silentLog, queryTimeoutMs: 1_000 });
    const copied = () => hasty.transaction((tx) => tx.copy('COPY locked FROM STDIN', Buffer.from('1\n')));
    await test.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE locked');
      await expect(copied()).rejects.toSatisfy(isDatabaseLost);
    });
    await copied();
    expect(await hasty.query('SELECT n FROM locked')).toEqual([{ n: 1 }]);
    await hasty.close();
  });
});

describe('migrations', () => {
  it('apply once, in order, even when two servers start together', async () => {
    const folder = folderWith({ '0002-b.sql': 'ALTER TABLE m ADD b int', '0001-a.sql': 'CREATE TABLE m (a int)' });
    const both = await Promise.all([migrate(test.database, silentLog, folder), migrate(test.database, silentLog, folder)]);
    expect(both.flat()).toEqual(['0001-a.sql', '0002-b.sql']);
    expect(await test.database.query('SELECT a, b FROM m')).toEqual([]);
  });

  it('refuse a changed file, a missing one and a number used twice', async () => {
    const changed = folderWith({ '0001-a.sql': 'CREATE TABLE other (a int)', '0002-b.sql': 'ALTER TABLE m ADD b int' });
    await expect(migrate(test.database, silentLog, changed)).rejects.toThrow(/0001-a.sql was changed/);
    await expect(migrate(test.database, silentLog, folderWith({}))).rejects.toThrow(/made by a newer one/);
    const twice = folderWith({ '0001-a.sql': '', '0001-b.sql': '' });
    await expect(migrate(test.database, silentLog, twice)).rejects.toThrow(/number 0001/);
  });
});
