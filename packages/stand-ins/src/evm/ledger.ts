import { readTransferCall, transferTopic, word } from '@bourse/chains';
import { Transaction } from 'micro-eth-signer';
import { Refused } from '../node.ts';
import { hexFrom } from '../seed.ts';

export interface Log {
  address: string;
  topics: readonly string[];
  data: string;
}

export interface Mined {
  hash: string;
  raw: string;
  from: string;
  /** Empty for a transaction that would create a contract. */
  to: string;
  nonce: bigint;
  value: bigint;
  data: string;
  gasLimit: bigint;
  /** The most that the sender pays for one unit of gas, in wei. */
  maxFeePerGas: bigint;
}

export interface Receipt {
  transaction: Mined;
  succeeded: boolean;
  gasUsed: bigint;
  logs: readonly Log[];
}

export interface EvmBlock {
  height: number;
  hash: string;
  parent: string;
  /** Seconds since 1970. */
  time: number;
  receipts: readonly Receipt[];
  undo: ReadonlyMap<string, bigint | undefined>;
}

export const baseFee = 1_000_000_000n;
const [plainGas, tokenGas] = [21_000n, 65_000n];
/** Older blocks are forgotten: a reorganisation never reaches them. */
const mostBlocks = 20_000;
const mostWaiting = 10_000;

/** Accounts, tokens and blocks of an EVM chain that knows plain payments and the `transfer` of ERC-20 tokens, with true signatures, nonces and fees. */
export class EvmLedger {
  readonly chainId: bigint;
  readonly blocks: EvmBlock[] = [];
  readonly waiting = new Map<string, Mined>();
  protected readonly seed: string;
  protected readonly clock: () => number;
  private readonly tokens: ReadonlySet<string>;
  private readonly state = new Map<string, bigint>();
  private readonly found = new Map<string, { block: EvmBlock; at: number }>();
  private undo = new Map<string, bigint | undefined>();
  private readonly told: ((raw: string) => void) | undefined;
  private made = 0;

  constructor(options: {
    seed: string;
    clock: () => number;
    chainId: bigint;
    tokens: readonly string[];
    rich: string;
    told?: ((raw: string) => void) | undefined;
  }) {
    this.told = options.told;
    this.chainId = options.chainId;
    this.seed = options.seed;
    this.clock = options.clock;
    this.tokens = new Set(options.tokens.map((token) => token.toLowerCase()));
    this.set(balanceKey(options.rich), 10n ** 30n);
    for (const token of this.tokens) this.set(tokenKey(token, options.rich), 10n ** 30n);
    this.seal([]);
  }

  get head(): EvmBlock {
    return this.blocks.at(-1)!;
  }

  at = (height: number): EvmBlock | undefined => this.blocks[height - this.blocks[0]!.height];
  byHash = (hash: string): EvmBlock | undefined => this.blocks.findLast((block) => block.hash === hash);
  receipt = (hash: string) => this.found.get(hash);
  balance = (account: string): bigint => this.state.get(balanceKey(account)) ?? 0n;
  nonce = (account: string): bigint => this.state.get(nonceKey(account)) ?? 0n;
  tokenBalance = (token: string, account: string): bigint => this.state.get(tokenKey(token, account)) ?? 0n;
  isToken = (address: string): boolean => this.tokens.has(address.toLowerCase());

  /** Takes a signed transaction into the waiting ones, or refuses it as a node does. */
  submit(raw: string): string {
    const sent = this.read(raw);
    this.admit(sent);
    if (this.waiting.size >= mostWaiting) throw new Refused(-32000, 'txpool is full');
    this.waiting.set(sent.hash, sent);
    this.told?.(raw);
    return sent.hash;
  }

  /** Refuses what a node would not keep. A transaction that is replaced leaves the waiting ones. */
  protected admit(sent: Mined): void {
    if (this.found.has(sent.hash) || this.waiting.has(sent.hash)) throw new Refused(-32000, 'already known');
    if (sent.nonce < this.nonce(sent.from))
      throw new Refused(-32000, `nonce too low: next nonce ${this.nonce(sent.from)}, tx nonce ${sent.nonce}`);
    if (sent.maxFeePerGas < baseFee) throw new Refused(-32000, 'max fee per gas less than block base fee');
    if (sent.gasLimit < gasOf(sent.data)) throw new Refused(-32000, 'intrinsic gas too low');
    if (this.balance(sent.from) < sent.value + sent.gasLimit * sent.maxFeePerGas)
      throw new Refused(-32000, 'insufficient funds for gas * price + value');
    const rival = [...this.waiting.values()].find(({ from, nonce }) => from === sent.from && nonce === sent.nonce);
    if (rival !== undefined) {
      if (sent.maxFeePerGas * 10n < rival.maxFeePerGas * 11n) throw new Refused(-32000, 'replacement transaction underpriced');
      this.waiting.delete(rival.hash);
    }
  }

  /** A block with the waiting transactions whose nonce is next; `only` leaves the others waiting. */
  mine(only?: ReadonlySet<string>): EvmBlock {
    const receipts: Receipt[] = [];
    for (let again = true; again; ) {
      again = false;
      for (const sent of this.waiting.values()) {
        if (sent.nonce > this.nonce(sent.from) || (only !== undefined && !only.has(sent.hash))) continue;
        this.waiting.delete(sent.hash);
        again = true;
        if (sent.nonce === this.nonce(sent.from)) receipts.push(this.run(sent));
      }
    }
    return this.seal(receipts);
  }

  /** Replaces the newest blocks by one more than they were. Their transactions wait again, except those that are dropped; the first new block is empty. */
  reorg(depth: number, dropped: ReadonlySet<string>): void {
    if (depth < 1 || depth >= this.blocks.length) throw new RangeError(`${depth} is no depth of a reorganisation`);
    const again: Mined[] = [];
    for (let at = 0; at < depth; at += 1) {
      const block = this.blocks.pop()!;
      for (const [key, value] of block.undo) this.restore(key, value);
      for (const { transaction } of block.receipts) this.found.delete(transaction.hash);
      again.unshift(...block.receipts.map(({ transaction }) => transaction));
    }
    const later = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of [...again, ...later]) if (!dropped.has(one.hash)) this.waiting.set(one.hash, one);
    this.mine(new Set());
    for (let at = 0; at < depth; at += 1) this.mine();
  }

  protected read(raw: string): Mined {
    let transaction: ReturnType<typeof Transaction.fromHex>;
    let from: string;
    try {
      transaction = Transaction.fromHex(raw);
      from = transaction.sender.toLowerCase();
    } catch (error) {
      throw new Refused(-32000, `typed transaction is not valid: ${(error as Error).message}`);
    }
    const fields = transaction.raw as Record<string, unknown>;
    if (fields['chainId'] !== this.chainId) throw new Refused(-32000, `invalid chain id: this is ${this.chainId}`);
    return {
      hash: `0x${transaction.hash.replace(/^0x/, '')}`,
      raw,
      from,
      to: String(fields['to']).toLowerCase(),
      nonce: fields['nonce'] as bigint,
      value: fields['value'] as bigint,
      data: dataOf(fields['data']),
      gasLimit: fields['gasLimit'] as bigint,
      maxFeePerGas: (fields['maxFeePerGas'] ?? fields['gasPrice']) as bigint,
    };
  }

  protected run(sent: Mined): Receipt {
    const gasUsed = gasOf(sent.data);
    this.set(nonceKey(sent.from), sent.nonce + 1n);
    this.burn(sent.from, gasUsed * baseFee);
    return this.move(sent, gasUsed);
  }

  /** What a transaction does besides its fee. */
  protected move(sent: Mined, gasUsed: bigint): Receipt {
    const call = this.tokens.has(sent.to) ? readTransferCall(sent.data) : undefined;
    const has = this.balance(sent.from) >= sent.value && (call === undefined || this.tokenBalance(sent.to, sent.from) >= call.units);
    // A call that a token does not know takes the fee and does nothing.
    if (!has || (this.tokens.has(sent.to) && call === undefined)) return { transaction: sent, succeeded: false, gasUsed, logs: [] };
    this.add(balanceKey(sent.from), -sent.value);
    this.add(balanceKey(sent.to), sent.value);
    if (call === undefined) return { transaction: sent, succeeded: true, gasUsed, logs: [] };
    this.add(tokenKey(sent.to, sent.from), -call.units);
    this.add(tokenKey(sent.to, call.to), call.units);
    const topics = [transferTopic, `0x${word(BigInt(sent.from))}`, `0x${word(BigInt(call.to))}`];
    return { transaction: sent, succeeded: true, gasUsed, logs: [{ address: sent.to, topics, data: `0x${word(call.units)}` }] };
  }

  protected seal(receipts: readonly Receipt[]): EvmBlock {
    this.made += 1;
    const before = this.blocks.at(-1);
    const height = before === undefined ? 0 : before.height + 1;
    const block: EvmBlock = {
      height,
      hash: this.nameOf(height, hexFrom(this.seed, `block ${height} ${this.made}`)),
      parent: before?.hash ?? `0x${'0'.repeat(64)}`,
      time: this.timeAfter(before),
      receipts,
      undo: this.undo,
    };
    this.undo = new Map();
    this.blocks.push(block);
    receipts.forEach(({ transaction }, at) => {
      this.found.set(transaction.hash, { block, at });
    });
    if (this.blocks.length > mostBlocks) for (const { transaction } of this.blocks.shift()!.receipts) this.found.delete(transaction.hash);
    return block;
  }

  /** The hash of a block, from 64 hexadecimal digits that are its own. */
  protected nameOf(_height: number, digits: string): string {
    return `0x${digits}`;
  }

  /** Seconds since 1970 of the block that follows. */
  protected timeAfter(_before: EvmBlock | undefined): number {
    return Math.floor(this.clock() / 1000);
  }

  protected burn(account: string, units: bigint): void {
    this.add(balanceKey(account), -units);
  }

  /** Whether the account ever held the coin. */
  protected holds(account: string): boolean {
    return this.state.has(balanceKey(account));
  }

  private set(key: string, value: bigint): void {
    if (!this.undo.has(key)) this.undo.set(key, this.state.get(key));
    this.state.set(key, value);
  }

  private add(key: string, value: bigint): void {
    if (value !== 0n) this.set(key, (this.state.get(key) ?? 0n) + value);
  }

  private restore(key: string, value: bigint | undefined): void {
    if (value === undefined) this.state.delete(key);
    else this.state.set(key, value);
  }
}

export const gasOf = (data: string): bigint => (data === '0x' ? plainGas : tokenGas);
const dataOf = (data: unknown): string => (typeof data === 'string' && data !== '' ? `0x${data.replace(/^0x/, '')}` : '0x');
const balanceKey = (account: string) => `balance ${account.toLowerCase()}`;
const nonceKey = (account: string) => `nonce ${account.toLowerCase()}`;
const tokenKey = (token: string, account: string) => `token ${token.toLowerCase()} ${account.toLowerCase()}`;
