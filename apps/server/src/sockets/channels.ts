/** A public channel by name: `row:BTC/USDT`, `depth:BTC/USDT`, `trades:BTC/USDT`, `candle:BTC/USDT:30`. */
export type Channel = string;

/** A source of public messages. Messages are JSON text, numbered within their channel. */
export interface ChannelSource {
  /** What a new listener must know first; empty when there is nothing yet. */
  snapshot(channel: Channel): string[];
  /** Everything new since the last call, for the channels that have listeners. Changes of other channels are dropped. */
  take(wanted: ReadonlyMap<Channel, number>): Map<Channel, string[]>;
}

/** Sequence numbers of the channels. `prev` of a message is the number of the message before it, so that a client notices a gap. */
export class Numbers {
  private readonly last = new Map<Channel, number>();
  current(channel: Channel): number {
    return this.last.get(channel) ?? 0;
  }
  next(channel: Channel): { seq: number; prev: number } {
    const prev = this.current(channel);
    this.last.set(channel, prev + 1);
    return { seq: prev + 1, prev };
  }
}
