import { createHash } from 'node:crypto';
import type { CallContext } from '../calls/handlers.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { addressBlock } from './limits.ts';
import type { Now } from './ports.ts';

/** Where a call comes from: its address, and the key that its browser keeps, if it sent one. */
export type From = Pick<CallContext, 'ip' | 'device'>;

/** A customer's most recent browsers that are remembered. */
const rememberedAtMost = 10;
/** A browser that was not used for so long is forgotten. */
export const deviceKeptMs = 180 * 24 * 3_600_000;

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const keyHash = (device: string) => hashOf(`device\n${device}`);

/** Whoever asks, as the store of codes compares it: the browser if it names itself, or else the network. */
export const askerOf = ({ ip, device }: From): Buffer => (device ? keyHash(device) : hashOf(`network\n${addressBlock(ip)}`));

/**
 * Browsers from which a customer has signed in. Strangers can use up what everybody may try, but not what a known browser may. Being known proves
 * nothing else: the password is asked as always.
 */
export function createDevices(database: Database, clock: Now) {
  return {
    /** Costs the same for customers that exist and for those that do not. */
    async known(customerId: bigint | undefined, device: string | undefined): Promise<boolean> {
      const rows = await database.query('SELECT 1 FROM known_device WHERE customer_id = $1 AND key_hash = $2', [
        customerId ?? 0n,
        keyHash(device ?? ''),
      ]);
      return device !== undefined && rows.length > 0;
    },

    async remember(db: Queryable, customerId: bigint, device: string | undefined): Promise<void> {
      if (device === undefined) return;
      await db.query(
        `INSERT INTO known_device (customer_id, key_hash, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (customer_id, key_hash) DO UPDATE SET seen_at = excluded.seen_at`,
        [customerId, keyHash(device), new Date(clock.now())],
      );
      await db.query(
        `DELETE FROM known_device WHERE customer_id = $1 AND key_hash IN (
           SELECT key_hash FROM known_device WHERE customer_id = $1 ORDER BY seen_at DESC OFFSET $2)`,
        [customerId, rememberedAtMost],
      );
    },

    forgetAll: (db: Queryable, customerId: bigint) => db.query('DELETE FROM known_device WHERE customer_id = $1', [customerId]),
  };
}
export type Devices = ReturnType<typeof createDevices>;
