import type { Audience } from '@bourse/protocol';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Clock } from '../platform/clock.ts';
import type { Authenticator, Session } from './handlers.ts';

/** How long a verified token is believed without asking again; an ended session is forgotten at once. */
const trustMs = 1_000;
const mostTokens = 50_000;

interface Known {
  session: Session | Promise<Session>;
  until: number;
}

/** Who is asking, by bearer token. Verification is cached for a second: thousands of orders a second over one token cost one check. */
export class Access {
  private readonly authenticator: Authenticator;
  private readonly clock: Clock;
  private readonly known = new Map<string, Known>();
  private readonly tokens = new Map<string, string>();

  constructor(authenticator: Authenticator, clock: Clock) {
    this.authenticator = authenticator;
    this.clock = clock;
    authenticator.onSessionEnd((sessionId) => {
      const token = this.tokens.get(sessionId);
      this.tokens.delete(sessionId);
      if (token) this.known.delete(token);
    });
  }

  /** The session of a call for this audience, or null where none is needed; at once where the token is known. Throws the refusal otherwise. */
  admit(audience: Audience, authorization: string | undefined): Session | null | Promise<Session | null> {
    if (audience === 'anyone') return null;
    const token = bearer(authorization);
    if (!token) {
      if (audience === 'visitor') return null;
      throw new Refusal('unauthorised');
    }
    const session = this.session(token);
    if (audience === 'visitor') {
      // Public pages stay readable when a token has just ended; calls that need one will say so.
      return session instanceof Promise ? session.catch(whenRefused) : session;
    }
    return session instanceof Promise ? session.then((found) => allowed(audience, found)) : allowed(audience, session);
  }

  private session(token: string): Session | Promise<Session> {
    const now = this.clock.now();
    const found = this.known.get(token);
    // The clock may jump back: what was checked "in the future" is checked again.
    if (found && now < found.until && found.until - now <= trustMs) return found.session;
    if (this.known.size >= mostTokens) {
      this.known.clear();
      this.tokens.clear();
    }
    const session = this.authenticator.authenticate(token);
    const entry: Known = { session, until: now + trustMs };
    this.known.set(token, entry);
    session.then(
      (one) => {
        entry.session = one;
        this.tokens.set(one.sessionId, token);
      },
      () => this.known.delete(token),
    );
    return session;
  }
}

function allowed(audience: Audience, session: Session): Session {
  if (session.loginType === LoginType.temporary) throw new Refusal('forbidden');
  if (audience === 'real' && session.loginType !== LoginType.real) throw new Refusal('demoNotAllowed');
  return session;
}

const whenRefused = (error: unknown) => {
  if (error instanceof Refusal && error.refusal !== 'unavailable') return null;
  throw error;
};

function bearer(authorization: string | undefined): string | undefined {
  if (!authorization || authorization.length > 2_100) return undefined;
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1];
}
