import type { OfferedBatch } from '../projector.ts';
import type { Packed, Projected } from './messages.ts';
import { pack } from './pack.ts';

/** The thread that writes a venue's histories, as the live side sees it. */
export interface HistoriesThread {
  send(packed: Packed): void;
  /** Ends it; nothing is heard of it afterwards. */
  stop(): Promise<void>;
}

export interface HistoriesEars {
  heard(answer: Projected): void;
  /** It has ended by itself. */
  ended(error: unknown): void;
}

/**
 * The live side of a venue's histories: hands packed batches to a thread, which decodes them and writes the rows, and so leaves the event loop to the
 * orders. A thread that ends is started again with the next batches: the projector tries again, and the checkpoint says what is written.
 */
export class Histories {
  private readonly spawn: (ears: HistoriesEars) => HistoriesThread;
  private thread: HistoriesThread | undefined;
  private readonly waiting = new Map<number, { resolve(checkpoint: number): void; reject(error: Error): void }>();
  private ids = 0;

  constructor(spawn: (ears: HistoriesEars) => HistoriesThread) {
    this.spawn = spawn;
  }

  /** Projects consecutive batches after `after`. Resolves and rejects as `ProjectionStore.project` does. */
  project(after: number, batches: readonly OfferedBatch[]): Promise<number> {
    this.ids += 1;
    const packed: Packed = { ...pack(batches), id: this.ids, after };
    this.thread ??= this.start();
    const { thread } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(packed.id, { resolve, reject });
      thread.send(packed);
    });
  }

  async stop(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.stop();
    this.giveUp(new Error('the thread of the histories was stopped'));
  }

  private start(): HistoriesThread {
    const thread: HistoriesThread = this.spawn({
      heard: (answer) => this.heard(answer),
      ended: (error) => {
        if (this.thread !== thread) return;
        this.thread = undefined;
        this.giveUp(new Error('the thread of the histories ended', { cause: error }));
      },
    });
    return thread;
  }

  private heard(answer: Projected): void {
    const caller = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('checkpoint' in answer) caller?.resolve(answer.checkpoint);
    else caller?.reject(new Error(`the histories were not written: ${answer.failed}`));
  }

  private giveUp(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
