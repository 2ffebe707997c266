import { hash } from 'node:crypto';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Authenticator, Session } from '../../calls/session.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { LruMap } from '../../platform/lru-map.ts';
import type { Hub } from '../../sockets/port.ts';
import type { Now } from '../ports.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { DeviceClass } from './device.ts';
import { type EndReason, type SessionChange, takeBackMs } from './sessions.ts';

/** Revocations by other gateways take effect within this time. */
const pollMs = 500;
/** When polling fails for this long, the cache is no longer trusted and every call asks the database. */
const trustMs = 1_500;
/** Each poll overlaps the last by this much, so that a slow commit is not missed. */
const overlapS = 10;
const rememberedAtMost = 100_000;

type EndListener = Parameters<Authenticator['onSessionEnd']>[0];

interface Known {
  session: Session;
  state: 'live' | 'replaced' | 'ended';
  reason: EndReason | null;
  restricted: boolean;
  expiresAt: number;
  changedAt: number;
}

interface Row {
  id: string;
  customer_id: bigint;
  device_class: DeviceClass;
  state: Known['state'];
  ended_reason: EndReason | null;
  expires_at: Date;
  changed_at: Date;
  restricted: boolean;
  account: number | null;
  venue: Venue;
  login_type: Session['loginType'];
  by_device: string | null;
  device_number: bigint | null;
  public_key: string | null;
}

const select = `SELECT s.id, s.customer_id, s.device_class, s.state, s.ended_reason, s.expires_at, s.changed_at,
    c.restricted_at IS NOT NULL AS restricted, c.account, c.venue, c.login_type, n.device AS by_device, d.number AS device_number, d.public_key
  FROM session s JOIN customer c ON c.id = s.customer_id LEFT JOIN session n ON n.id = s.replaced_by
    LEFT JOIN device d ON d.session_id = s.id AND d.number IS NOT NULL`;

export interface SessionAuthenticator extends Authenticator {
  /** Applies a change made by this gateway: it takes effect at once, notifies its session, and closes its sockets. */
  apply(changes: readonly SessionChange[]): void;
  /** Reads once what other gateways changed. */
  poll(): Promise<void>;
  /** Polls until the returned function is called. */
  start(): () => void;
}

export interface AuthenticatorParts {
  database: Database;
  tokens: AccessTokens;
  clock: Now;
  hub: Pick<Hub, 'toSession'>;
  log: Log;
}

/**
 * Turns a bearer token into a session. A known token costs one hash and two look-ups in memory. Its rights are still those of the session's current
 * state: this process makes the changes itself or learns of them within `pollMs`.
 */
export function createAuthenticator({ database, tokens, clock, hub, log }: AuthenticatorParts): SessionAuthenticator {
  const tokenCache = new LruMap<string, { sessionId: string; expiresAt: number }>(rememberedAtMost);
  const sessions = new LruMap<string, Known>(rememberedAtMost);
  /**
   * The last state that listeners know, so that a poll neither notifies them twice nor undoes a change that this gateway made after the poll began.
   */
  const announced = new LruMap<string, { state: Known['state']; changedAt: number }>(rememberedAtMost);
  const listeners = new Set<EndListener>();
  let polledAt = Number.NEGATIVE_INFINITY;

  const known = (row: Row): Known => ({
    session: {
      sessionId: row.id,
      customerId: String(row.customer_id),
      account: row.account ?? 0,
      venue: row.venue,
      loginType: row.login_type,
      deviceClass: row.device_class,
      device: row.device_number === null ? undefined : { number: Number(row.device_number), publicKey: row.public_key ?? '' },
    },
    state: row.state,
    reason: row.ended_reason,
    restricted: row.restricted,
    expiresAt: row.expires_at.getTime(),
    changedAt: row.changed_at.getTime(),
  });

  const admit = (one: Known): Session => {
    if (one.restricted) throw new Refusal('forbidden');
    if (one.state === 'replaced' || one.reason === 'replaced') throw new Refusal('loggedInElsewhere');
    if (one.state !== 'live' || one.expiresAt <= clock.now()) throw new Refusal('unauthorised');
    return one.session;
  };

  /** Keeps what a row says. A session stays one object, so that a device which it gets is known to every call that holds it. It is never taken away. */
  const keep = (row: Row): Known => {
    const one = known(row);
    const before = sessions.get(row.id)?.session;
    if (before) one.session = Object.assign(before, one.session, { device: one.session.device ?? before.device });
    sessions.set(row.id, one);
    return one;
  };

  const load = async (sessionId: string): Promise<Known> => {
    const [row] = await database.query<Row>(`${select} WHERE s.id = $1`, [sessionId]);
    if (!row) throw new Refusal('unauthorised');
    return keep(row);
  };

  const announce = ({ sessionId, to: state, reason, device, at }: SessionChange) => {
    const before = announced.get(sessionId);
    if (before && before.changedAt > at.getTime()) return;
    const one = sessions.get(sessionId);
    if (one) sessions.set(sessionId, { ...one, state, reason, changedAt: at.getTime() });
    announced.set(sessionId, { state, changedAt: at.getTime() });
    // A replaced session that ends needs no further notice: its sockets are closed and it was told.
    if (state === 'live' || (before && before.state !== 'live')) return;
    if (reason === 'replaced' || state === 'replaced') {
      hub.toSession(sessionId, { c: 'other-login', device, t: clock.now(), graceS: state === 'replaced' ? takeBackMs / 1000 : 0 });
    } else if (reason !== 'logout') hub.toSession(sessionId, { c: 'forced-logout', reason: reason ?? 'revoked' });
    const told = state === 'replaced' || reason === 'replaced' ? 'replaced' : reason === 'logout' ? 'logout' : 'revoked';
    for (const listener of listeners) {
      try {
        listener(sessionId, told, { device });
      } catch (error) {
        log.error({ err: error }, 'a listener for ended sessions threw an error');
      }
    }
  };

  const poll = async () => {
    const rows = await database.query<Row>(`${select} WHERE s.changed_at > clock_timestamp() - make_interval(secs => $1)`, [overlapS]);
    for (const row of rows) {
      const one = sessions.get(row.id);
      if (one && one.changedAt <= row.changed_at.getTime()) keep(row);
      const reason = row.state === 'replaced' ? 'replaced' : row.ended_reason;
      announce({ sessionId: row.id, to: row.state, reason, device: row.by_device ?? '', at: row.changed_at });
    }
    polledAt = clock.now();
  };

  return {
    async authenticate(token) {
      // Longer than any token of ours, so it is not worth hashing.
      if (token.length > 2_048) throw new Refusal('unauthorised');
      const key = hash('sha256', token, 'base64');
      const seen = tokenCache.get(key);
      const now = clock.now();
      if (seen && seen.expiresAt > now) {
        const one = now - polledAt <= trustMs ? sessions.get(seen.sessionId) : undefined;
        return admit(one ?? (await load(seen.sessionId)));
      }
      const { sessionId, expiresAt } = await tokens.verify(token);
      tokenCache.set(key, { sessionId, expiresAt });
      return admit(await load(sessionId));
    },

    onSessionEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    apply(changes) {
      for (const change of changes) announce(change);
    },

    poll,

    start() {
      let stopped = false;
      let timer: NodeJS.Timeout | undefined;
      const round = async () => {
        try {
          await poll();
        } catch (error) {
          log.warn({ err: error }, 'the server could not read changed sessions; it tries again');
        }
        if (stopped) return;
        timer = setTimeout(round, pollMs);
        timer.unref();
      };
      void round();
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
}
