import { tronText } from '../addresses/index.ts';
import type { Block, BlockRef, Chain, ChainTransaction, Spendable, Transfer, Watched } from '../chain.ts';
import { EvmChain } from '../evm/client.ts';
import type { Network } from '../networks.ts';
import { badAnswer, ChainProblem } from '../problem.ts';
import { httpJson, type JsonObject, listOf, type NodeOptions, NodeRefusal, objectOf, textIn, wholeOf } from '../rpc.ts';
import { readTron } from './transaction.ts';

export interface TronOptions extends NodeOptions {
  network: Network;
  /** The number that the node names to `eth_chainId`. */
  chainId: bigint;
  tokens: readonly string[];
  /** Whether the coin is read too: this needs whole blocks. */
  native: boolean;
  watched: Watched;
}

const hashForm = /^[0-9a-f]{64}$/;
const accountForm = /^41[0-9a-f]{40}$/;
/** Of 27 producers 19 have to build on a block, then it stays for ever. Before that a transaction in it has no more confirmations than this, however many blocks there are. */
const unsettled = 19;

/**
 * TRON. `url` is the address under which a node answers `/jsonrpc`, `/wallet` and `/walletsolidity`. Blocks and tokens are read by `eth_` calls; the coin, costs and
 * what can no longer change by the node's own HTTP. Hashes have 0x everywhere.
 */
export class TronChain implements Chain {
  readonly network: Network;
  private readonly reads: EvmChain;
  private readonly ask: (path: string, body: JsonObject) => Promise<JsonObject>;
  private readonly options: TronOptions;

  constructor(options: TronOptions) {
    const base = options.url.replace(/\/(?:jsonrpc\/?)?$/, '');
    this.network = options.network;
    this.options = options;
    this.reads = new EvmChain({ ...options, url: `${base}/jsonrpc`, native: false });
    this.ask = httpJson({ ...options, url: base });
  }

  head(): Promise<BlockRef> {
    return this.reads.head();
  }

  block(height: number): Promise<BlockRef | undefined> {
    return this.reads.block(height);
  }

  async finalHead(): Promise<BlockRef> {
    const { blockID, block_header: header } = await this.ask('walletsolidity/getnowblock', {});
    const fields = objectOf(objectOf(header, 'head of the block')['raw_data'], 'head of the block');
    return {
      height: wholeOf(fields['number'] ?? 0, 'number of the block'),
      hash: `0x${textIn(blockID, hashForm, 'hash of the block')}`,
      parent: `0x${textIn(fields['parentHash'], hashForm, 'hash of the block before')}`,
      time: wholeOf(fields['timestamp'] ?? 0, 'time of the block'),
    };
  }

  async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    const blocks = await this.reads.transfersIn(fromHeight, toHeight);
    if (!this.options.native) return blocks;
    const all: Block[] = [];
    for (const block of blocks) all.push({ ...block, transfers: [...(await this.coinsIn(block)), ...block.transfers] });
    return all;
  }

  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    const known = await this.reads.transaction(hash);
    if (known === undefined) return undefined;
    const { block, succeeded } = known;
    const consumes = { kind: 'nothing' } as const;
    if (block === undefined) return { hash, confirmations: 0, consumes };
    const info = await this.ask('wallet/gettransactioninfobyid', { value: hash.slice(2) });
    const final = await this.finalHead();
    if (info['id'] !== hash.slice(2) || info['blockNumber'] !== block.height)
      throw new ChainProblem('blocksDoNotLink', `The transaction ${hash} has left its block.`);
    const confirmations = final.height >= block.height ? known.confirmations : Math.min(known.confirmations, unsettled);
    // What was burnt for bandwidth, energy and new accounts; the reads of `eth_` know only the energy.
    const fee = BigInt(wholeOf(info['fee'] ?? 0, 'fee'));
    return { hash, block, confirmations, ...(succeeded === undefined ? {} : { succeeded }), fee, consumes };
  }

  balance(address: string, token?: string): Promise<bigint> {
    return this.reads.balance(address, token);
  }

  async broadcast(raw: string): Promise<string> {
    const { hash } = readTron(raw);
    // Nothing is told to a node of another chain: the first read asks for its number.
    await this.head();
    const { result, code, message, txid } = await this.ask('wallet/broadcasthex', { transaction: raw });
    if (result === true) {
      if (txid !== hash.slice(2)) throw badAnswer('the hash of another transaction');
      return hash;
    }
    // A node that has it, or a block that holds it: the answer to an earlier sending was lost.
    if (code === 'DUP_TRANSACTION_ERROR' || (await this.transaction(hash)) !== undefined) return hash;
    throw new NodeRefusal(0, `${String(code)}: ${String(message ?? '').slice(0, 200)}`);
  }

  spendable(): Promise<Spendable> {
    return Promise.resolve({ kind: 'nothing' });
  }

  /** Of one unit of energy, in sun. */
  gasPrice(): Promise<bigint> {
    return this.reads.gasPrice();
  }

  private async coinsIn({ height, hash }: BlockRef): Promise<Transfer[]> {
    const block = await this.ask('wallet/getblockbynum', { num: height });
    if (`0x${String(block['blockID'])}` !== hash) throw new ChainProblem('blocksDoNotLink', `Block ${height} changed while it was read.`);
    return listOf(block['transactions'] ?? [], 'transactions').flatMap((entry) => this.coinOf(objectOf(entry, 'transaction')));
  }

  private coinOf({ txID, ret, raw_data: raw }: JsonObject): Transfer[] {
    const contract = objectOf(listOf(objectOf(raw, 'content of a transaction')['contract'], 'contracts', 1)[0], 'contract');
    if (contract['type'] !== 'TransferContract') return [];
    const value = objectOf(objectOf(contract['parameter'], 'parameter')['value'], 'transfer');
    const account = textIn(value['to_address'], accountForm, 'receiver');
    const to = tronText(Buffer.from(account.slice(2), 'hex'));
    if (!this.options.watched.has(to)) return [];
    const [result] = listOf(ret, 'results', 1);
    if (objectOf(result, 'result of a transaction')['contractRet'] !== 'SUCCESS') return [];
    const units = BigInt(wholeOf(value['amount'], 'amount'));
    return units === 0n ? [] : [{ txHash: `0x${textIn(txID, hashForm, 'hash of a transaction')}`, output: 0, to, units }];
  }
}
