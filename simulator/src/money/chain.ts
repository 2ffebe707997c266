import { type BlockRef, type ChainTransaction, externalIdOf, type Transfer } from '@bourse/chains';
import type { Random } from '../random.ts';
import type { SimulatedRail } from './stage.ts';

/** What a transaction uses up. No simulated chain is one whose transactions use up nothing. */
type Consumed = Exclude<ChainTransaction['consumes'], { kind: 'nothing' }>;

/** A transaction of the simulated chain: coins that come to an address of ours, a payout, or one that only consumes a payout's nonce or input. */
export interface Sent {
  readonly hash: string;
  readonly consumes: Consumed;
  /** To us. */
  readonly transfers: readonly Transfer[];
  /** From us. */
  readonly payout?: { readonly id: string; readonly to: string; readonly units: bigint };
  readonly lastHeight?: number;
}

interface HeldBlock extends BlockRef {
  readonly held: readonly Sent[];
}

export const keyOf = ({ consumes }: Pick<Sent, 'consumes'>): string =>
  consumes.kind === 'nonce' ? `${consumes.from} ${consumes.nonce}` : consumes.inputs.map(externalIdOf).join();

/**
 * A chain as it really is, beside what nodes say of it. It forks as told. A fork of more blocks than are needed for finality takes deposits back, and nothing
 * else: what became of a payout is final, because the exchange can have no answer to a payout that is final and then is not.
 */
export class OutsideChain {
  readonly rail: SimulatedRail;
  readonly blocks: HeldBlock[] = [];
  /** The most confirmations that a transaction ever had. */
  readonly deepest = new Map<string, number>();
  /** What was ever given to it from us. */
  readonly everSent = new Map<string, Sent>();
  private readonly pool = new Set<Sent>();
  private readonly used = new Map<string, Sent>();
  private readonly later: { at: number; sent: Sent }[] = [];
  private highest = 0;
  private made = 0;

  constructor(rail: SimulatedRail) {
    this.rail = rail;
    this.append([]);
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  /** Takes a transaction from a node. False: it can be in no block any more. */
  accept(sent: Sent): boolean {
    if (sent.payout !== undefined) this.everSent.set(sent.hash, sent);
    const other = this.used.get(keyOf(sent));
    if (other !== undefined) return other.hash === sent.hash;
    // Beyond what a fork may still undo.
    if (sent.lastHeight !== undefined && this.highest - sent.lastHeight >= this.rail.needed) return false;
    if (![...this.pool].some(({ hash }) => hash === sent.hash)) this.pool.add(sent);
    return true;
  }

  /** The block that holds a transaction, as far as `upTo`. */
  holder(hash: string, upTo = this.height): HeldBlock | undefined {
    return this.blocks.findLast(({ height, held }) => height <= upTo && held.some((one) => one.hash === hash));
  }

  pooled(hash: string): Sent | undefined {
    return [...this.pool].find((one) => one.hash === hash);
  }

  /** What consumed the same, in a block. */
  consumer(key: string): Sent | undefined {
    return this.used.get(key);
  }

  /** `first`: what is in the block in any case. */
  mine(random: Random, first: readonly Sent[] = []): void {
    for (const { sent } of this.later.splice(0, this.later.findLastIndex(({ at }) => at <= this.height) + 1)) this.accept(sent);
    for (const sent of first) this.used.set(keyOf(sent), sent);
    const held = [...first];
    const waiting = [...this.pool].sort((a, b) => nonceOf(a) - nonceOf(b));
    for (const sent of waiting) {
      if (random.chance(0.25) || !this.fits(sent)) continue;
      held.push(sent);
      this.used.set(keyOf(sent), sent);
    }
    this.append(held);
    // Nodes forget what waits: whoever sent it has to send it again. What came to us comes in the end.
    for (const sent of this.pool) if (sent.transfers.length === 0 && random.chance(0.04)) this.pool.delete(sent);
  }

  /** Replaces the newest blocks by one more. What was in them comes again, comes late, or never. */
  fork(depth: number, random: Random): void {
    const dropped = this.blocks.splice(Math.max(1, this.blocks.length - depth)).flatMap(({ held }) => held);
    const kept: Sent[] = [];
    for (const sent of dropped) {
      this.used.delete(keyOf(sent));
      const fate = random.fraction();
      if (sent.transfers.length === 0 && this.deepest.get(sent.hash)! >= this.rail.needed) kept.push(sent);
      else if (sent.transfers.length === 0 || fate < 0.35) this.pool.add(sent);
      else if (fate < 0.75) this.later.push({ at: this.height + depth + random.between(1, 9), sent });
    }
    this.later.sort((a, b) => a.at - b.at);
    this.mine(random, kept);
    for (let at = 0; at < depth; at += 1) this.mine(random);
  }

  private fits(sent: Sent): boolean {
    const { consumes, lastHeight } = sent;
    if (this.used.has(keyOf(sent))) return false;
    if (lastHeight !== undefined && (lastHeight <= this.height || this.highest - lastHeight >= this.rail.needed)) return false;
    return (
      consumes.kind !== 'nonce' || consumes.nonce === 0 || this.used.has(keyOf({ consumes: { ...consumes, nonce: consumes.nonce - 1 } }))
    );
  }

  private append(held: readonly Sent[]): void {
    const height = this.blocks.length;
    this.made += 1;
    const parent = this.blocks.at(-1)?.hash ?? 'none';
    this.blocks.push({ height, hash: `block ${height} (${this.made})`, parent, time: height * 1000, held });
    this.highest = Math.max(this.highest, height);
    for (const sent of held) this.pool.delete(sent);
    for (const block of this.blocks.slice(-2 * this.rail.needed))
      for (const { hash } of block.held) this.deepest.set(hash, Math.max(this.deepest.get(hash) ?? 0, height - block.height + 1));
  }
}

const nonceOf = ({ consumes }: Sent): number => (consumes.kind === 'nonce' ? consumes.nonce : -1);
