import type { Venue } from '@bourse/protocol/enums';
import type { ControlMessage, PrivateMessage } from '@bourse/protocol/socket';

type WithoutNumbers<Message> = Message extends unknown ? Omit<Message, 'seq' | 'prev'> : never;
export type PrivatePush = WithoutNumbers<PrivateMessage>;

/** Pushes to people's open sockets. Never blocks, never throws; a slow client is conflated. */
export interface Hub {
  toAccount(venue: Venue, account: number, message: PrivatePush): void;
  /** Whether any open socket of the account listens: spares the work of saying something to nobody. Absent: it is said anyway. */
  listens?(venue: Venue, account: number): boolean;
  /** Something of the account changed at this sequence. Whoever signs in later is told, so that it knows whether what it has read is old. */
  changed?(venue: Venue, account: number, seq: number): void;
  toSession(sessionId: string, message: ControlMessage): void;
  closeSession(sessionId: string, message: ControlMessage): void;
  broadcast(message: ControlMessage): void;
}
