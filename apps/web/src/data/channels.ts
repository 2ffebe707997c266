/** The socket's sequence numbers: each message carries its channel's number and the previous one, so that a lost message is noticed. */
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

/** Private channels have no symbol in their name. Each connection numbers them from 1, so that even a lost first message is noticed. */
const beforeFirst = (channel: string): number | null => (channel.includes(':') ? null : 0);

export class Channels {
  /** The last number of each channel; null accepts any next number. */
  private readonly last = new Map<string, number | null>();

  /** A snapshot restarts its channel. */
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
  /** For one channel: the loss has been handled, so accept any next number. For all channels: a new connection. */
  forget(channel?: string): void {
    if (channel === undefined) this.last.clear();
    else this.last.set(channel, null);
  }
}
