import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

/** An advisory lock key that only this program uses: many servers may start at once, and one of them migrates. */
const migrationLock = 7_217_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Applies the missing migrations from `apps/server/migrations` in the order of their names, each in its own transaction. Returns their names. */
export async function migrate(database: Database, log: Log, folder = migrationsFolder()): Promise<string[]> {
  const wanted = readMigrations(folder);
  return database.withConnection(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      return await applyMissing(client, wanted, log);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    }
  });
}

async function applyMissing(client: PoolClient, wanted: readonly Migration[], log: Log): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const known = new Set(wanted.map(({ name }) => name));
  const stranger = rows.find((row) => !known.has(row.name));
  if (stranger)
    throw new Error(`The database has migration ${stranger.name}, which this program does not know: it was made by a newer one.`);
  const names: string[] = [];
  for (const { name, sql, checksum } of wanted) {
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before !== undefined) throw new Error(`Migration ${name} was changed after it had been applied. Add a new one instead.`);
    await client.query('BEGIN');
    try {
      await client.query(sql);
      await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
    names.push(name);
  }
  if (names.length > 0) log.info({ names }, 'the server migrated the database');
  return names;
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
  const numbers = names.map((name) => name.slice(0, 4));
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice) throw new Error(`Two migrations carry the number ${twice}.`);
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Finds the folder from wherever this module runs: from its source or from a bundle elsewhere in the project. */
export function migrationsFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'apps/server/migrations');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error(`apps/server/migrations not found above ${resolve(from)}`);
  }
}
