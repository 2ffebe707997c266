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
    case 'position':
    case 'timed':
    case 'notice':
      return message.c;
    default:
      return undefined;
  }
}

export type Sequence = 'next' | 'gap' | 'old';

export class Channels {
  private readonly last = new Map<string, number>();

  /** A snapshot starts its channel anew. */
  note(channel: string, seq: number, prev: number, snapshot: boolean): Sequence {
    const known = this.last.get(channel);
    if (snapshot || known === undefined) {
      this.last.set(channel, seq);
      return 'next';
    }
    if (seq <= known) return 'old';
    this.last.set(channel, seq);
    return prev === known ? 'next' : 'gap';
  }
  forget(channel?: string): void {
    if (channel === undefined) this.last.clear();
    else this.last.delete(channel);
  }
}
