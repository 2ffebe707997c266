import type { Permission } from '@bourse/protocol';

/** An operator who is signed in at the console. */
export interface OperatorSession {
  sessionId: string;
  operatorId: string;
  /** Current permissions: a withdrawn role has no effect from the next call on. */
  permissions: ReadonlySet<Permission>;
}

/** What the gateway needs from operators: the session of a bearer token. Rejects with `unauthorised`. */
export interface Operators {
  authenticate(token: string): Promise<OperatorSession>;
}
