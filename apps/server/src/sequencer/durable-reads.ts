/** Reads that saw what is not durable yet, in order of sequence. */
export class DurableReads {
  private waiting: { seq: number; resolve(): void; reject(error: unknown): void }[] = [];

  get size(): number {
    return this.waiting.length;
  }

  until(seq: number): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.push({ seq, resolve, reject }));
  }

  /** Everything up to here is durable. */
  release(durableSeq: number): void {
    let ready = 0;
    while (ready < this.waiting.length && (this.waiting[ready]?.seq ?? 0) <= durableSeq) ready += 1;
    if (ready > 0) for (const read of this.waiting.splice(0, ready)) read.resolve();
  }

  giveUp(error: unknown): void {
    for (const read of this.waiting.splice(0)) read.reject(error);
  }
}
