import type { Venue } from '@bourse/protocol/enums';
import type { ControlMessage, PrivateMessage } from '@bourse/protocol/socket';

type WithoutNumbers<Message> = Message extends unknown ? Omit<Message, 'seq' | 'prev'> : never;
export type PrivatePush = WithoutNumbers<PrivateMessage>;

/** Pushes to customers' open sockets. Never blocks and never throws; updates for a slow client are conflated. */
export interface Hub {
  toAccount(venue: Venue, account: number, message: PrivatePush): void;
  /** Whether any open socket of the account listens. Callers then skip work that nobody would receive. Without this method, callers always push. */
  listens?(venue: Venue, account: number): boolean;
  /** Reports that the account changed at this sequence. A client that signs in later is told, so that it knows whether the data it read is old. */
  changed?(venue: Venue, account: number, seq: number): void;
  toSession(sessionId: string, message: ControlMessage): void;
  closeSession(sessionId: string, message: ControlMessage): void;
  broadcast(message: ControlMessage): void;
}
