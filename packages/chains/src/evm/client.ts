import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { evmBytes, evmText, tronBytes, tronText } from '../addresses/index.ts';
import {
  assertRange,
  type Block,
  type BlockRef,
  type Chain,
  type ChainTransaction,
  type Spendable,
  type Transfer,
  type Watched,
} from '../chain.ts';
import type { Network } from '../networks.ts';
import { networks } from '../networks.ts';
import { badAnswer, ChainProblem } from '../problem.ts';
import {
  type Call,
  isObject,
  type Json,
  type JsonObject,
  jsonRpc,
  listOf,
  type NodeOptions,
  NodeRefusal,
  objectOf,
  textIn,
} from '../rpc.ts';
import { balanceOfCall, transferTopic } from './erc20.ts';
import { accountForm, count, hashForm, hex, quantity, wordForm } from './hex.ts';

export interface EvmOptions extends NodeOptions {
  network: Network;
  /** The chain's number (EIP-155). The node is asked for it before its first answer counts. */
  chainId: bigint;
  /** The tokens of this rail, in the network's form of an address. Logs of every other contract are ignored, whatever they call themselves. */
  tokens: readonly string[];
  /** Whether the network's own coin is read. Off for TRON, whose coin moves outside the `eth_` calls (`TronChain`). */
  native: boolean;
  watched: Watched;
}

/** A chain that speaks Ethereum's JSON-RPC. TRON's nodes answer the same reads of blocks and tokens. */
export class EvmChain implements Chain {
  readonly network: Network;
  private readonly options: EvmOptions;
  private readonly call: Call;
  private readonly tokens: ReadonlyMap<string, string>;
  private checked = false;

  constructor(options: EvmOptions) {
    this.options = options;
    this.network = options.network;
    this.call = jsonRpc(options);
    this.tokens = new Map(options.tokens.map((token) => [this.accountOf(token), token]));
  }

  async head(): Promise<BlockRef> {
    await this.assertChain();
    const block = await this.blockAt('latest', false);
    if (block === undefined) throw badAnswer('no newest block');
    return refOf(block);
  }

  async block(height: number): Promise<BlockRef | undefined> {
    await this.assertChain();
    const block = await this.blockAt(hex(height), false);
    return block === undefined ? undefined : exactly(height, refOf(block));
  }

  async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    assertRange(fromHeight, toHeight);
    await this.assertChain();
    const blocks: Block[] = [];
    for (let height = fromHeight; height <= toHeight; height += 1) {
      const block = await this.blockAt(hex(height), this.options.native);
      if (block === undefined) throw new ChainProblem('blocksDoNotLink', `The node has no block ${height}.`);
      const ref = exactly(height, refOf(block));
      if (blocks.length > 0 && blocks.at(-1)!.hash !== ref.parent)
        throw new ChainProblem('blocksDoNotLink', `Block ${height} does not continue the block before it.`);
      blocks.push({ ...ref, transfers: [...(await this.nativeIn(block, ref)), ...(await this.tokensIn(ref))] });
    }
    return blocks;
  }

  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    await this.assertChain();
    const answer = await this.call('eth_getTransactionByHash', [hash]);
    if (answer === null) return undefined;
    const sent = objectOf(answer, 'transaction');
    if (sent['hash'] !== hash) throw badAnswer('another transaction');
    const consumes = {
      kind: 'nonce' as const,
      from: this.addressOf(textIn(sent['from'], accountForm, 'sender')),
      nonce: count(sent['nonce'], 'nonce'),
    };
    const receipt = await this.call('eth_getTransactionReceipt', [hash]);
    if (receipt === null) return { hash, confirmations: 0, consumes };
    const { height, blockHash, succeeded, fee } = receiptOf(receipt, hash);
    const [holder, head] = [await this.block(height), await this.head()];
    // A receipt of a block that has left the chain proves nothing.
    if (holder?.hash !== blockHash || head.height < height) return { hash, confirmations: 0, consumes };
    return { hash, block: { height, hash: blockHash }, confirmations: head.height - height + 1, succeeded, fee, consumes };
  }

  async balance(address: string, token?: string): Promise<bigint> {
    await this.assertChain();
    const account = this.accountOf(address);
    if (token === undefined) return quantity(await this.call('eth_getBalance', [account, 'latest']), 'balance');
    return quantity(await this.call('eth_call', [{ to: this.accountOf(token), data: balanceOfCall(account) }, 'latest']), 'balance');
  }

  async broadcast(raw: string): Promise<string> {
    await this.assertChain();
    const hash = `0x${bytesToHex(keccak_256(hexToBytes(raw.replace(/^0x/, ''))))}`;
    try {
      const answer = await this.call('eth_sendRawTransaction', [raw]);
      if (answer !== hash) throw badAnswer('the hash of another transaction');
    } catch (error) {
      // A node that has the transaction already refuses it, each in its own words.
      if (!(error instanceof NodeRefusal) || (await this.call('eth_getTransactionByHash', [hash])) === null) throw error;
    }
    return hash;
  }

  async spendable(address: string): Promise<Spendable> {
    await this.assertChain();
    return { kind: 'nonce', next: count(await this.call('eth_getTransactionCount', [this.accountOf(address), 'latest']), 'nonce') };
  }

  /** In wei, for a transaction that should be mined soon. */
  async gasPrice(): Promise<bigint> {
    await this.assertChain();
    return quantity(await this.call('eth_gasPrice', []), 'price of gas');
  }

  private async assertChain(): Promise<void> {
    if (this.checked) return;
    const chainId = quantity(await this.call('eth_chainId', []), 'number of the chain');
    if (chainId !== this.options.chainId) throw badAnswer(`for the chain ${chainId}; this rail is on the chain ${this.options.chainId}`);
    this.checked = true;
  }

  private async blockAt(at: string, full: boolean): Promise<JsonObject | undefined> {
    const answer = await this.call('eth_getBlockByNumber', [at, full]);
    return answer === null ? undefined : objectOf(answer, 'block');
  }

  private async nativeIn(block: JsonObject, { height, hash }: BlockRef): Promise<Transfer[]> {
    if (!this.options.native) return [];
    const transfers: Transfer[] = [];
    for (const entry of listOf(block['transactions'], 'transactions')) {
      const sent = objectOf(entry, 'transaction');
      // A transaction without receiver creates a contract.
      if (sent['to'] === null || sent['to'] === undefined) continue;
      const to = this.addressOf(textIn(sent['to'], accountForm, 'receiver'));
      const units = quantity(sent['value'], 'value');
      if (units === 0n || !this.options.watched.has(to)) continue;
      const txHash = textIn(sent['hash'], hashForm, 'hash of a transaction');
      const receipt = receiptOf(await this.call('eth_getTransactionReceipt', [txHash]), txHash);
      assertSameBlock(receipt, height, hash);
      if (receipt.succeeded) transfers.push({ txHash, output: 0, to, units });
    }
    return transfers;
  }

  private async tokensIn({ height, hash }: BlockRef): Promise<Transfer[]> {
    if (this.tokens.size === 0) return [];
    const filter = { blockHash: hash, address: [...this.tokens.keys()], topics: [transferTopic] };
    const ours = new Map<string, { index: number; transfer: Omit<Transfer, 'output'> }[]>();
    for (const log of listOf(await this.call('eth_getLogs', [filter]), 'logs')) {
      const found = this.tokenTransfer(log, hash);
      if (found === undefined) continue;
      const { txHash } = found.transfer;
      ours.set(txHash, [...(ours.get(txHash) ?? []), found]);
    }
    const transfers: Transfer[] = [];
    for (const [txHash, found] of ours) {
      const receipt = receiptOf(await this.call('eth_getTransactionReceipt', [txHash]), txHash);
      assertSameBlock(receipt, height, hash);
      if (!receipt.succeeded) throw badAnswer('logs of a transaction that failed');
      for (const { index, transfer } of found) {
        // The number of a log in its block changes when the transaction moves to another block; its place in the transaction does not.
        const place = receipt.logIndexes.indexOf(index);
        if (place < 0) throw badAnswer('a log that its transaction does not have');
        transfers.push({ ...transfer, output: 1 + place });
      }
    }
    return transfers;
  }

  private tokenTransfer(log: Json, blockHash: string): { index: number; transfer: Omit<Transfer, 'output'> } | undefined {
    const entry = objectOf(log, 'log');
    const token = this.tokens.get(textIn(entry['address'], accountForm, 'contract').toLowerCase());
    const topics = listOf(entry['topics'], 'topics', 4);
    if (token === undefined || topics[0] !== transferTopic || topics.length !== 3 || entry['removed'] === true) return undefined;
    if (entry['blockHash'] !== blockHash) throw badAnswer('a log of another block');
    const to = this.addressOf(`0x${textIn(topics[2], wordForm, 'receiver').slice(26)}`);
    const units = quantity(entry['data'], 'amount');
    if (units === 0n || !this.options.watched.has(to)) return undefined;
    return {
      index: count(entry['logIndex'], 'number of the log'),
      transfer: { txHash: textIn(entry['transactionHash'], hashForm, 'hash of a transaction'), to, token, units },
    };
  }

  /** The network's form of an address, as 20 bytes in small hexadecimal digits. */
  private accountOf(address: string): string {
    const bytes = networks[this.network].family === 'tron' ? tronBytes(address) : evmBytes(address);
    if (bytes === undefined) throw new RangeError(`${address} is no address of ${this.network}`);
    return `0x${Buffer.from(bytes).toString('hex')}`;
  }

  private addressOf(account: string): string {
    const bytes = evmBytes(account);
    return networks[this.network].family === 'tron' ? tronText(bytes) : evmText(bytes);
  }
}

const refOf = (block: JsonObject): BlockRef => ({
  height: count(block['number'], 'number of the block'),
  hash: textIn(block['hash'], hashForm, 'hash of the block'),
  parent: textIn(block['parentHash'], hashForm, 'hash of the block before'),
  time: count(block['timestamp'], 'time of the block') * 1000,
});

function exactly(height: number, ref: BlockRef): BlockRef {
  if (ref.height !== height) throw badAnswer(`the block ${ref.height} for the block ${height}`);
  return ref;
}

interface Receipt {
  height: number;
  blockHash: string;
  succeeded: boolean;
  fee: bigint;
  logIndexes: readonly number[];
}

function receiptOf(answer: Json, txHash: string): Receipt {
  if (!isObject(answer)) throw new ChainProblem('blocksDoNotLink', `The transaction ${txHash} has left its block.`);
  if (answer['transactionHash'] !== txHash) throw badAnswer('the receipt of another transaction');
  return {
    height: count(answer['blockNumber'], 'number of the block'),
    blockHash: textIn(answer['blockHash'], hashForm, 'hash of the block'),
    succeeded: quantity(answer['status'], 'status of a transaction') === 1n,
    fee: quantity(answer['gasUsed'], 'gas') * quantity(answer['effectiveGasPrice'], 'price of gas'),
    logIndexes: listOf(answer['logs'], 'logs').map((log) => count(objectOf(log, 'log')['logIndex'], 'number of the log')),
  };
}

function assertSameBlock(receipt: Receipt, height: number, hash: string): void {
  if (receipt.blockHash !== hash || receipt.height !== height)
    throw new ChainProblem('blocksDoNotLink', `Block ${height} changed while it was read.`);
}
