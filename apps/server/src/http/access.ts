import type { CallSpec } from '@bourse/protocol';
import { holds } from '@bourse/protocol';
import { LoginType } from '@bourse/protocol/enums';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { Authenticator, Session } from '../calls/session.ts';
import type { OperatorSession, Operators } from '../operators/port.ts';
import type { Clock } from '../platform/clock.ts';

/** How long a verified token is trusted without another check. An ended session is forgotten at once. */
const trustMs = 1_000;
const maxTokens = 50_000;

interface Known {
  /** The whole header. */
  authorization: string;
  session: Session | Promise<Session>;
  until: number;
}

/**
 * The cache key of a header: the end of its token's signature, because a map hashes each new string whole and a token is long. Two tokens never share
 * it by accident, and a hit is compared with the whole header, so that a known one is not taken apart again.
 */
const placeOf = (authorization: string) => authorization.slice(-24);

/** Somebody who is known and asked for a call that is not for them. */
export type RefusedCaller = { call: string; refusal: ErrorName; sessionId: string } & ({ customerId: string } | { operatorId: string });

/** Finds who a bearer token belongs to. Verification is cached for a second, so thousands of orders a second with one token cost one check. */
export class Access {
  private readonly authenticator: Authenticator;
  private readonly operators: Operators;
  private readonly clock: Clock;
  private readonly refused: (caller: RefusedCaller) => void;
  private readonly known = new Map<string, Known>();
  /** By session: it has another token after each refresh, and the one before goes on for some minutes. */
  private readonly places = new Map<string, Set<string>>();
  /** Sessions that have ended. Whoever was checked while one ended is checked again. */
  private ends = 0;

  /** `refused` hears of each caller who was recognised and turned away. */
  constructor(authenticator: Authenticator, operators: Operators, clock: Clock, refused: (caller: RefusedCaller) => void = () => {}) {
    this.refused = refused;
    this.authenticator = authenticator;
    this.operators = operators;
    this.clock = clock;
    authenticator.onSessionEnd((sessionId) => {
      this.ends += 1;
      for (const place of this.places.get(sessionId) ?? []) this.known.delete(place);
      this.places.delete(sessionId);
    });
  }

  /**
   * The operator of an operators' call, if their permissions allow it. Checked for each call, so that a withdrawn permission takes effect at once.
   */
  async admitOperator(
    { permission }: Pick<CallSpec, 'permission'>,
    authorization: string | undefined,
    call = '',
  ): Promise<OperatorSession> {
    const token = bearer(authorization);
    if (!token) throw new Refusal('unauthorised');
    const operator = await this.operators.authenticate(token);
    if (permission === null || !holds(operator.permissions, permission)) {
      const { operatorId, sessionId } = operator;
      this.refused({ call, refusal: 'permissionMissing', operatorId, sessionId });
      throw new Refusal('permissionMissing', { permission: permission ?? 'none' });
    }
    return operator;
  }

  /** The session of a customers' call, or null where none is needed. Synchronous when the token is cached. Throws the refusal otherwise. */
  admit(
    { audience, account }: Pick<CallSpec, 'audience' | 'account'>,
    authorization: string | undefined,
    call = '',
  ): Session | null | Promise<Session | null> {
    if (audience === 'operator') throw new Error('a call of operators was asked for a customer');
    if (audience === 'anyone') return null;
    const session = this.session(authorization);
    if (session === undefined) {
      if (audience === 'visitor') return null;
      throw new Refusal('unauthorised');
    }
    if (audience === 'visitor') {
      // Public pages stay readable when a token has just expired. Calls that need a token refuse it.
      return session instanceof Promise ? session.catch(whenRefused) : session;
    }
    // The chat is for visitors with a temporary sign-in too.
    if (audience === 'chat') return session;
    return session instanceof Promise ? session.then((found) => this.allowed(account, found, call)) : this.allowed(account, session, call);
  }

  private allowed(account: CallSpec['account'], session: Session, call: string): Session {
    const refusal =
      session.loginType === LoginType.temporary
        ? 'forbidden'
        : account === 'real' && session.loginType !== LoginType.real
          ? 'demoNotAllowed'
          : undefined;
    if (refusal === undefined) return session;
    this.refused({ call, refusal, customerId: session.customerId, sessionId: session.sessionId });
    throw new Refusal(refusal);
  }

  /** Undefined for a header that brings no token. */
  private session(authorization: string | undefined): Session | Promise<Session> | undefined {
    if (authorization === undefined) return undefined;
    const now = this.clock.now();
    const place = placeOf(authorization);
    const found = this.known.get(place);
    // The clock may jump back. Then a check "in the future" must be repeated.
    if (found?.authorization === authorization && now < found.until && found.until - now <= trustMs) return found.session;
    const token = bearer(authorization);
    if (!token) return undefined;
    if (this.known.size >= maxTokens) {
      this.known.clear();
      this.places.clear();
    }
    const { ends } = this;
    const session = this.authenticator.authenticate(token);
    const entry: Known = { authorization, session, until: now + trustMs };
    this.known.set(place, entry);
    session.then(
      (one) => {
        if (this.ends !== ends) return void this.known.delete(place);
        entry.session = one;
        const places = this.places.get(one.sessionId) ?? new Set();
        this.places.set(one.sessionId, places.add(place));
      },
      () => this.known.delete(place),
    );
    return session;
  }
}

const whenRefused = (error: unknown) => {
  if (error instanceof Refusal && error.refusal !== 'unavailable') return null;
  throw error;
};

export function bearer(authorization: string | undefined): string | undefined {
  if (!authorization || authorization.length > 2_100) return undefined;
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1];
}
