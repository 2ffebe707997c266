import {
  assertRange,
  type Block,
  type BlockRef,
  type Chain,
  ChainProblem,
  type ChainTransaction,
  type Network,
  type Spendable,
} from '@bourse/chains';
import type { Random } from '../random.ts';
import type { ProcessGate, Scheduler } from '../scheduler.ts';
import { keyOf, type OutsideChain, type Sent } from './chain.ts';
import { sentOf } from './vault.ts';

export interface Trouble {
  /** Chances that a node does not answer, and that it hears of no new block for some seconds. */
  silent: number;
  stuck: number;
}

/** A node through which one process sees a chain. Its answers take time, come from an older head, or are lost; a lost answer may have done its work. */
export class RailNode implements Chain {
  readonly network: Network = 'ethereum';
  private readonly chain: OutsideChain;
  private readonly scheduler: Scheduler;
  private readonly gate: ProcessGate;
  private readonly random: Random;
  private readonly trouble: Trouble;
  private stuck = { at: 0, until: 0 };

  constructor(chain: OutsideChain, scheduler: Scheduler, gate: ProcessGate, random: Random, trouble: Trouble) {
    this.chain = chain;
    this.scheduler = scheduler;
    this.gate = gate;
    this.random = random;
    this.trouble = trouble;
  }

  head(): Promise<BlockRef> {
    return this.ask(({ chain, head }) => chain.blocks[head]!);
  }

  block(height: number): Promise<BlockRef | undefined> {
    return this.ask(({ chain, head }) => (height <= head ? chain.blocks[height] : undefined));
  }

  transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    assertRange(fromHeight, toHeight);
    return this.ask(({ chain }) =>
      chain.blocks
        .slice(fromHeight, toHeight + 1)
        .map(({ held, ...ref }) => ({ ...ref, transfers: held.flatMap(({ transfers }) => transfers) })),
    );
  }

  transaction(hash: string): Promise<ChainTransaction | undefined> {
    return this.ask(({ chain, head }) => {
      const block = chain.holder(hash, head);
      const sent = block?.held.find((one) => one.hash === hash) ?? chain.pooled(hash);
      if (sent === undefined) return undefined;
      if (block === undefined) return { hash, confirmations: 0, consumes: sent.consumes };
      const at = { height: block.height, hash: block.hash };
      return { hash, block: at, confirmations: head - block.height + 1, succeeded: true, consumes: sent.consumes };
    });
  }

  /** Confirmations of another transaction that consumed the same; 0: none. */
  rivalConfirmations({ hash, consumes }: Pick<Sent, 'hash' | 'consumes'>): Promise<number> {
    return this.ask(({ chain, head }) => {
      const rival = chain.consumer(keyOf({ consumes }));
      const block = rival === undefined || rival.hash === hash ? undefined : chain.holder(rival.hash, head);
      return block === undefined ? 0 : head - block.height + 1;
    });
  }

  broadcast(raw: string): Promise<string> {
    return this.ask(({ chain }) => {
      const sent = sentOf(raw);
      if (!chain.accept(sent)) throw new ChainProblem('refused', 'It can be in no block.');
      if (this.random.chance(this.trouble.silent * 4)) throw new ChainProblem('timeout', 'The node took it and did not say so.');
      return sent.hash;
    });
  }

  balance(): Promise<bigint> {
    throw new Error('nobody asks for balances here');
  }

  spendable(): Promise<Spendable> {
    throw new Error('the vault counts nonces itself');
  }

  private ask<T>(answer: (seen: { chain: OutsideChain; head: number }) => T): Promise<T> {
    const { chain, random, trouble } = this;
    const told = new Promise<T>((resolve, reject) => {
      this.scheduler.after(random.between(1, 60), () => {
        try {
          if (random.chance(trouble.silent)) throw new ChainProblem('timeout', 'The node did not answer.');
          resolve(answer({ chain, head: this.seenHead() }));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    return this.gate.hears(told);
  }

  private seenHead(): number {
    const { chain, random, trouble, scheduler, stuck } = this;
    if (scheduler.elapsed < stuck.until) return Math.min(stuck.at, chain.height);
    if (random.chance(trouble.stuck)) this.stuck = { at: chain.height, until: scheduler.elapsed + random.between(2_000, 12_000) };
    return chain.height;
  }
}
