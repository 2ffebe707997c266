import type { Venue } from '@bourse/protocol/enums';
import type { Log } from '../platform/log.ts';
import type { DurableBatch } from './port.ts';

/** Hands each durable batch to the listeners, and remembers how far they were told: a recovery hands over what they missed. */
export class DurableListeners {
  private readonly venue: Venue;
  private readonly log: Log;
  private readonly listeners = new Set<(batch: DurableBatch) => void>();
  private told: number | undefined;

  constructor({ venue, log }: { venue: Venue; log: Log }) {
    this.venue = venue;
    this.log = log;
  }

  /** The sequence up to which listeners were told; undefined before the first recovery, when they cannot have missed anything. */
  get toldUpTo(): number | undefined {
    return this.told;
  }

  add(listener: (batch: DurableBatch) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  tell(batch: DurableBatch): void {
    this.told = batch.lastSeq;
    for (const listener of [...this.listeners]) {
      try {
        listener(batch);
      } catch (error) {
        this.log.error({ err: error, venue: this.venue }, 'a listener of durable events threw');
      }
    }
  }

  /** After a recovery: hands over what was durable without the listeners hearing of it. The engine stands at `seq`. */
  catchUp(missed: readonly DurableBatch[], seq: number): void {
    for (const batch of missed) this.tell(batch);
    this.told = seq;
  }
}
