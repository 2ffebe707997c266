import type { Venue } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { ControlMessage } from '@bourse/protocol/socket';
import type { Connection } from './connection.ts';
import { LastChanges } from './last-changes.ts';
import type { Hub, PrivatePush } from './port.ts';

/** How long the server waits for the last message to leave before it closes a socket. */
const partingMs = 100;

type NoticeListener = (venue: Venue, account: number, id: string) => void;

/** Who is connected as whom. Created before everything that pushes; the socket server fills it. */
export class SocketHub implements Hub {
  readonly connections = new Set<Connection>();
  private readonly changes: Record<Venue, LastChanges> = { real: new LastChanges(), demo: new LastChanges() };
  private readonly byAccount = new Map<string, Set<Connection>>();
  private readonly bySession = new Map<string, Set<Connection>>();
  private readonly noticeListeners = new Set<NoticeListener>();

  add(connection: Connection) {
    this.connections.add(connection);
  }
  remove(connection: Connection) {
    this.signOut(connection);
    this.connections.delete(connection);
  }
  signIn(connection: Connection) {
    const { session } = connection;
    if (!session) return;
    join(this.byAccount, accountKey(session.venue, session.account), connection);
    join(this.bySession, session.sessionId, connection);
  }
  signOut(connection: Connection) {
    const { session } = connection;
    if (!session) return;
    leave(this.byAccount, accountKey(session.venue, session.account), connection);
    leave(this.bySession, session.sessionId, connection);
    connection.session = null;
  }

  listens(venue: Venue, account: number): boolean {
    return this.byAccount.has(accountKey(venue, account));
  }
  changed(venue: Venue, account: number, seq: number) {
    this.changes[venue].note(account, seq);
  }
  /** From now on every change is reported. Changes before this are unknown. */
  changesFrom(venue: Venue, seq: number) {
    this.changes[venue].from(seq);
  }
  /** The sequence at which an account changed last, or a later one; null while it is unknown. */
  changedAt(venue: Venue, account: number): number | null {
    return this.changes[venue].of(account);
  }
  /** Hears of every notice that is pushed here, whether a page of the account is open or not. */
  onNotice(listener: NoticeListener): () => void {
    this.noticeListeners.add(listener);
    return () => void this.noticeListeners.delete(listener);
  }
  toAccount(venue: Venue, account: number, message: PrivatePush) {
    if (message.c === 'notice') for (const listener of this.noticeListeners) listener(venue, account, message.id);
    for (const connection of this.byAccount.get(accountKey(venue, account)) ?? []) connection.private(message);
  }
  toSession(sessionId: string, message: ControlMessage) {
    for (const connection of this.bySession.get(sessionId) ?? []) connection.control(message);
  }
  closeSession(sessionId: string, message: ControlMessage) {
    this.toSession(sessionId, message);
    this.endSession(sessionId);
  }
  /** Closes the sockets of an ended session, after its last messages have left. */
  endSession(sessionId: string) {
    for (const connection of [...(this.bySession.get(sessionId) ?? [])]) {
      this.signOut(connection);
      connection.token = null;
      connection.flush();
      setTimeout(() => connection.close(4001, 'session ended'), partingMs).unref();
    }
  }
  /** Says a refusal's sentence to every page that is open, in its language. */
  sayToAll(name: ErrorName) {
    for (const connection of this.connections) connection.error(name);
  }
  broadcast(message: ControlMessage) {
    for (const connection of this.connections) connection.control(message);
  }
}

const accountKey = (venue: Venue, account: number) => `${venue}:${account}`;

function join(map: Map<string, Set<Connection>>, key: string, connection: Connection) {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(connection));
}
function leave(map: Map<string, Set<Connection>>, key: string, connection: Connection) {
  const set = map.get(key);
  set?.delete(connection);
  if (set?.size === 0) map.delete(key);
}
