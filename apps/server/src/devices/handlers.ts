import { Refusal } from '@bourse/protocol/errors';
import { keyText } from '@bourse/protocol/signing';
import type { Handlers } from '../calls/handlers.ts';
import type { People } from '../people/people.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { DeviceStore } from './device-store.ts';
import { isSignedBy, keyOf, nameOfKey, signatureOf } from './keys.ts';
import { signedTimeHours } from './signing.ts';

type Names = 'POST system/member/device-key' | 'GET system/member/device-list' | 'POST system/member/device-revoke';

/** A key is taken only this soon after the sign-in, so that a token stolen later makes nobody's key the customer's. */
const keyWithinMinutes = 10;

interface Parts {
  database: Database;
  clock: Pick<Clock, 'now'>;
  devices: DeviceStore;
  people: Pick<People, 'endSession'>;
}

interface Row {
  id: string;
  device: string;
  device_class: 'phone' | 'desktop';
  created_at: Date;
  last_seen_at: Date;
  number: bigint | null;
  public_key: string | null;
}

export const deviceHandlers = ({ database, clock, devices, people }: Parts): Handlers<Names> => ({
  'POST system/member/device-key': async ({ publicKey, time, signature }, { session }) => {
    const key = keyOf(publicKey);
    if (!key) throw new Refusal('deviceKeyInvalid');
    const name = nameOfKey(publicKey);
    if (Math.abs(time - clock.now()) > signedTimeHours * 3_600_000) throw new Refusal('signedTimeOff', { hours: signedTimeHours });
    const bytes = signatureOf(signature);
    if (!bytes || !(await isSignedBy(key, keyText({ customer: session.customerId, key: name, time }), bytes)))
      throw new Refusal('signatureInvalid');
    if (session.device && session.device.publicKey !== publicKey) throw new Refusal('deviceKeyBound');
    const { venue, account } = session;
    // A repeat, after an answer that was lost.
    if (session.device) return { device: String(session.device.number), key: name, venue, account };
    const [row] = await database.query<{ created_at: Date }>('SELECT created_at FROM session WHERE id = $1', [session.sessionId]);
    if (!row || clock.now() - row.created_at.getTime() > keyWithinMinutes * 60_000)
      throw new Refusal('deviceKeyLate', { minutes: keyWithinMinutes });
    session.device = await devices.open(session, publicKey).catch((error) => {
      const refusal = error instanceof Refusal ? error.refusal : undefined;
      if (refusal === 'commandIdReused') throw new Refusal('deviceKeyBound');
      if (refusal === 'deviceKeyUsed') throw new Refusal('deviceKeyUsed');
      if (refusal === 'devicesTooMany') throw new Refusal('devicesTooMany');
      throw error;
    });
    return { device: String(session.device.number), key: name, venue, account };
  },

  'GET system/member/device-list': async (_input, { session }) => {
    const rows = await database.query<Row>(
      `SELECT s.id, s.device, s.device_class, s.created_at, s.last_seen_at, d.number, d.public_key
       FROM session s LEFT JOIN device d ON d.session_id = s.id AND d.number IS NOT NULL
       WHERE s.customer_id = $1 AND s.state = 'live' AND s.expires_at > $2 ORDER BY s.last_seen_at DESC, s.id`,
      [session.customerId, new Date(clock.now())],
    );
    return rows.map(({ id, device, device_class: deviceClass, created_at, last_seen_at, number, public_key: publicKey }) => ({
      id,
      name: device,
      deviceClass,
      current: id === session.sessionId,
      signed: Boolean(publicKey),
      key: publicKey ? nameOfKey(publicKey) : null,
      device: number === null ? null : String(number),
      signedInAt: created_at.getTime(),
      lastSeenAt: last_seen_at.getTime(),
    }));
  },

  'POST system/member/device-revoke': async ({ id }, { session }) => {
    await people.endSession(session.customerId, id);
    // The session is over at once. Its end lets the job close its device in the journal.
    return { done: true };
  },
});
