import { coldBytes, type Records } from '@bourse/engine';

const prime = 0x0100_0193;

/**
 * What the outcomes and events of one journal batch come to, as a number. The live engine and its shadow make it from the same commands: where they differ,
 * one of them holds a state that the journal does not say. It guards against faults, not against somebody who wants two batches to look alike.
 */
export class BatchDigest {
  private low = 0x811c_9dc5 | 0;
  private high = 0x2545_f491 | 0;
  private readonly word = new Float64Array(1);
  private readonly halves = new Int32Array(this.word.buffer);

  /** Whether the next command was accepted. */
  outcome(accepted: boolean): void {
    this.low = Math.imul(this.low ^ (accepted ? 1 : 2), prime);
  }

  /** What all its commands did. */
  records({ numbers, cold }: Records): void {
    const { word, halves } = this;
    let { low } = this;
    let high = Math.imul(this.high ^ numbers.length, prime);
    for (let at = 0; at < numbers.length; at += 1) {
      // Minus zero means zero.
      word[0] = numbers[at]! + 0;
      low = Math.imul(low ^ halves[0]!, prime);
      high = Math.imul(high ^ halves[1]! ^ (low >>> 15), prime);
    }
    if (cold.length > 0) {
      for (const byte of coldBytes(cold)) {
        low = Math.imul(low ^ byte, prime);
        high = Math.imul(high ^ (low >>> 15), prime);
      }
    }
    this.low = low;
    this.high = high;
  }

  /** 53 of its 64 bits: a safe integer. */
  get value(): number {
    return (this.high >>> 11) * 0x1_0000_0000 + (this.low >>> 0);
  }
}
