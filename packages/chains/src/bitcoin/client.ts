import { Transaction } from '@scure/btc-signer';
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

export interface BitcoinOptions extends NodeOptions {
  network: Network;
  watched: Watched;
}

const hashForm = /^[0-9a-f]{64}$/;
/** bitcoind's own numbers. */
const [notFound, outOfRange] = [-5, -8];

/** A bitcoin chain over bitcoind's JSON-RPC. The node needs `txindex`, and a watch-only wallet for balances. */
export class BitcoinChain implements Chain {
  readonly network: Network;
  private readonly call: Call;
  private readonly watched: Watched;

  constructor(options: BitcoinOptions) {
    this.network = options.network;
    this.watched = options.watched;
    this.call = jsonRpc(options);
  }

  async head(): Promise<BlockRef> {
    const block = await this.block(wholeOf(await this.call('getblockcount', []), 'number of blocks'));
    if (block === undefined) throw new ChainProblem('blocksDoNotLink', 'The newest block was replaced while it was read.');
    return block;
  }

  async block(height: number): Promise<BlockRef | undefined> {
    const hash = await this.hashAt(height);
    return hash === undefined ? undefined : refOf(objectOf(await this.call('getblock', [hash, 1]), 'block'), height, hash);
  }

  async transfersIn(fromHeight: number, toHeight: number): Promise<Block[]> {
    assertRange(fromHeight, toHeight);
    const blocks: Block[] = [];
    for (let height = fromHeight; height <= toHeight; height += 1) {
      const hash = await this.hashAt(height);
      if (hash === undefined) throw new ChainProblem('blocksDoNotLink', `The node has no block ${height}.`);
      // Everything of the block comes in one answer, by its hash: it cannot change while it is read.
      const block = objectOf(await this.call('getblock', [hash, 2]), 'block');
      const ref = refOf(block, height, hash);
      if (blocks.length > 0 && blocks.at(-1)!.hash !== ref.parent)
        throw new ChainProblem('blocksDoNotLink', `Block ${height} does not continue the block before it.`);
      blocks.push({
        ...ref,
        transfers: listOf(block['tx'], 'transactions').flatMap((entry) => this.outputsOf(objectOf(entry, 'transaction'))),
      });
    }
    return blocks;
  }

  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    const sent = await this.orNone(() => this.call('getrawtransaction', [hash, true]), notFound);
    if (sent === undefined) return undefined;
    const fields = objectOf(sent, 'transaction');
    if (fields['txid'] !== hash) throw badAnswer('another transaction');
    const inputs = listOf(fields['vin'], 'inputs').flatMap((entry) => {
      const input = objectOf(entry, 'input');
      // New coins come from no output.
      if (input['coinbase'] !== undefined) return [];
      return [{ txHash: textIn(input['txid'], hashForm, 'hash of a transaction'), output: wholeOf(input['vout'], 'number of an output') }];
    });
    const consumes = { kind: 'inputs' as const, inputs };
    const blockHash = fields['blockhash'];
    const confirmations = fields['confirmations'] === undefined ? 0 : wholeOf(fields['confirmations'], 'confirmations');
    if (typeof blockHash !== 'string' || confirmations === 0) return { hash, confirmations: 0, consumes };
    const block = objectOf(await this.call('getblock', [blockHash, 1]), 'block');
    const height = wholeOf(block['height'], 'height of a block');
    if ((await this.hashAt(height)) !== blockHash) return { hash, confirmations: 0, consumes };
    const fee = await this.feeOf(inputs, fields);
    return { hash, block: { height, hash: blockHash }, confirmations, succeeded: true, fee, consumes };
  }

  /** What a transaction's inputs held beyond what its outputs hold. */
  private async feeOf(inputs: readonly { txHash: string; output: number }[], sent: JsonObject): Promise<bigint> {
    const held = (output: Json) => satoshi(objectOf(output, 'output')['value']);
    const spent = await Promise.all(
      inputs.map(async ({ txHash, output }) => {
        const before = objectOf(await this.call('getrawtransaction', [txHash, true]), 'transaction');
        return held(listOf(before['vout'], 'outputs')[output] ?? null);
      }),
    );
    const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
    // New coins have no input.
    return inputs.length === 0 ? 0n : sum(spent) - sum(listOf(sent['vout'], 'outputs').map(held));
  }

  async balance(address: string): Promise<bigint> {
    // What waits for a block has not arrived. What a waiting transaction spends is gone from the node's list already: whoever sent it knows that it is still held.
    const outputs = (await this.outputs(address)).filter(({ confirmations }) => confirmations > 0);
    return outputs.reduce((sum, { units }) => sum + units, 0n);
  }

  async broadcast(raw: string): Promise<string> {
    const hash = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownInputs: true, allowUnknownOutputs: true }).id;
    try {
      if ((await this.call('sendrawtransaction', [raw])) !== hash) throw badAnswer('the hash of another transaction');
    } catch (error) {
      // It has the transaction already, waiting or in a block.
      if (!(error instanceof NodeRefusal) || (await this.transaction(hash)) === undefined) throw error;
    }
    return hash;
  }

  async spendable(address: string): Promise<Spendable> {
    return { kind: 'outputs', outputs: await this.outputs(address) };
  }

  private async outputs(address: string) {
    const entries = listOf(await this.call('listunspent', [0, 9_999_999, [address]]), 'outputs');
    return entries.map((entry) => {
      const fields = objectOf(entry, 'output');
      if (fields['address'] !== address) throw badAnswer('an output of another address');
      return {
        txHash: textIn(fields['txid'], hashForm, 'hash of a transaction'),
        output: wholeOf(fields['vout'], 'number of an output'),
        units: satoshi(fields['amount']),
        confirmations: wholeOf(fields['confirmations'], 'confirmations'),
      };
    });
  }

  private outputsOf(sent: JsonObject): Transfer[] {
    return listOf(sent['vout'], 'outputs').flatMap((entry) => {
      const output = objectOf(entry, 'output');
      const to = objectOf(output['scriptPubKey'], 'script')['address'];
      if (typeof to !== 'string' || !this.watched.has(to)) return [];
      const units = satoshi(output['value']);
      const place = wholeOf(output['n'], 'number of an output');
      return units === 0n ? [] : [{ txHash: textIn(sent['txid'], hashForm, 'hash of a transaction'), output: place, to, units }];
    });
  }

  private async hashAt(height: number): Promise<string | undefined> {
    const hash = await this.orNone(() => this.call('getblockhash', [height]), outOfRange);
    return hash === undefined ? undefined : textIn(hash, hashForm, 'hash of a block');
  }

  private async orNone(ask: () => Promise<Json>, code: number): Promise<Json | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === code) return undefined;
      throw error;
    }
  }
}

/** bitcoind writes coins with eight decimals; they arrive here as the text that it wrote. */
function satoshi(value: Json | undefined): bigint {
  const [, whole, fraction = ''] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw badAnswer('no amount in bitcoin');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

function refOf(block: JsonObject, height: number, hash: string): BlockRef {
  if (block['hash'] !== hash || block['height'] !== height) throw badAnswer(`another block for the block ${height}`);
  const parent = block['previousblockhash'] ?? '0'.repeat(64);
  return {
    height,
    hash,
    parent: textIn(parent, hashForm, 'hash of the block before'),
    time: wholeOf(block['time'], 'time of the block') * 1000,
  };
}
