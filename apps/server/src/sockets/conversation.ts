import { Refusal } from '@bourse/protocol/errors';
import { clientMessage } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import type { z } from 'zod';
import type { Authenticator, Session } from '../calls/session.ts';
import { intervalIndex } from '../market/candles/intervals.ts';
import type { Catalogue } from '../market/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { Allowance } from './allowance.ts';
import type { Connection } from './connection.ts';
import type { SocketHub } from './hub.ts';
import type { PrivatePush } from './port.ts';
import type { Publisher } from './publisher.ts';

type Message = z.output<typeof clientMessage>;
type Subscription = Extract<Message, { type: 'SUB' }>;

/** Invalid frames after which a client is disconnected. */
const maxBadFrames = 5;
export interface ConversationParts {
  authenticator: Pick<Authenticator, 'authenticate'>;
  catalogue: Catalogue;
  hub: SocketHub;
  clock: Clock;
  log: Log;
  missedNotices?: ((session: Session) => Promise<readonly PrivatePush[]>) | undefined;
}

/** The conversation with one client. Messages are rate-limited, checked against the contract, and answered in order. */
export class Conversation {
  private readonly connection: Connection;
  private readonly publisher: Publisher;
  private readonly parts: ConversationParts;
  private chain: Promise<void> = Promise.resolve();
  private waiting = 0;
  private readonly allowance: Allowance;
  private bad = 0;

  constructor(connection: Connection, publisher: Publisher, parts: ConversationParts) {
    this.connection = connection;
    this.publisher = publisher;
    this.parts = parts;
    this.allowance = new Allowance(socketLimits.maxMessagesPerSecond, parts.clock.now());
  }

  hear(data: Buffer, isBinary: boolean) {
    const { connection } = this;
    connection.heardAt = this.parts.clock.now();
    if (!this.mayTalk()) return;
    const message = isBinary ? undefined : parse(data);
    if (!message) {
      this.bad += 1;
      connection.error('badRequest', { field: 'message', problem: 'notMarketMessage' });
      if (this.bad >= maxBadFrames) connection.close(1008, 'too many bad messages');
      return;
    }
    // The rate limit bounds this queue: it holds one second's messages at most.
    this.waiting += 1;
    this.chain = this.chain
      .then(() => this.answer(message))
      .catch((error) => this.parts.log.warn({ err: error }, 'the server could not answer a socket message'))
      .finally(() => {
        this.waiting -= 1;
      });
  }

  private mayTalk(): boolean {
    const verdict = this.allowance.take(this.parts.clock.now(), this.waiting);
    if (verdict === 'may') return true;
    this.connection.error('tooManyRequests', { seconds: 1 });
    if (verdict === 'tooOften') this.connection.close(1008, 'too many messages');
    return false;
  }

  private async answer(message: Message): Promise<void> {
    const { connection } = this;
    const { clock } = this.parts;
    if (!connection.open) return;
    if ('Authorization' in message && message.Authorization) await this.authenticate(message.Authorization);
    switch (message.type) {
      case 'SUB':
        return this.subscribe(message);
      case 'language':
        connection.language = message.language;
        return;
      case 'ping':
        return connection.control({ c: 'pong', t: message.t ?? 0, st: clock.now() });
      case 'heartbeat':
      case 'auth':
        return;
    }
  }

  /** A refused token gets the specification's answer. The socket stays open for public market data. */
  async authenticate(header: string): Promise<void> {
    const { connection } = this;
    const { hub } = this.parts;
    const token = header.replace(/^Bearer\s+/i, '');
    let session: Session;
    try {
      session = await this.parts.authenticator.authenticate(token);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'unavailable') return this.askLater(token, error);
      this.signOut();
      connection.control({ c: 'TOKEN_INVALID', text: 'Invalid token' });
      return;
    }
    if (!connection.open) return;
    if (session.venue !== connection.venue) {
      this.signOut();
      connection.error('forbidden');
      return;
    }
    const known = connection.session?.sessionId === session.sessionId;
    connection.token = token;
    if (known) return;
    hub.signOut(connection);
    connection.session = session;
    hub.signIn(connection);
    this.greet();
    try {
      for (const notice of (await this.parts.missedNotices?.(session)) ?? []) connection.private(notice);
    } catch (error) {
      // The notices stay unread and are sent at the next sign-in.
      this.parts.log.warn({ err: error }, 'the server could not read missed notices; it sends them at the next sign-in');
    }
  }

  /**
   * Only a refusal says something about the token. While the database is away, everybody keeps their session, and the next round of checks retries
   * new clients.
   */
  private askLater(token: string, error: unknown) {
    const { connection } = this;
    this.parts.log.warn({ err: error }, 'the server could not check a token; the next round of checks tries again');
    if (connection.token !== token) connection.error('unavailable');
    if (!connection.session) connection.token = token;
  }

  private signOut() {
    this.parts.hub.signOut(this.connection);
    this.connection.token = null;
  }

  greet() {
    const { connection } = this;
    connection.control({
      c: 'hello',
      socketId: connection.socketId,
      venue: connection.venue,
      t: this.parts.clock.now(),
      signedIn: connection.session !== null,
      asOf: connection.session && this.parts.hub.changedAt(connection.venue, connection.session.account),
    });
  }

  private subscribe(message: Subscription) {
    const { connection } = this;
    const unknown: string[] = [];
    const known = (symbols: readonly string[] = []) =>
      symbols.flatMap((symbol) => {
        const found = this.parts.catalogue.instrumentBySymbol(symbol);
        if (!found) unknown.push(symbol);
        return found ? [found.symbol] : [];
      });
    const rows = known(message.rows).map((symbol) => `row:${symbol}`);
    const details = [
      ...known(message.depth).map((symbol) => `depth:${symbol}`),
      ...known(message.trades).map((symbol) => `trades:${symbol}`),
      ...(message.candles ?? []).flatMap(({ s, i }) => {
        if (!intervalIndex.has(i)) {
          unknown.push(`${s} ${i}`);
          return [];
        }
        return known([s]).map((symbol) => `candle:${symbol}:${i}`);
      }),
    ];
    const snapshots = this.publisher.subscribe(connection, [rows, details]);
    connection.subscribed = true;
    connection.control({ c: 'subscribed', rows: rows.length, unknown: [...new Set(unknown)] });
    connection.texts(snapshots);
  }
}

function parse(data: Buffer): Message | undefined {
  try {
    const parsed = clientMessage.safeParse(JSON.parse(data.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
