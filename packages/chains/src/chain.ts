import type { Network } from './networks.ts';

/** A block as its chain names it. `parent` is the hash of the block before. */
export interface BlockRef {
  height: number;
  hash: string;
  parent: string;
  /** Milliseconds since 1970, as the block says. */
  time: number;
}

/** Coins that arrived at an address of ours, in a block. */
export interface Transfer {
  txHash: string;
  /**
   * Which of the transaction's payments: the output of a bitcoin transaction; on an EVM chain and TRON 0 for its own coin and 1 + n for the nth log of the transaction.
   * It does not change when the transaction moves to another block.
   */
  output: number;
  to: string;
  /** The destination tag, where the network has tags and the sender gave one. */
  tag?: number;
  /** The token's contract, in the network's own form of an address. Absent for the network's own coin. */
  token?: string;
  /** The smallest units of the coin: wei, satoshi, drops. */
  units: bigint;
}

export interface Block extends BlockRef {
  transfers: readonly Transfer[];
}

/** A transaction that somebody sent, and how final it is. */
export interface ChainTransaction {
  hash: string;
  /** Absent while no block holds it. */
  block?: { height: number; hash: string };
  /** 0 while no block holds it, 1 in the newest block. */
  confirmations: number;
  /** False when the chain took the fee and did nothing else. Absent while no block holds it. */
  succeeded?: boolean;
  /** What the network kept, in the smallest units of its own coin, also when the rest failed. Absent while no block holds it. */
  fee?: bigint;
  /** What it consumed: another final transaction with the same nonce, sequence or input proves that this one never happens. */
  consumes:
    | { kind: 'nonce'; from: string; nonce: number }
    | { kind: 'inputs'; inputs: readonly { txHash: string; output: number }[] }
    /** TRON: only its expiration proves that it never happens. */
    | { kind: 'nothing' };
}

/** What the next transaction of an address has to name. */
export type Spendable =
  | { kind: 'nonce'; next: number }
  | { kind: 'sequence'; next: number; validated: number }
  | { kind: 'outputs'; outputs: readonly { txHash: string; output: number; units: bigint; confirmations: number }[] }
  /** TRON: nothing of the address itself. */
  | { kind: 'nothing' };

/** One rail's view of one chain. Every call may throw `ChainProblem`. */
export interface Chain {
  readonly network: Network;
  head(): Promise<BlockRef>;
  /** The block of the best chain at this height, or undefined above the head. */
  block(height: number): Promise<BlockRef | undefined>;
  /** Of networks that say from where on nothing changes: the newest block that stays for ever. Undefined where confirmations decide. */
  finalHead?(): Promise<BlockRef | undefined>;
  /**
   * The blocks of both heights and all between them, oldest first, with the transfers to watched addresses. Each block's transfers were read from exactly the
   * block that its hash names. A range of more than `maxBlocks` is a RangeError.
   */
  transfersIn(fromHeight: number, toHeight: number): Promise<Block[]>;
  transaction(hash: string): Promise<ChainTransaction | undefined>;
  /** In smallest units, at the head. */
  balance(address: string, token?: string): Promise<bigint>;
  /** Answers the transaction's hash. Sending the same transaction again is harmless. */
  broadcast(raw: string): Promise<string>;
  spendable(address: string): Promise<Spendable>;
  /** In smallest units of the coin, for gas (EVM) or energy (TRON) of a transaction that should be mined soon. */
  gasPrice?(): Promise<bigint>;
}

/** The addresses whose transfers matter, in the network's canonical form. */
export interface Watched {
  has(address: string): boolean;
}

/** Blocks in one call of `transfersIn`. */
export const maxBlocks = 100;

export function assertRange(fromHeight: number, toHeight: number): void {
  const whole = Number.isSafeInteger(fromHeight) && Number.isSafeInteger(toHeight);
  if (!whole || fromHeight < 0 || toHeight < fromHeight || toHeight - fromHeight >= maxBlocks)
    throw new RangeError(`${fromHeight} to ${toHeight} is no range of 1 to ${maxBlocks} blocks`);
}

/** One name for one payment on one network, the same wherever and however often it is seen. */
export const externalIdOf = ({ txHash, output }: Pick<Transfer, 'txHash' | 'output'>): string => `${txHash}:${output}`;
