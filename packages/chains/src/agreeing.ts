import type { Block, BlockRef, Chain, ChainTransaction, Spendable } from './chain.ts';
import type { Network } from './networks.ts';
import { ChainProblem } from './problem.ts';

/** Two nodes of one chain as one: what only one of them says does not count, so that a single node that lies credits nothing. */
export class AgreeingChain implements Chain {
  readonly network: Network;
  private readonly first: Chain;
  private readonly second: Chain;

  constructor(first: Chain, second: Chain) {
    if (first.network !== second.network) throw new RangeError('two nodes of different networks cannot agree');
    this.network = first.network;
    this.first = first;
    this.second = second;
  }

  /** The lower of both heads, when both nodes have that block. */
  async head(): Promise<BlockRef> {
    const [one, other] = await Promise.all([this.first.head(), this.second.head()]);
    if (one.height === other.height) return same(one, other, `the block ${one.height}`);
    const [lower, higher] = one.height < other.height ? [one, this.second] : [other, this.first];
    return same(lower, await higher.block(lower.height), `the block ${lower.height}`);
  }

  /** The lower of both, when both nodes have it. */
  async finalHead(): Promise<BlockRef | undefined> {
    const [one, other] = await Promise.all([this.first.finalHead?.(), this.second.finalHead?.()]);
    if (one === undefined || other === undefined) return undefined;
    const [lower, higher] = one.height < other.height ? [one, this.second] : [other, this.first];
    return same(lower, await higher.block(lower.height), `the block ${lower.height}`);
  }

  async block(height: number): Promise<BlockRef | undefined> {
    return same(...(await Promise.all([this.first.block(height), this.second.block(height)])), `the block ${height}`);
  }

  async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    const [one, other] = await Promise.all([this.first.transfersIn(fromHeight, toHeight), this.second.transfersIn(fromHeight, toHeight)]);
    return same(one, other, `the blocks ${fromHeight} to ${toHeight}`);
  }

  /** Confirmations are the fewer of both; a transaction that only one node has in a block is in no block yet. */
  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    const [one, other] = await Promise.all([this.first.transaction(hash), this.second.transaction(hash)]);
    const only = one ?? other;
    if (only === undefined) return undefined;
    // One node knows it: it counts for nothing yet, and nobody may take it as proof that there is no such transaction.
    if (one === undefined || other === undefined) return { hash, confirmations: 0, consumes: only.consumes };
    if (one.block === undefined || one.block.hash !== other.block?.hash) return { hash, confirmations: 0, consumes: one.consumes };
    if (one.succeeded !== other.succeeded) throw disagree(`whether ${hash} succeeded`);
    return { ...one, confirmations: Math.min(one.confirmations, other.confirmations) };
  }

  async balance(address: string, token?: string): Promise<bigint> {
    const [one, other] = await Promise.all([this.first.balance(address, token), this.second.balance(address, token)]);
    if (one !== other) throw disagree(`the balance of ${address}`);
    return one;
  }

  async broadcast(raw: string): Promise<string> {
    const sent = await Promise.allSettled([this.first.broadcast(raw), this.second.broadcast(raw)]);
    const taken = sent.find((one) => one.status === 'fulfilled');
    if (taken !== undefined) return taken.value;
    throw (sent[0] as PromiseRejectedResult).reason;
  }

  /** The higher of both: a transaction should be mined soon, and the signer bounds what it may cost. */
  async gasPrice(): Promise<bigint> {
    const [one, other] = await Promise.all([this.first.gasPrice?.(), this.second.gasPrice?.()]);
    return (one ?? 0n) > (other ?? 0n) ? one! : (other ?? 0n);
  }

  async spendable(address: string): Promise<Spendable> {
    return same(...(await Promise.all([this.first.spendable(address), this.second.spendable(address)])), `what ${address} may spend`);
  }
}

const disagree = (what: string) => new ChainProblem('nodesDisagree', `The two nodes of this rail do not agree on ${what}.`);
const textOf = (value: unknown) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));

/** The two answers of one call may differ in nothing. */
function same<Value>(one: Value, other: unknown, what: string): Value {
  if (textOf(one) !== textOf(other)) throw disagree(what);
  return one;
}
