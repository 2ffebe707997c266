import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded/supervisor.ts';
import { silentLog } from '../platform/log.ts';
import { migrate } from '../platform/migrations.ts';
import { type Connection, openDatabase } from '../platform/postgres.ts';

/**
 * A database for tests. One PostgreSQL per test worker: the one `BOURSE_TEST_DATABASE_URL` names, otherwise an embedded one in a temporary folder.
 * Each caller gets a fresh, migrated database of its own. In a test file:
 *
 *     const database = await testDatabase();   // at top level or in beforeAll
 *     afterAll(() => database.drop());
 */
export interface TestDatabase {
  database: Database;
  connection: Connection;
  /** Closes the pool and drops the database. The worker's server stops with the process. */
  drop(): Promise<void>;
}

let server: Promise<Connection> | undefined;
let count = 0;

export async function testDatabase(options: { migrated?: boolean; poolSize?: number } = {}): Promise<TestDatabase> {
  server ??= provideServer();
  const admin = await server;
  count += 1;
  const name = `test_${process.pid}_${count}_${Date.now().toString(36)}`;
  await execute(admin, `CREATE DATABASE ${name} TEMPLATE template0`);
  const connection = withDatabase(admin, name);
  const database = openDatabase({ connection, log: silentLog, poolSize: options.poolSize ?? 8 });
  if (options.migrated !== false) await migrate(database, silentLog);
  return {
    database,
    connection,
    async drop() {
      await database.close();
      await execute(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

let base: string | undefined;

/** A temporary folder for one test. After this process ends, in whatever way, the folder is removed and any database in it stopped. */
export function temporaryFolder(): string {
  base ??= watchedFolder();
  return mkdtempSync(join(base, 't-'));
}

/** A test runner kills its workers without warning, so only another process can clean up after them. */
function watchedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-test-'));
  chmodSync(folder, 0o711);
  const script = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.5; done
    for file in "${folder}"/*/postgres/data/postmaster.pid; do [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")"; done
    sleep 1; rm -rf "${folder}"`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
  return folder;
}

/** One copy of the database's programs for all tests of this machine. */
export function sharedBinaries(): string {
  const folder = join(tmpdir(), `bourse-binaries-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Settings that trade durability for speed: for tests only. */
const unsafeAndFast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=32MB'];

async function provideServer(): Promise<Connection> {
  const given = process.env['BOURSE_TEST_DATABASE_URL'];
  if (given) return { connectionString: given };
  const postgres = await startEmbeddedPostgres({
    dataFolder: temporaryFolder(),
    log: silentLog,
    binariesCache: sharedBinaries(),
    settings: unsafeAndFast,
  });
  return postgres.connection;
}

function withDatabase(connection: Connection, name: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

async function execute(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
