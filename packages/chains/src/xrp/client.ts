import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
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
  wholeOf,
} from '../rpc.ts';

export interface XrpOptions extends NodeOptions {
  network: Network;
  watched: Watched;
}

const hashForm = /^[0-9A-F]{64}$/;
const accountForm = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
/** XRP counts seconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);

/** The XRP ledger over rippled's JSON-RPC. Only validated ledgers are read: what they hold is final. */
export class XrpChain implements Chain {
  readonly network: Network;
  private readonly call: Call;
  private readonly watched: Watched;

  constructor(options: XrpOptions) {
    this.network = options.network;
    this.watched = options.watched;
    this.call = jsonRpc(options);
  }

  async head(): Promise<BlockRef> {
    return refOf(await this.ask('ledger', { ledger_index: 'validated' }));
  }

  async block(height: number): Promise<BlockRef | undefined> {
    const answer = await this.find('ledger', { ledger_index: height }, 'lgrNotFound');
    return answer === undefined || answer['validated'] !== true ? undefined : exactly(height, refOf(answer));
  }

  async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    assertRange(fromHeight, toHeight);
    const blocks: Block[] = [];
    for (let height = fromHeight; height <= toHeight; height += 1) {
      const answer = await this.ask('ledger', { ledger_index: height, transactions: true, expand: true });
      const ref = exactly(height, refOf(answer));
      if (blocks.length > 0 && blocks.at(-1)!.hash !== ref.parent)
        throw new ChainProblem('blocksDoNotLink', `Ledger ${height} does not continue the ledger before it.`);
      const entries = listOf(objectOf(answer['ledger'], 'ledger')['transactions'], 'transactions');
      blocks.push({ ...ref, transfers: entries.flatMap((entry) => this.transferOf(objectOf(entry, 'transaction'))) });
    }
    return blocks;
  }

  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    const sent = await this.find('tx', { transaction: hash }, 'txnNotFound');
    if (sent === undefined) return undefined;
    if (sent['hash'] !== hash) throw badAnswer('another transaction');
    const consumes = {
      kind: 'nonce' as const,
      from: textIn(sent['Account'], accountForm, 'sender'),
      nonce: wholeOf(sent['Sequence'], 'sequence'),
    };
    if (sent['validated'] !== true) return { hash, confirmations: 0, consumes };
    const height = wholeOf(sent['ledger_index'], 'number of the ledger');
    const [ledger, head] = [await this.block(height), await this.head()];
    if (ledger === undefined) return { hash, confirmations: 0, consumes };
    const succeeded = objectOf(sent['meta'], 'result of a transaction')['TransactionResult'] === 'tesSUCCESS';
    return {
      hash,
      block: { height, hash: ledger.hash },
      confirmations: head.height - height + 1,
      succeeded,
      fee: drops(sent['Fee']),
      consumes,
    };
  }

  async balance(address: string): Promise<bigint> {
    const account = await this.find('account_info', { account: address, ledger_index: 'validated' }, 'actNotFound');
    return account === undefined ? 0n : drops(objectOf(account['account_data'], 'account')['Balance']);
  }

  async broadcast(raw: string): Promise<string> {
    const hash = bytesToHex(sha512(hexToBytes(`54584e00${raw.toLowerCase()}`)).slice(0, 32)).toUpperCase();
    const answer = await this.ask('submit', { tx_blob: raw });
    const result = String(answer['engine_result']);
    if (result === 'tesSUCCESS' || result === 'terQUEUED' || result === 'tefALREADY') return hash;
    // Its sequence is used: by itself, when the answer to the first sending was lost.
    if ((await this.transaction(hash)) !== undefined) return hash;
    throw new NodeRefusal(0, `${result}: ${String(answer['engine_result_message'] ?? '').slice(0, 200)}`);
  }

  async spendable(address: string): Promise<Spendable> {
    const answer = await this.ask('account_info', { account: address, ledger_index: 'validated' });
    return {
      kind: 'sequence',
      next: wholeOf(objectOf(answer['account_data'], 'account')['Sequence'], 'sequence'),
      validated: wholeOf(answer['ledger_index'], 'number of the ledger'),
    };
  }

  private transferOf(entry: JsonObject): Transfer[] {
    // Version 2 of the interface puts the transaction's fields into an object of their own.
    const fields = isObject(entry['tx_json']) ? entry['tx_json'] : entry;
    const meta = entry['metaData'] ?? entry['meta'];
    if (fields['TransactionType'] !== 'Payment' || typeof fields['Destination'] !== 'string' || !this.watched.has(fields['Destination']))
      return [];
    const result = objectOf(meta, 'result of a transaction');
    if (result['TransactionResult'] !== 'tesSUCCESS') return [];
    // `Amount` is what the sender named; a partial payment delivers less. Only what was delivered counts, and only XRP itself is text.
    const delivered = result['delivered_amount'];
    if (typeof delivered !== 'string' || delivered === 'unavailable') return [];
    const units = drops(delivered);
    if (units === 0n) return [];
    const tag = fields['DestinationTag'];
    return [
      {
        txHash: textIn(entry['hash'] ?? fields['hash'], hashForm, 'hash of a transaction'),
        output: 0,
        to: fields['Destination'],
        ...(tag === undefined ? {} : { tag: wholeOf(tag, 'tag') }),
        units,
      },
    ];
  }

  private async ask(method: string, params: JsonObject): Promise<JsonObject> {
    const answer = objectOf(await this.call(method, [{ ...params, api_version: 1 }]), 'answer');
    if (answer['status'] !== 'error' && answer['error'] === undefined) return answer;
    throw new XrpRefusal(String(answer['error']), String(answer['error_message'] ?? '').slice(0, 200));
  }

  private async find(method: string, params: JsonObject, none: string): Promise<JsonObject | undefined> {
    try {
      return await this.ask(method, params);
    } catch (error) {
      if (error instanceof XrpRefusal && error.word === none) return undefined;
      throw error;
    }
  }
}

class XrpRefusal extends NodeRefusal {
  readonly word: string;

  constructor(word: string, message: string) {
    super(0, `${word}: ${message}`);
    this.word = word;
  }
}

function drops(value: Json | undefined): bigint {
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value)) throw badAnswer('no amount in drops');
  return BigInt(value);
}

function refOf(answer: JsonObject): BlockRef {
  const ledger = objectOf(answer['ledger'], 'ledger');
  if (answer['validated'] !== true) throw badAnswer('a ledger that is not validated');
  return {
    height: Number(textIn(String(ledger['ledger_index']), /^\d{1,15}$/, 'number of the ledger')),
    hash: textIn(ledger['ledger_hash'], hashForm, 'hash of the ledger'),
    parent: textIn(ledger['parent_hash'], hashForm, 'hash of the ledger before'),
    time: epochMs + wholeOf(ledger['close_time'], 'time of the ledger') * 1000,
  };
}

function exactly(height: number, ref: BlockRef): BlockRef {
  if (ref.height !== height) throw badAnswer(`the ledger ${ref.height} for the ledger ${height}`);
  return ref;
}
