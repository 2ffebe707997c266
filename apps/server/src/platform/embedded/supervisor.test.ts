import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedBinaries, temporaryFolder } from '../../testing/database.ts';
import { silentLog } from '../log.ts';
import { openDatabase } from '../postgres.ts';
import { provideBinaries } from './binaries.ts';
import { isAlive, startMark } from './pidfile.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';

const running: EmbeddedPostgres[] = [];
const start = async (dataFolder: string) => {
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    log: silentLog,
    binariesCache: sharedBinaries(),
    settings: ['shared_buffers=16MB'],
  });
  running.push(postgres);
  return postgres;
};
const ask = async (postgres: EmbeddedPostgres, text: string) => {
  const database = openDatabase({ connection: postgres.connection, log: silentLog });
  try {
    return await database.query(text);
  } finally {
    await database.close();
  }
};
const eventually = async (holds: () => boolean | Promise<boolean>) => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never came to hold');
};

afterEach(async () => {
  for (const postgres of running.splice(0).reverse()) await postgres.stop();
});

describe('embedded database', { timeout: 60_000 }, () => {
  it('keeps its rows over a clean stop and start, with checksums on', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    await ask(first, 'CREATE TABLE kept AS SELECT 42::bigint AS answer');
    const pid = first.pid() ?? 0;
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start(folder);
    expect(await ask(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42n }]);
    expect(await ask(second, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
  });

  it('is started again when it is killed', async () => {
    const postgres = await start(temporaryFolder());
    const before = postgres.pid() ?? 0;
    process.kill(before, 'SIGKILL');
    await eventually(() => postgres.pid() !== undefined && postgres.pid() !== before);
    await eventually(() =>
      ask(postgres, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  });

  it('serves a guest and leaves the owner’s server running', async () => {
    const folder = temporaryFolder();
    const owner = await start(folder);
    // Another living process holds the supervisor's lock.
    writeFileSync(join(folder, 'postgres', 'supervisor.pid'), `${process.ppid} ${startMark(process.ppid)}`);
    const guest = await start(folder);
    expect(guest.role).toBe('guest');
    await guest.stop();
    expect(owner.pid()).toBeDefined();
  });

  it('takes over a server that an earlier process left behind', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    const pid = first.pid();
    writeFileSync(join(folder, 'postgres', 'supervisor.pid'), '999999999 1');
    const second = await start(folder);
    expect(second.role).toBe('owner');
    expect(second.pid()).toBe(pid);
  });

  it('uses a short socket folder when the data folder’s path is too long for one', async () => {
    const folder = join(temporaryFolder(), 'a'.repeat(90));
    mkdirSync(folder, { recursive: true });
    const postgres = await start(folder);
    expect(existsSync(join(postgres.connection.host ?? '', '.s.PGSQL.5432'))).toBe(true);
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses a folder that holds something else', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'data', 'letter.txt'), 'hello');
    await expect(start(folder)).rejects.toThrow(/holds something that is not a database/);
  });
});

it('copies its programs again when somebody removed some of them', () => {
  const cache = temporaryFolder();
  const program = join(provideBinaries(cache), 'bin', 'postgres');
  rmSync(program);
  provideBinaries(cache);
  expect(existsSync(program)).toBe(true);
});
