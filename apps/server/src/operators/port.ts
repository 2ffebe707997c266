import type { Permission } from '@bourse/protocol';

/** An operator who is signed in at the console. */
export interface OperatorSession {
  sessionId: string;
  operatorId: string;
  /** As of this moment: a role that is taken away is gone with the next call. */
  permissions: ReadonlySet<Permission>;
}

/** What the gateway needs of operators: turn a bearer token into a session. Rejects with `unauthorised`. */
export interface Operators {
  authenticate(token: string): Promise<OperatorSession>;
}
