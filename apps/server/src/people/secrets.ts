import type { Queryable } from '../platform/database.ts';

/**
 * A key that all gateways share. The first server to ask creates it. Every server reads the stored key back, so that two servers that start at once
 * use the same one.
 */
export async function sharedSecret<Value extends object>(database: Queryable, name: string, make: () => Promise<Value>): Promise<Value> {
  const read = () => database.query<{ value: Value }>('SELECT value FROM server_secret WHERE name = $1', [name]);
  const [stored] = await read();
  if (stored) return stored.value;
  await database.query('INSERT INTO server_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    JSON.stringify(await make()),
  ]);
  const [made] = await read();
  if (!made) throw new Error(`the shared secret ${name} was not stored`);
  return made.value;
}
