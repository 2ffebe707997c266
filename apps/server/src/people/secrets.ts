import type { Queryable } from '../platform/database.ts';
import { seal, unseal } from '../platform/sealing.ts';

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

/**
 * The same, sealed by the server's own key, which is in no table: whoever has a copy of the database has nothing of this secret. One that an earlier release stored
 * in the clear is sealed when it is read.
 */
export async function sealedSecret<Value extends object>(
  database: Queryable,
  key: Uint8Array,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const sealedName = `server secret ${name}`;
  const closed = (value: Value) => ({ sealed: seal(key, sealedName, Buffer.from(JSON.stringify(value))).toString('base64') });
  const kept = await sharedSecret<Value | { sealed: string }>(database, name, async () => closed(await make()));
  if ('sealed' in kept) return JSON.parse(unseal(key, sealedName, Buffer.from(kept.sealed, 'base64')).toString()) as Value;
  await database.query("UPDATE server_secret SET value = $2 WHERE name = $1 AND NOT value ? 'sealed'", [
    name,
    JSON.stringify(closed(kept)),
  ]);
  return kept;
}
