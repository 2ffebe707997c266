/** A public channel by name: `row:BTC/USDT`, `depth:BTC/USDT`, `trades:BTC/USDT`, `candle:BTC/USDT:30`. */
export type Channel = string;

/** Where public messages come from. Messages are JSON text, numbered within their channel. */
export interface ChannelSource {
  /** What somebody who begins to listen must know; empty when there is nothing yet. */
  snapshot(channel: Channel): string[];
  /** Everything new since the last call, for the channels somebody listens to. What nobody wants is forgotten. */
  take(wanted: ReadonlyMap<Channel, number>): Map<Channel, string[]>;
}

/** Numbers of the channels. `prev` of a message is the number of the one before, so that a hole shows. */
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
