import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { SecurityServices } from './services.ts';

type Names = 'GET system/session/list' | 'POST system/session/end';

interface Row {
  id: string;
  device: string;
  device_class: 'phone' | 'desktop';
  network: string | null;
  created_at: Date;
  last_seen_at: Date;
}

export const sessionCalls = ({ people }: Pick<SecurityServices, 'people'>): Handlers<Names> => ({
  'GET system/session/list': async (_input, { session }) => {
    const rows = await people.database.query<Row>(
      `SELECT id, device, device_class, network, created_at, last_seen_at FROM session
       WHERE customer_id = $1 AND state = 'live' AND expires_at > $2 ORDER BY last_seen_at DESC, id`,
      [session.customerId, new Date(people.clock.now())],
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.device,
      deviceClass: row.device_class,
      current: row.id === session.sessionId,
      place: row.network,
      signedInAt: row.created_at.getTime(),
      lastSeenAt: row.last_seen_at.getTime(),
    }));
  },

  'POST system/session/end': async ({ id }, { session }) => {
    const changes =
      id === 'others'
        ? await people.database.transaction((tx) => people.sessions.endAll(tx, BigInt(session.customerId), 'revoked', session.sessionId))
        : await people.sessions.endOf(session.customerId, id);
    if (id !== 'others' && changes.length === 0) throw new Refusal('notFound');
    people.authenticator.apply(changes);
    for (const { sessionId } of changes)
      people.securityLog('sessionEnded', { customerId: session.customerId, sessionId, reason: 'revoked' });
    return { ended: changes.length };
  },
});
