import type { Flight, Waiting } from './flight.ts';
import type { SequencerLimits } from './limits.ts';

/** Commands that were accepted and are not durable yet: those that wait, the batch that the engine has applied, and the batch that is being written. */
export class UnderWay {
  private queue: Waiting[] = [];
  prepared: Flight | undefined;
  private flying: Flight | undefined;

  get queued(): number {
    return this.queue.length;
  }

  get isWriting(): boolean {
    return this.flying !== undefined;
  }

  get isEmpty(): boolean {
    return !this.flying && !this.prepared && this.queue.length === 0;
  }

  push(waiting: Waiting): void {
    this.queue.push(waiting);
  }

  shift(): Waiting | undefined {
    return this.queue.shift();
  }

  /** The most commands of the next write: half of many, so that the others are applied and answered meanwhile. */
  room({ batchCommands, halvedFrom }: Pick<SequencerLimits, 'batchCommands' | 'halvedFrom'>): number {
    const all = this.queue.length + (this.prepared?.commands.length ?? 0) + (this.flying?.commands.length ?? 0);
    return all < halvedFrom ? batchCommands : Math.min(batchCommands, Math.ceil(all / 2));
  }

  /** The prepared batch, to be written now; undefined when there is none, or while another is written. */
  depart(): Flight | undefined {
    const { prepared } = this;
    if (this.flying || !prepared) return undefined;
    this.prepared = undefined;
    this.flying = prepared;
    return prepared;
  }

  landed(): void {
    this.flying = undefined;
  }

  /** Forgets all of them. Nobody knows whether `written` reached the journal; `unwritten` certainly did not. */
  clear(): { written: readonly Waiting[]; unwritten: readonly Waiting[] } {
    const written = this.flying?.waiting ?? [];
    const unwritten = [...(this.prepared?.waiting ?? []), ...this.queue];
    this.flying = undefined;
    this.prepared = undefined;
    this.queue = [];
    return { written, unwritten };
  }
}
