import type { LoginType, Venue } from '@bourse/protocol/enums';

/** Who a request speaks for, as its access token and the session table say. */
export interface Session {
  sessionId: string;
  customerId: string;
  /** Number in the venue's ledger. */
  account: number;
  venue: Venue;
  loginType: LoginType;
  deviceClass: 'phone' | 'desktop';
}

/** What the gateway needs of people: turn a bearer token into a session. Rejects with unauthorised, loggedInElsewhere or forbidden. */
export interface Authenticator {
  authenticate(token: string): Promise<Session>;
  /** Sessions that ended or were replaced; sockets close within a second. */
  onSessionEnd(listener: (sessionId: string, reason: 'replaced' | 'revoked' | 'logout', detail: { device: string }) => void): () => void;
}
