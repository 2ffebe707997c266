import { assertRange, type Block, type BlockRef, type Chain, type ChainTransaction, type Spendable, type Transfer } from '../chain.ts';
import type { Network } from '../networks.ts';

/** A chain in memory that forks as told, to test what follows chains. */
export class ForkingChain implements Chain {
  readonly network: Network = 'ethereum';
  blocks: Block[] = [];
  private made = 0;

  constructor() {
    this.mine([]);
  }

  mine(transfers: readonly Transfer[]): Block {
    const height = this.blocks.length;
    this.made += 1;
    const block = {
      height,
      hash: `block ${height} (${this.made})`,
      parent: this.blocks.at(-1)?.hash ?? 'none',
      time: height * 1000,
      transfers,
    };
    this.blocks.push(block);
    return block;
  }

  /** Takes the newest blocks away and answers the transfers that were in them. */
  drop(depth: number): Transfer[] {
    return this.blocks.splice(Math.max(1, this.blocks.length - depth)).flatMap(({ transfers }) => transfers);
  }

  /** The ids that a chain of this length holds with at least `needed` confirmations. */
  confirmed(needed: (transfer: Transfer) => number): Transfer[] {
    return this.blocks.flatMap(({ height, transfers }) => transfers.filter((one) => this.blocks.length - height >= needed(one)));
  }

  head(): Promise<BlockRef> {
    return Promise.resolve(this.blocks.at(-1)!);
  }

  block(height: number): Promise<BlockRef | undefined> {
    return Promise.resolve(this.blocks[height]);
  }

  transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    assertRange(fromHeight, toHeight);
    return Promise.resolve(this.blocks.slice(fromHeight, toHeight + 1));
  }

  transaction(): Promise<ChainTransaction | undefined> {
    throw new Error('a forking chain knows no transactions');
  }

  balance(): Promise<bigint> {
    throw new Error('a forking chain knows no balances');
  }

  broadcast(): Promise<string> {
    throw new Error('a forking chain takes no transactions');
  }

  spendable(): Promise<Spendable> {
    throw new Error('a forking chain knows no nonces');
  }
}
