import { randomUUID } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import type { CallContext } from '../../calls/handlers.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Customer } from '../customers.ts';
import { addressBlock } from '../limits.ts';
import type { Now } from '../ports.ts';
import { type DeviceClass, deviceClassOf, deviceName } from './device.ts';
import {
  hashOf,
  isRefreshToken,
  newRefreshToken,
  refreshGraceMs,
  refreshIdleMs,
  sealSuccessor,
  unsealSuccessor,
} from './refresh-tokens.ts';

/** A session ends after this time, however active it is, and the password is asked again. */
export const sessionLongestMs = 30 * 24 * 3_600_000;
/** How long a replaced session may take its place back. */
export const takeBackMs = 60_000;

export type EndReason = 'replaced' | 'logout' | 'revoked' | 'reused' | 'password' | 'expired' | 'restricted' | 'locked';

export interface SessionRow {
  id: string;
  customer_id: bigint;
  device_class: DeviceClass;
  device: string;
  state: 'live' | 'replaced' | 'ended';
  ended_reason: EndReason | null;
  replaced_at: Date | null;
  replaced_by: string | null;
  last_seen_at: Date;
  expires_at: Date;
  changed_at: Date;
}

/** A session to notify once the transaction has committed. */
export type SessionChange = { sessionId: string; to: 'replaced' | 'live' | 'ended'; reason: EndReason | null; device: string; at: Date };

/** A customer who has just proved the right to sign in, and the password hash that was checked. */
export type SignedIn = Pick<Customer, 'id' | 'password_hash'>;

/** What is kept of the browser that signs in. */
export type SignsInFrom = Pick<CallContext, 'ip' | 'userAgent'>;

export interface Started {
  session: SessionRow;
  refreshToken: string;
  changes: SessionChange[];
}

/** A refusal that does not undo what was changed, and the session that it is about. */
export interface Refused {
  refusal: Refusal;
  sessionId: string;
  changes: SessionChange[];
}

const refusalsOf =
  ({ id }: SessionRow) =>
  (refusal: Refusal, changes: SessionChange[] = []): Refused => ({ refusal, sessionId: id, changes });

interface TokenRow {
  used_at: Date | null;
  expires_at: Date;
  successor: Buffer | null;
}

const columns =
  'id, customer_id, device_class, device, state, ended_reason, replaced_at, replaced_by, last_seen_at, expires_at, changed_at';

/** Every change of who is signed in. Each step is one transaction under a lock of the customer and device class. */
export function createSessionStore(database: Database, clock: Now) {
  const lock = (tx: Queryable, customerId: bigint, deviceClass: DeviceClass) =>
    tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`session:${customerId}:${deviceClass}`]);

  const issue = async (tx: Queryable, session: SessionRow, refreshToken = newRefreshToken()): Promise<string> => {
    const now = clock.now();
    const expires = Math.min(now + refreshIdleMs, session.expires_at.getTime());
    await tx.query('INSERT INTO refresh_token (hash, session_id, issued_at, expires_at) VALUES ($1, $2, $3, $4)', [
      hashOf(refreshToken),
      session.id,
      new Date(now),
      new Date(expires),
    ]);
    return refreshToken;
  };

  const end = async (tx: Queryable, id: string, reason: EndReason, by?: SessionRow): Promise<SessionChange[]> => {
    const rows = await tx.query<SessionRow>(
      `UPDATE session SET state = 'ended', ended_reason = $2, replaced_at = NULL, replaced_by = $3, changed_at = clock_timestamp()
       WHERE id = $1 AND state <> 'ended' RETURNING ${columns}`,
      [id, reason, by?.id ?? null],
    );
    return rows.map((row) => ({ sessionId: row.id, to: 'ended', reason, device: by?.device ?? row.device, at: row.changed_at }));
  };

  /** Waits for a password change or a restriction in progress and then sees it, so that an earlier sign-in cannot survive it. */
  const requireOpen = async (tx: Queryable, customer: SignedIn): Promise<void> => {
    const [current] = await tx.query<{ password_hash: string | null; restricted_at: Date | null; locked_at: Date | null }>(
      'SELECT password_hash, restricted_at, locked_at FROM customer WHERE id = $1 FOR SHARE',
      [customer.id],
    );
    if (!current || current.password_hash !== customer.password_hash) throw new Refusal('credentialsWrong');
    if (current.restricted_at) throw new Refusal('accountRestricted');
    if (current.locked_at) throw new Refusal('accountLocked');
  };

  const startIn = async (tx: Queryable, customer: SignedIn, { userAgent, ip }: SignsInFrom): Promise<Started> => {
    await requireOpen(tx, customer);
    const deviceClass = deviceClassOf(userAgent);
    await lock(tx, customer.id, deviceClass);
    const now = new Date(clock.now());
    const id = randomUUID();
    const device = deviceName(userAgent);
    const older = await tx.query<SessionRow>(
      `UPDATE session SET state = 'replaced', replaced_at = $3, replaced_by = $4, changed_at = clock_timestamp()
       WHERE customer_id = $1 AND device_class = $2 AND state = 'live' RETURNING ${columns}`,
      [customer.id, deviceClass, now, id],
    );
    const [session] = await tx.query<SessionRow>(
      `INSERT INTO session (id, customer_id, device_class, device, state, created_at, last_seen_at, expires_at, network)
       VALUES ($1, $2, $3, $4, 'live', $5, $5, $6, $7) RETURNING ${columns}`,
      [id, customer.id, deviceClass, device, now, new Date(now.getTime() + sessionLongestMs), addressBlock(ip)],
    );
    const refreshToken = await issue(tx, session!);
    const changes = older.map(
      (row): SessionChange => ({ sessionId: row.id, to: 'replaced', reason: 'replaced', device, at: row.changed_at }),
    );
    return { session: session!, refreshToken, changes };
  };

  /** The session of a refresh token, both locked. The lock of its customer and device class comes first, so that lock orders never cross. */
  const lockedByToken = async (tx: Queryable, refreshToken: string) => {
    if (!isRefreshToken(refreshToken)) throw new Refusal('refreshTokenInvalid');
    const hash = hashOf(refreshToken);
    const find = () =>
      tx.query<SessionRow>(`SELECT ${columns} FROM session WHERE id = (SELECT session_id FROM refresh_token WHERE hash = $1)`, [hash]);
    const [seen] = await find();
    if (!seen) throw new Refusal('refreshTokenInvalid');
    await lock(tx, seen.customer_id, seen.device_class);
    const [session] = await find();
    const [token] = await tx.query<TokenRow>('SELECT used_at, expires_at, successor FROM refresh_token WHERE hash = $1', [hash]);
    if (!session || !token) throw new Refusal('refreshTokenInvalid');
    return { session, token, hash };
  };

  /** Exchanges a token for its successor. `undefined`: it was used before, outside the grace period. */
  const rotate = async (tx: Queryable, session: SessionRow, presented: string, token: TokenRow): Promise<string | undefined> => {
    let held = presented;
    let row = token;
    // A used token leads to its successor, which another tab may have used too. Both tabs must get the end of the chain.
    while (row.used_at) {
      if (clock.now() - row.used_at.getTime() > refreshGraceMs || !row.successor) return undefined;
      held = unsealSuccessor(row.successor, held);
      const [next] = await tx.query<TokenRow>('SELECT used_at, expires_at, successor FROM refresh_token WHERE hash = $1', [hashOf(held)]);
      if (!next) return undefined;
      row = next;
    }
    if (row !== token) return held;
    const successor = newRefreshToken();
    await tx.query('UPDATE refresh_token SET used_at = $2, successor = $3 WHERE hash = $1', [
      hashOf(held),
      new Date(clock.now()),
      sealSuccessor(successor, held),
    ]);
    return issue(tx, session, successor);
  };

  const refuseSpent = (session: SessionRow) => (session.ended_reason === 'reused' ? 'refreshTokenReused' : 'refreshTokenInvalid');

  return {
    /** Signs in. The newer session takes the only place of its device class; the older one may take it back within a minute. */
    start: (customer: SignedIn, from: SignsInFrom): Promise<Started> => database.transaction((tx) => startIn(tx, customer, from)),
    startIn,
    requireOpen,

    /**
     * A reused token is a stolen copy: the session ends and both holders must sign in. The session must end even though the call is refused, so
     * refusals are values here and do not roll back.
     */
    refresh(refreshToken: string): Promise<Started | Refused> {
      return database.transaction(async (tx) => {
        const { session, token } = await lockedByToken(tx, refreshToken);
        const refused = refusalsOf(session);
        if (session.state === 'ended' && session.ended_reason !== 'replaced') return refused(new Refusal(refuseSpent(session)));
        const now = clock.now();
        if (token.expires_at.getTime() <= now || session.expires_at.getTime() <= now) {
          return refused(new Refusal('refreshTokenInvalid'), await end(tx, session.id, 'expired'));
        }
        if (session.state !== 'live') return refused(new Refusal('loggedInElsewhere'));
        const successor = await rotate(tx, session, refreshToken, token);
        if (!successor) return refused(new Refusal('refreshTokenReused'), await end(tx, session.id, 'reused'));
        await tx.query('UPDATE session SET last_seen_at = $2 WHERE id = $1', [session.id, new Date(now)]);
        return { session, refreshToken: successor, changes: [] };
      });
    },

    /** The replaced session takes its place back. The newer one ends for good, so the two cannot alternate for ever. */
    keepOnline(refreshToken: string): Promise<Started | Refused> {
      return database.transaction(async (tx) => {
        const { session, token } = await lockedByToken(tx, refreshToken);
        const refused = refusalsOf(session);
        const now = clock.now();
        if (session.state === 'ended') return refused(new Refusal(refuseSpent(session)));
        const late = session.replaced_at !== null && now - session.replaced_at.getTime() > takeBackMs;
        if (late || token.expires_at.getTime() <= now || session.expires_at.getTime() <= now) {
          return refused(new Refusal('refreshTokenInvalid'));
        }
        const successor = await rotate(tx, session, refreshToken, token);
        if (!successor) return refused(new Refusal('refreshTokenReused'), await end(tx, session.id, 'reused'));
        const changes: SessionChange[] = [];
        if (session.state === 'replaced') {
          const [newer] = await tx.query<SessionRow>(
            `SELECT ${columns} FROM session WHERE customer_id = $1 AND device_class = $2 AND state = 'live'`,
            [session.customer_id, session.device_class],
          );
          if (newer) changes.push(...(await end(tx, newer.id, 'replaced', session)));
          const [back] = await tx.query<SessionRow>(
            `UPDATE session SET state = 'live', replaced_at = NULL, replaced_by = NULL, last_seen_at = $2, changed_at = clock_timestamp()
             WHERE id = $1 AND state = 'replaced' RETURNING ${columns}`,
            [session.id, new Date(now)],
          );
          // All of the customer's sessions ended meanwhile.
          if (!back) return refused(new Refusal('refreshTokenInvalid'), changes);
          changes.push({ sessionId: session.id, to: 'live', reason: null, device: session.device, at: back.changed_at });
        }
        return { session, refreshToken: successor, changes };
      });
    },

    /** The replaced session gives way at once. Returns the session that may continue, if it is still open. */
    giveWay(refreshToken: string): Promise<{ changes: SessionChange[]; newer: string | null }> {
      return database.transaction(async (tx) => {
        const { session } = await lockedByToken(tx, refreshToken);
        if (session.state !== 'replaced') return { changes: [], newer: null };
        return { changes: await end(tx, session.id, 'replaced'), newer: session.replaced_by };
      });
    },

    end: (sessionId: string, reason: EndReason) => database.transaction((tx) => end(tx, sessionId, reason)),

    /** Ends a session of this customer. Nothing of another's, nor of one that is over. */
    endOf: (customerId: string, sessionId: string): Promise<SessionChange[]> =>
      database.transaction(async (tx) => {
        const mine = await tx.query('SELECT 1 FROM session WHERE id = $1 AND customer_id = $2', [sessionId, customerId]);
        return mine.length === 0 ? [] : end(tx, sessionId, 'revoked');
      }),

    /** Ends all sessions of a customer, or all but one. */
    async endAll(tx: Queryable, customerId: bigint, reason: EndReason, except?: string): Promise<SessionChange[]> {
      const rows = await tx.query<SessionRow>(
        `UPDATE session SET state = 'ended', ended_reason = $2, replaced_at = NULL, changed_at = clock_timestamp()
         WHERE customer_id = $1 AND state <> 'ended' AND id IS DISTINCT FROM $3 RETURNING ${columns}`,
        [customerId, reason, except ?? null],
      );
      return rows.map((row) => ({ sessionId: row.id, to: 'ended', reason, device: row.device, at: row.changed_at }));
    },

    async liveOn(customerId: bigint, userAgent: string): Promise<SessionRow | undefined> {
      const [row] = await database.query<SessionRow>(
        `SELECT ${columns} FROM session WHERE customer_id = $1 AND device_class = $2 AND state = 'live' AND expires_at > $3`,
        [customerId, deviceClassOf(userAgent), new Date(clock.now())],
      );
      return row;
    },
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
