import { type Block, type BlockRef, externalIdOf, type Transfer } from '../chain.ts';
import { ChainProblem } from '../problem.ts';

/** `seen`: in no block at present. `confirming`: in a block, with too few above it. `ready`: may be credited; it was told once and is never told again. */
export type ObservationState = 'seen' | 'confirming' | 'ready';

export interface Observation {
  /** One name for one payment; with the rail it is unique. */
  id: string;
  transfer: Transfer;
  state: ObservationState;
  /** Absent while no block of the chain holds it. */
  block?: { height: number; hash: string };
  /** The height from which it is in no block. */
  missingSince?: number;
  confirmations: number;
  /** It never becomes fewer: a price that falls makes no deposit faster. */
  needed: number;
  /** `ready` was told, then its block left the chain. Told once, too. */
  lost: boolean;
}

/** What a rail has to hear about one transfer. Each is told once. */
export type Outcome =
  | { kind: 'ready'; id: string; transfer: Transfer; block: { height: number; hash: string } }
  /** Credited or about to be, and then gone from the chain: a case for people. */
  | { kind: 'lost'; id: string; transfer: Transfer }
  /** It was lost and is in a block again, deep enough. Nothing is credited a second time. */
  | { kind: 'returned'; id: string; transfer: Transfer }
  /** The same payment with other content. No honest chain does this: the rail stops. */
  | { kind: 'changed'; id: string; transfer: Transfer; before: Transfer };

export interface WatcherState {
  /** The newest blocks that were followed, oldest first. */
  blocks: readonly Pick<BlockRef, 'height' | 'hash'>[];
  observations: ReadonlyMap<string, Observation>;
}

export interface WatcherRules {
  /** Confirmations that this transfer needs, at least 1 and at most `remember`. */
  needed(transfer: Transfer): number;
  /** How many blocks the watcher remembers. A change of the chain that goes deeper stops it. */
  remember: number;
  /** Transfers in hand at once. */
  maxObservations: number;
  /**
   * Whether a transfer is too small to be credited. Such a one is told and then forgotten at once, so that a stranger who sends thousands fills no memory; if its block
   * leaves the chain and it comes back, it is told again.
   */
  isSmall?(transfer: Transfer): boolean;
}

/** The next state, and what of it has to be stored. */
export interface Step {
  state: WatcherState;
  changed: readonly Observation[];
  /** Ids that are final for so long that they are no longer followed. */
  forgotten: readonly string[];
  outcomes: readonly Outcome[];
}

export const emptyState: WatcherState = { blocks: [], observations: new Map() };

/**
 * Takes the blocks of the chain from the one above `ancestor` on. Blocks that were followed above `ancestor` have left the chain. Pure: the same state and blocks
 * give the same step. Throws `ChainProblem` and changes nothing when the blocks do not continue the ancestor.
 */
export function follow(state: WatcherState, ancestor: number | undefined, blocks: readonly Block[], rules: WatcherRules): Step {
  const kept = ancestor === undefined ? state.blocks : state.blocks.filter(({ height }) => height <= ancestor);
  assertLinked(kept.at(-1), blocks);
  const work = new Work(state.observations, rules);
  const last = kept.at(-1)?.height ?? -1;
  if (kept.length < state.blocks.length) work.leaveBlocksAbove(last);
  for (const block of blocks) work.take(block);
  const followed = [...kept, ...blocks.map(({ height, hash }) => ({ height, hash }))].slice(-rules.remember);
  return work.finish(followed);
}

function assertLinked(tip: Pick<BlockRef, 'height' | 'hash'> | undefined, blocks: readonly Block[]): void {
  let before = tip;
  for (const block of blocks) {
    if (before !== undefined && (block.parent !== before.hash || block.height !== before.height + 1))
      throw new ChainProblem('blocksDoNotLink', `Block ${block.height} does not continue block ${before.height} that was read before it.`);
    before = block;
  }
}

class Work {
  private readonly observations: Map<string, Observation>;
  private readonly touched = new Set<string>();
  private readonly outcomes: Outcome[] = [];
  private readonly rules: WatcherRules;

  constructor(observations: ReadonlyMap<string, Observation>, rules: WatcherRules) {
    this.observations = new Map(observations);
    this.rules = rules;
  }

  leaveBlocksAbove(height: number): void {
    for (const one of this.observations.values()) {
      if (one.block === undefined || one.block.height <= height) continue;
      const { block, ...rest } = one;
      this.put({ ...rest, state: one.state === 'ready' ? 'ready' : 'seen', confirmations: 0, missingSince: block.height });
    }
  }

  take(block: Block): void {
    const at = { height: block.height, hash: block.hash };
    for (const transfer of block.transfers) {
      const id = externalIdOf(transfer);
      const known = this.observations.get(id);
      const needed = neededFor(transfer, this.rules);
      if (known === undefined) {
        this.put({ id, transfer, state: 'confirming', block: at, confirmations: 1, needed, lost: false });
        continue;
      }
      if (!sameTransfer(known.transfer, transfer)) {
        this.outcomes.push({ kind: 'changed', id, transfer, before: known.transfer });
        continue;
      }
      const { missingSince: _, ...rest } = known;
      this.put({ ...rest, state: known.state === 'ready' ? 'ready' : 'confirming', block: at, needed: Math.max(known.needed, needed) });
    }
  }

  finish(blocks: readonly Pick<BlockRef, 'height' | 'hash'>[]): Step {
    const head = blocks.at(-1)?.height ?? 0;
    const forgotten: string[] = [];
    const told: Observation[] = [];
    for (const one of [...this.observations.values()]) {
      const next = this.settle(one, head);
      const age = head - (next.block?.height ?? next.missingSince ?? head);
      // Deeper than the watcher's memory of blocks the chain takes nothing back without stopping the watcher. What was told as ready and then lost is never
      // forgotten: it may return after any time, and must not look new.
      const over = age >= this.rules.remember && !next.lost && (next.state === 'ready' || next.block === undefined);
      const small = next.state === 'ready' && next.block !== undefined && !next.lost && this.rules.isSmall?.(next.transfer) === true;
      if (!over && !small) continue;
      this.observations.delete(one.id);
      if (small && this.touched.has(one.id)) told.push(next);
      this.touched.delete(one.id);
      forgotten.push(one.id);
    }
    if (this.observations.size > this.rules.maxObservations)
      throw new ChainProblem(
        'tooManyObservations',
        `More than ${this.rules.maxObservations} transfers wait for confirmations on this rail.`,
      );
    return {
      state: { blocks, observations: this.observations },
      changed: [...[...this.touched].map((id) => this.observations.get(id)!), ...told],
      forgotten,
      outcomes: this.outcomes,
    };
  }

  /** Counts the blocks above, and tells once what follows from them. While one that is ready stays in its block, further blocks say nothing new. */
  private settle(one: Observation, head: number): Observation {
    const { block, transfer, id } = one;
    if (one.state === 'ready' && block !== undefined && !one.lost) return one;
    const confirmations = block === undefined ? 0 : head - block.height + 1;
    let next = confirmations === one.confirmations ? one : { ...one, confirmations };
    if (next.state === 'ready') {
      if (block === undefined && !next.lost) {
        this.outcomes.push({ kind: 'lost', id, transfer });
        next = { ...next, lost: true };
      } else if (next.lost && block !== undefined && confirmations >= next.needed) {
        this.outcomes.push({ kind: 'returned', id, transfer });
        next = { ...next, lost: false };
      }
    } else if (block !== undefined && confirmations >= next.needed) {
      this.outcomes.push({ kind: 'ready', id, transfer, block });
      next = { ...next, state: 'ready' };
    }
    if (next !== one) this.put(next);
    return next;
  }

  private put(observation: Observation): void {
    this.observations.set(observation.id, observation);
    this.touched.add(observation.id);
  }
}

function neededFor(transfer: Transfer, rules: WatcherRules): number {
  const needed = rules.needed(transfer);
  if (!Number.isInteger(needed) || needed < 1 || needed > rules.remember)
    throw new RangeError(`${needed} is no number of confirmations from 1 to ${rules.remember}`);
  return needed;
}

const sameTransfer = (a: Transfer, b: Transfer): boolean => a.to === b.to && a.units === b.units && a.token === b.token && a.tag === b.tag;
