import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import { type ChatServerMessage, chatClientMessage } from '@bourse/protocol/chat-socket';
import { Refusal } from '@bourse/protocol/errors';
import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { Allowance } from '../sockets/allowance.ts';
import { Connection } from '../sockets/connection.ts';
import type { Welcome } from '../sockets/door.ts';
import { type Ear, type Fan, type Seat, seatOf } from './fan.ts';
import type { Reader } from './readers.ts';
import type { Bus } from './told.ts';

type Frame = z.output<typeof chatClientMessage>;

/** Who a token belongs to. */
export interface Admitted {
  reader: Reader;
  sessionId: string;
}
export type Admit = (token: string) => Promise<Admitted>;

export interface ChatSocketParts {
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'publish'>;
  fan: Fan;
}

const idleMs = 30_000;
const careMs = 2_000;
const tokenCareMs = 15_000;
const maxBadFrames = 5;
/** How long the last message of a session has to leave. */
const partingMs = 100;

/**
 * The chat socket, for customers on one host and agents on the other. It delivers and sends nothing of its own: sending is a call. Bundles, back-pressure and
 * limits are those of the market socket.
 */
export function createChatSocket({ clock, log, bus, fan }: ChatSocketParts) {
  const talks = new Map<Connection, Talk>();
  const people = new Map<string, Set<Talk>>();

  class Talk {
    readonly connection: Connection;
    private readonly admit: Admit;
    private readonly allowance = new Allowance(chatSocketLimits.framesPerSecond, clock.now());
    private chain: Promise<void> = Promise.resolve();
    private waiting = 0;
    private bad = 0;
    private typedAt = 0;
    token: string | undefined;
    sessionId: string | undefined;
    seat: Seat | undefined;

    constructor(connection: Connection, admit: Admit) {
      this.connection = connection;
      this.admit = admit;
    }

    hear(data: Buffer, isBinary: boolean) {
      const { connection } = this;
      connection.heardAt = clock.now();
      const verdict = this.allowance.take(clock.now(), this.waiting);
      if (verdict !== 'may') {
        connection.error('tooManyRequests', { seconds: 1 });
        if (verdict === 'tooOften') connection.close(1008, 'too many messages');
        return;
      }
      const frame = isBinary ? undefined : parse(data);
      if (!frame) {
        this.bad += 1;
        connection.error('badRequest', { field: 'message', problem: 'format' });
        if (this.bad >= maxBadFrames) connection.close(1008, 'too many bad messages');
        return;
      }
      this.waiting += 1;
      this.chain = this.chain
        .then(() => this.answer(frame))
        .catch((error) => log.warn({ err: error }, 'the server could not answer a frame of the chat'))
        .finally(() => {
          this.waiting -= 1;
        });
    }

    private async answer(frame: Frame): Promise<void> {
      const { connection } = this;
      if (!connection.open) return;
      switch (frame.type) {
        case 'ping':
          return connection.control({ c: 'pong', t: frame.t ?? 0, st: clock.now() });
        case 'auth':
          return this.authenticate(frame.Authorization.replace(/^Bearer\s+/i, ''));
        case 'resume': {
          if (!this.seat) return connection.error('unauthorised');
          const wanted = Object.entries(frame.group).map(([group, [have, head]]) => ({ group, have, head }));
          for (const _unknown of await fan.resume(this.seat, wanted)) connection.error('chatGroupUnknown');
          return;
        }
        case 'typing': {
          const now = clock.now();
          if (!this.seat || now - this.typedAt < chatSocketLimits.typingMs) return;
          this.typedAt = now;
          const member = await fan.memberIn(this.seat, frame.group);
          if (member) bus.publish(frame.group, { what: 'typing', member: member.id, role: member.role });
        }
      }
    }

    async authenticate(token: string): Promise<void> {
      const { connection } = this;
      let admitted: Admitted;
      try {
        admitted = await this.admit(token);
      } catch (error) {
        if (!(error instanceof Refusal) || error.refusal === 'unavailable') {
          log.warn({ err: error }, 'the server could not check a token of the chat; the next round of checks tries again');
          if (!this.seat) connection.error('unavailable');
          return;
        }
        this.leave();
        return connection.control({ c: 'TOKEN_INVALID', text: 'Invalid token' });
      }
      if (!connection.open) return;
      this.token = token;
      if (this.sessionId === admitted.sessionId && this.seat) return;
      this.leave();
      const person = keyOf(admitted.reader);
      const others = people.get(person) ?? new Set();
      if (others.size >= chatSocketLimits.socketsPerPerson) return connection.close(1008, 'too many sockets');
      people.set(person, others.add(this));
      this.token = token;
      this.sessionId = admitted.sessionId;
      this.seat = seatOf(admitted.reader, earOf(connection));
      await fan.sit(this.seat);
      this.greet();
    }

    greet() {
      const { connection } = this;
      connection.control({ c: 'hello', socketId: connection.socketId, t: clock.now(), signedIn: this.seat !== undefined });
    }

    leave() {
      if (this.seat) {
        const person = keyOf(this.seat.reader);
        const others = people.get(person);
        others?.delete(this);
        if (others?.size === 0) people.delete(person);
        fan.rise(this.seat);
      }
      this.seat = undefined;
      this.sessionId = undefined;
      this.token = undefined;
    }
  }

  const welcome =
    (admit: Admit): Welcome =>
    ({ ws, socket, socketId, address }) => {
      const connection = new Connection({ socketId, venue: 'real', address, ws, socket, now: clock.now() });
      const talk = new Talk(connection, admit);
      talks.set(connection, talk);
      talk.greet();
      return {
        hear: (data, isBinary) => talk.hear(data, isBinary),
        gone() {
          talk.leave();
          talks.delete(connection);
        },
      };
    };

  let tokensAt = clock.now();
  let stopped = false;
  let cancel = () => {};
  const care = () => {
    const now = clock.now();
    const tokens = now - tokensAt >= tokenCareMs;
    if (tokens) tokensAt = now;
    for (const [connection, talk] of talks) {
      if (now - connection.heardAt > idleMs || connection.health(now) === 'hopeless') {
        connection.terminate();
        continue;
      }
      // What a slow client missed leaves a gap in the offsets, and the client fetches it.
      connection.takeDropped();
      connection.flush();
      if (tokens && talk.token)
        void talk.authenticate(talk.token).catch((error) => log.warn({ err: error }, 'the server could not check a token of the chat'));
    }
    if (!stopped) cancel = clock.after(careMs, care);
  };
  cancel = clock.after(careMs, care);

  return {
    welcome,
    get count() {
      return talks.size;
    },
    /** A session is over: its sockets close after their last messages. */
    endSession(sessionId: string) {
      for (const talk of talks.values()) {
        if (talk.sessionId !== sessionId) continue;
        talk.leave();
        talk.connection.flush();
        clock.after(partingMs, () => talk.connection.close(4001, 'session ended'));
      }
    },
    async stop() {
      stopped = true;
      cancel();
      for (const connection of talks.keys()) {
        connection.control({ c: 'shutdown', afterMs: 1_000 } satisfies ChatServerMessage);
        connection.close(1001, 'going away');
      }
      await new Promise<void>((resolve) => {
        clock.after(200, resolve);
      });
      for (const connection of [...talks.keys()]) connection.terminate();
    },
  };
}

/** Frames made for many go around the queue of a connection's own messages, so what is in it goes first. */
const earOf = (connection: Connection): Ear => ({
  get open() {
    return connection.open;
  },
  control: (message) => connection.control(message),
  deliver({ frame }) {
    if (!connection.open) return false;
    connection.flush();
    return connection.deliver(frame());
  },
});

const keyOf = (reader: Reader) => ('customer' in reader ? `customer ${reader.customer}` : `operator ${reader.operator}`);

function parse(data: Buffer): Frame | undefined {
  try {
    const parsed = chatClientMessage.safeParse(JSON.parse(data.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
