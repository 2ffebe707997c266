import type { LoginType, Venue } from '@bourse/protocol/enums';

/** The customer that a request acts for, from its access token and the session table. */
export interface Session {
  sessionId: string;
  customerId: string;
  /** Account number in the venue's ledger. */
  account: number;
  venue: Venue;
  loginType: LoginType;
  deviceClass: 'phone' | 'desktop';
  /** The device of this session as the venue's journal knows it. Without one, nothing that this session sends is signed. */
  device?: SessionDevice | undefined;
}

export interface SessionDevice {
  /** Its number in the venue's journal. */
  number: number;
  /** '' for a device without a key. */
  publicKey: string;
}

/** What the gateway needs from people: the session of a bearer token. Rejects with unauthorised, loggedInElsewhere or forbidden. */
export interface Authenticator {
  authenticate(token: string): Promise<Session>;
  /** Sessions that ended or were replaced. Their sockets close within a second. */
  onSessionEnd(listener: (sessionId: string, reason: 'replaced' | 'revoked' | 'logout', detail: { device: string }) => void): () => void;
}
