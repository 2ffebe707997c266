import { createHash, ECDH } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../../calls/handlers.ts';
import type { Session } from '../../calls/session.ts';
import type { Now } from '../../people/ports.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { learnTimeZone } from '../preferences/store.ts';
import { allowedEndpoint } from './endpoint.ts';

interface Stored {
  session_id: string;
  p256dh: Buffer;
  auth: Buffer;
}

const isPoint = (key: Buffer): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
};

/**
 * Subscriptions of browsers, one for each session. Whoever brings a known endpoint must bring its secret too: it is the same browser, in which somebody else is
 * signed in now. An endpoint alone takes nobody's pushes away.
 */
export function subscriptionHandlers({
  database,
  clock,
  hosts,
}: {
  database: Database;
  clock: Now;
  /** Where pushes may go. */
  hosts: readonly string[];
}): Handlers<'POST system/push/subscribe' | 'POST system/push/unsubscribe'> {
  const devicesOf = async (db: Queryable, { customerId }: Session) => {
    const [row] = await db.query<{ n: bigint }>('SELECT count(*) AS n FROM push_subscription WHERE customer_id = $1', [customerId]);
    return { devices: Number(row?.n ?? 0n) };
  };
  return {
    'POST system/push/subscribe': async ({ endpoint, keys, timeZone }, { session }) => {
      const url = allowedEndpoint(endpoint, hosts);
      if (!url) throw new Refusal('pushEndpointRefused');
      const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
      if (!isPoint(p256dh)) throw new Refusal('pushKeyInvalid');
      const hash = createHash('sha256').update(url.href).digest();
      return database.transaction(async (tx) => {
        // A session that ends meanwhile waits for this, and then takes the subscription with it.
        const live = await tx.query("SELECT 1 FROM session WHERE id = $1 AND state = 'live' FOR SHARE", [session.sessionId]);
        if (live.length === 0) throw new Refusal('unauthorised');
        const [known] = await tx.query<Stored>(
          'SELECT session_id, p256dh, auth FROM push_subscription WHERE endpoint_hash = $1 FOR UPDATE',
          [hash],
        );
        if (known && known.session_id !== session.sessionId && !(known.p256dh.equals(p256dh) && known.auth.equals(auth)))
          throw new Refusal('pushEndpointTaken');
        await tx.query('DELETE FROM push_subscription WHERE session_id = $1 OR endpoint_hash = $2', [session.sessionId, hash]);
        const made = await tx.query(
          `INSERT INTO push_subscription (session_id, customer_id, endpoint, endpoint_hash, p256dh, auth, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
          [session.sessionId, session.customerId, url.href, hash, p256dh, auth, new Date(clock.now())],
        );
        if (made.length === 0) throw new Refusal('pushEndpointTaken');
        if (timeZone !== undefined) await learnTimeZone(tx, session.customerId, timeZone);
        return devicesOf(tx, session);
      });
    },
    'POST system/push/unsubscribe': async (_input, { session }) => {
      await database.query('DELETE FROM push_subscription WHERE session_id = $1', [session.sessionId]);
      return devicesOf(database, session);
    },
  };
}
