import type { Channel, ChannelSource } from './channels.ts';
import { bundleFrame } from './frame.ts';

/** A receiver of public bundles. */
export interface Listener {
  /** Sends the frames of one bundle. Returns false when the listener is too slow and did not take them. */
  deliver(frame: Buffer): boolean;
}

interface ChannelSet {
  key: string;
  channels: readonly Channel[];
  listeners: Set<Listener>;
}

/**
 * One venue's public messages. Listeners of the same set of channels share one bundle: it is built, compressed and framed once for all of them. A
 * subscription has two such sets, its rows and its details, so that clients that watch different charts still share their rows.
 */
export class Publisher {
  private readonly source: ChannelSource;
  private readonly sets = new Map<string, ChannelSet>();
  private readonly wanted = new Map<Channel, number>();
  private readonly memberships = new Map<Listener, ChannelSet[]>();
  readonly counts = { bundles: 0, delivered: 0, bytes: 0, skipped: 0 };

  constructor(source: ChannelSource) {
    this.source = source;
  }

  get distinctSets(): number {
    return this.sets.size;
  }

  /** Replaces a listener's subscription. Returns the snapshots of all its channels for this listener alone. */
  subscribe(listener: Listener, groups: readonly (readonly Channel[])[]): string[] {
    this.unsubscribe(listener);
    const joined: ChannelSet[] = [];
    for (const group of groups) {
      if (group.length === 0) continue;
      const channels = [...new Set(group)].sort();
      const key = channels.join('|');
      let set = this.sets.get(key);
      if (!set) {
        set = { key, channels, listeners: new Set() };
        this.sets.set(key, set);
        for (const channel of channels) this.wanted.set(channel, (this.wanted.get(channel) ?? 0) + 1);
      }
      set.listeners.add(listener);
      joined.push(set);
    }
    this.memberships.set(listener, joined);
    return this.snapshots(listener);
  }

  unsubscribe(listener: Listener) {
    for (const set of this.memberships.get(listener) ?? []) {
      set.listeners.delete(listener);
      if (set.listeners.size > 0) continue;
      this.sets.delete(set.key);
      for (const channel of set.channels) {
        const left = (this.wanted.get(channel) ?? 1) - 1;
        if (left > 0) this.wanted.set(channel, left);
        else this.wanted.delete(channel);
      }
    }
    this.memberships.delete(listener);
  }

  channelsOf(listener: Listener): Channel[] {
    return (this.memberships.get(listener) ?? []).flatMap(({ channels }) => channels);
  }

  /** The snapshots that a listener needs before it can follow changes. */
  snapshots(listener: Listener): string[] {
    return this.channelsOf(listener).flatMap((channel) => this.source.snapshot(channel));
  }

  /** Sends one bundle of changes for every set that has listeners. */
  publish() {
    const messages = this.source.take(this.wanted);
    if (messages.size === 0) return;
    for (const { channels, listeners } of this.sets.values()) {
      const parts = channels.flatMap((channel) => messages.get(channel) ?? []);
      if (parts.length === 0) continue;
      const frame = bundleFrame(parts);
      this.counts.bundles += 1;
      for (const listener of listeners) {
        if (listener.deliver(frame)) {
          this.counts.delivered += 1;
          this.counts.bytes += frame.length;
        } else this.counts.skipped += 1;
      }
    }
  }
}
