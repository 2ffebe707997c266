import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded/supervisor.ts';
import type { Log } from './log.ts';
import { migrate } from './migrations.ts';
import { type Connection, openDatabase } from './postgres.ts';

export interface ProvidedDatabase {
  database: Database;
  /** Called for every dedicated connection: an embedded server may restart on another port. */
  connection: () => Connection;
  embedded: boolean;
  stop(): Promise<void>;
}

/**
 * The configured database, running and migrated: the one at `DATABASE_URL`, or the embedded one in the data folder. `check` inspects it before any
 * migration, and throws when the database must not be changed.
 */
export async function provideDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  log: Log,
  check: (database: Database) => Promise<void>,
): Promise<ProvidedDatabase> {
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataFolder: config.dataFolder, log }) : undefined;
  const connection = (): Connection => embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  const database = openDatabase({ connection, log });
  const stop = async () => {
    await database.close().catch(() => {});
    await embedded?.stop();
  };
  try {
    await check(database);
    await migrate(database, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { database, connection, embedded: embedded !== undefined, stop };
}
