/** Numbers of the socket's channels: each message names its own and the one before, so that a lost one is noticed. */
import type { ServerMessage } from '@bourse/protocol/socket';

/** The channel of a numbered message; undefined for session messages. */
export function channelOf(message: ServerMessage): string | undefined {
  switch (message.c) {
    case 'row':
      return `row:${message.p}`;
    case 'depth':
      return `depth:${message.p}`;
    case 'trades':
      return `trades:${message.p}`;
    case 'candle':
      return `candle:${message.s}:${message.i}`;
    case 'mark':
      return `mark:${message.p}`;
    case 'order':
    case 'fill':
    case 'wallet':
    case 'line':
    case 'position':
    case 'timed':
    case 'notice':
      return message.c;
    default:
      return undefined;
  }
}

export type Sequence = 'next' | 'gap' | 'old';

/** Private channels are named without a symbol; each connection numbers them from 1, so that a first message that was lost is noticed too. */
const beforeFirst = (channel: string): number | null => (channel.includes(':') ? null : 0);

export class Channels {
  /** The last number of each channel; null: any comes next. */
  private readonly last = new Map<string, number | null>();

  /** A snapshot starts its channel anew. */
  note(channel: string, seq: number, prev: number, snapshot: boolean): Sequence {
    const known = this.last.has(channel) ? this.last.get(channel) : beforeFirst(channel);
    if (snapshot || known === undefined || known === null) {
      this.last.set(channel, seq);
      return 'next';
    }
    if (seq <= known) return 'old';
    this.last.set(channel, seq);
    return prev === known ? 'next' : 'gap';
  }
  /** Of one channel: what was lost is known, and any number may come next. Of all: another connection. */
  forget(channel?: string): void {
    if (channel === undefined) this.last.clear();
    else this.last.set(channel, null);
  }
}
