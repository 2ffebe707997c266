import { type Block, type BlockRef, type Chain, maxBlocks } from '../chain.ts';
import { ChainProblem } from '../problem.ts';
import { emptyState, follow, type Outcome, type Step, type WatcherRules, type WatcherState } from './follow.ts';

/** Where a rail's watcher keeps what it knows. */
export interface WatcherStore {
  load(): Promise<WatcherState | undefined>;
  /** All of it or nothing, in one transaction: the outcomes are told because the step is stored. */
  save(step: Step): Promise<void>;
}

export interface WatcherOptions extends WatcherRules {
  chain: Chain;
  store: WatcherStore;
  /** The first block of a watcher that knows nothing: where the rail was opened. */
  startHeight: number;
}

/** What a pass did. `behind`: blocks that the node has and that the next pass reads. */
export interface Pass {
  height: number | undefined;
  behind: number;
  outcomes: readonly Outcome[];
}

/** Follows one chain for one rail. Only one watcher at a time works with one store. */
export class Watcher {
  private readonly options: WatcherOptions;
  private state: WatcherState | undefined;

  constructor(options: WatcherOptions) {
    this.options = options;
  }

  /**
   * Reads at most `maxBlocks` new blocks and stores what follows. Throws `ChainProblem`, or what the store throws; then nothing has changed, and the next pass
   * begins from what is stored.
   */
  async pass(): Promise<Pass> {
    const { chain, store } = this.options;
    const state = this.state ?? (await store.load()) ?? emptyState;
    this.state = state;
    const head = await chain.head();
    const ancestor = await this.ancestor(state, head);
    const from = ancestor === undefined ? this.options.startHeight : ancestor + 1;
    const tip = state.blocks.at(-1)?.height;
    // A node that is behind the others shows a shorter chain: wait until it has as many blocks as were followed.
    if (head.height < from || (tip !== undefined && head.height < tip)) return { height: tip, behind: 0, outcomes: [] };
    const blocks = await this.read(from, Math.min(head.height, from + maxBlocks - 1));
    const step = follow(state, ancestor, blocks, this.options);
    try {
      await store.save(step);
    } catch (error) {
      // Whether it was stored is unknown: read it again.
      this.state = undefined;
      throw error;
    }
    this.state = step.state;
    return { height: step.state.blocks.at(-1)?.height, behind: head.height - blocks.at(-1)!.height, outcomes: step.outcomes };
  }

  private async read(from: number, to: number): Promise<Block[]> {
    const blocks = await this.options.chain.transfersIn(from, to);
    if (blocks.length !== to - from + 1 || blocks.some(({ height }, at) => height !== from + at))
      throw new ChainProblem('badAnswer', `The node did not answer the blocks ${from} to ${to} in order.`);
    return blocks;
  }

  /** The height of the newest followed block that is still in the chain. Undefined before the first block. */
  private async ancestor(state: WatcherState, head: BlockRef): Promise<number | undefined> {
    const { blocks } = state;
    if (blocks.length === 0) return undefined;
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const { height, hash } = blocks[at]!;
      if (height > head.height) continue;
      const now = height === head.height ? head : await this.options.chain.block(height);
      if (now?.hash === hash) return height;
    }
    if (head.height < blocks[0]!.height) return blocks.at(-1)!.height;
    throw new ChainProblem('reorgTooDeep', `The chain changed below block ${blocks[0]!.height}, deeper than ${blocks.length} blocks.`);
  }
}
