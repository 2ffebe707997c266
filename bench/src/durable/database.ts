import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@bourse/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';

/** An embedded PostgreSQL in a folder of its own, with full durability, gone afterwards. */
export async function withPostgres<T>(work: (fresh: () => Promise<Connection>) => Promise<T>): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  let count = 0;
  try {
    return await work(async () => {
      count += 1;
      const database = openDatabase({ connection: postgres.connection, log: silentLog, poolSize: 1 });
      await database.query(`CREATE DATABASE bench_${count}`);
      await database.close();
      return { ...postgres.connection, database: `bench_${count}` };
    });
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
