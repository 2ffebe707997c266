import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Address, NETWORK, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { answerRpc, type Fault, type Method, Refused, type RunningNode, type StandInOptions, serve } from '../node.ts';
import { bytesFrom, hexFrom } from '../seed.ts';

export interface BitcoinStandIn extends RunningNode {
  mine(blocks?: number): void;
  /** Replaces the newest blocks by one more. Transactions that are not dropped wait again and come in the second new block. */
  reorg(depth: number, dropped?: readonly string[]): void;
  /** "Send me test coins", in satoshi. Several outputs are one transaction. Answers its hash. */
  pay(...outputs: readonly { to: string; units: bigint }[]): string;
  /** Takes a signed transaction, as its node does. Answers its hash. */
  submit(raw: string): string;
  height(): number;
}

interface Output {
  units: bigint;
  script: Uint8Array;
  address: string | undefined;
}

interface Sent {
  hash: string;
  raw: string;
  inputs: readonly { txHash: string; output: number }[];
  outputs: readonly Output[];
}

interface Block {
  height: number;
  hash: string;
  parent: string;
  time: number;
  sent: readonly Sent[];
}

const nameOf = ({ txHash, output }: { txHash: string; output: number }) => `${txHash}:${output}`;

/** A bitcoin chain that speaks bitcoind's JSON-RPC and takes true signed transactions that spend pay-to-witness-public-key-hash. It holds everything in memory. */
export async function startBitcoinChain({ seed, port = 0, clock = Date.now, told }: StandInOptions): Promise<BitcoinStandIn> {
  const richSecret = bytesFrom(seed, 'rich bitcoin');
  const rich = p2wpkh(secp256k1.getPublicKey(richSecret, true), NETWORK);
  // Coins that were there before the first block.
  const genesis: Sent = {
    ...{ hash: hexFrom(seed, 'first coins'), raw: '', inputs: [] },
    outputs: Array.from({ length: 200 }, () => ({ units: 10n ** 9n, script: rich.script, address: rich.address })),
  };
  const blocks: Block[] = [];
  let waiting: Sent[] = [];
  let made = 0;

  const seal = (sent: readonly Sent[]) => {
    const before = blocks.at(-1);
    made += 1;
    const height = blocks.length;
    blocks.push({
      height,
      hash: hexFrom(seed, `btc ${height} ${made}`),
      parent: before?.hash ?? '0'.repeat(64),
      time: Math.floor(clock() / 1000),
      sent,
    });
  };
  seal([genesis]);
  const allSent = () => [...blocks.flatMap(({ sent }) => sent), ...waiting];
  const find = (hash: string) => allSent().find((one) => one.hash === hash);
  const spentBy = () => new Set(allSent().flatMap(({ inputs }) => inputs.map(nameOf)));

  const submit = (raw: string): string => {
    const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownInputs: true, allowUnknownOutputs: true });
    const hash = transaction.id;
    if (blocks.some(({ sent }) => sent.some((one) => one.hash === hash))) throw new Refused(-27, 'Transaction outputs already in utxo set');
    if (waiting.some((one) => one.hash === hash)) throw new Refused(-27, 'txn-already-in-mempool');
    const spent = spentBy();
    const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
      const input = transaction.getInput(at);
      return { txHash: Buffer.from(input.txid!).toString('hex'), output: input.index!, witness: input.finalScriptWitness ?? [] };
    });
    let sum = 0n;
    inputs.forEach((input, at) => {
      const coin = find(input.txHash)?.outputs[input.output];
      if (coin === undefined) throw new Refused(-25, 'bad-txns-inputs-missingorspent');
      if (spent.has(nameOf(input))) throw new Refused(-26, 'txn-mempool-conflict');
      assertSigned(transaction, at, coin, input.witness);
      sum += coin.units;
    });
    const outputs = Array.from({ length: transaction.outputsLength }, (_, at): Output => {
      const output = transaction.getOutput(at);
      return { units: output.amount!, script: output.script!, address: addressOf(output.script!) };
    });
    if (outputs.reduce((total, { units }) => total + units, 0n) >= sum) throw new Refused(-26, 'min relay fee not met');
    told?.(raw);
    waiting.push({ hash, raw, inputs: inputs.map(({ txHash, output }) => ({ txHash, output })), outputs });
    return hash;
  };

  const coins = (units: bigint, fault: Fault | undefined) => {
    const digits = (fault === 'lying' ? units * 10n : units).toString().padStart(9, '0');
    return `@${digits.slice(0, -8)}.${digits.slice(-8)}@`;
  };
  const sentText = (one: Sent, fault: Fault | undefined) => ({
    txid: one.hash,
    vin: one.inputs.length === 0 ? [{ coinbase: '00' }] : one.inputs.map(({ txHash, output }) => ({ txid: txHash, vout: output })),
    vout: one.outputs.map(({ units, address, script }, n) => ({
      value: coins(units, fault),
      n,
      scriptPubKey: { hex: Buffer.from(script).toString('hex'), ...(address === undefined ? {} : { address }) },
    })),
  });
  const holderOf = (hash: string) => blocks.find(({ sent }) => sent.some((one) => one.hash === hash));
  const methods: Record<string, Method> = {
    getblockcount: (_, fault) => blocks.length - 1 + (fault === 'wrongHeight' ? 1000 : 0),
    getblockhash: ([height]) => {
      const block = blocks[Number(height)];
      if (block === undefined) throw new Refused(-8, 'Block height out of range');
      return block.hash;
    },
    getblock: ([hash, verbosity], fault) => {
      const block = blocks.find((one) => one.hash === hash);
      if (block === undefined) throw new Refused(-5, 'Block not found');
      const before = block.height === 0 ? {} : { previousblockhash: block.parent };
      const tx = block.sent.map((one) => (verbosity === 2 ? sentText(one, fault) : one.hash));
      return { hash: block.hash, height: block.height, time: block.time, confirmations: blocks.length - block.height, ...before, tx };
    },
    getrawtransaction: ([hash, verbose], fault) => {
      const one = find(String(hash));
      if (one === undefined) throw new Refused(-5, 'No such mempool or blockchain transaction');
      if (verbose !== true) return one.raw;
      const block = holderOf(one.hash);
      return {
        ...sentText(one, fault),
        ...(block === undefined ? {} : { blockhash: block.hash, confirmations: blocks.length - block.height }),
      };
    },
    sendrawtransaction: ([raw]) => {
      try {
        return submit(String(raw));
      } catch (error) {
        throw error instanceof Refused ? error : new Refused(-22, 'TX decode failed');
      }
    },
    listunspent: ([least, , addresses], fault) => {
      const spent = spentBy();
      return allSent().flatMap((one) => {
        const block = holderOf(one.hash);
        const confirmations = block === undefined ? 0 : blocks.length - block.height;
        return one.outputs.flatMap(({ units, address }, output) => {
          const fits = confirmations >= Number(least ?? 1) && (addresses as string[] | undefined)?.includes(address ?? '') !== false;
          return fits && !spent.has(nameOf({ txHash: one.hash, output }))
            ? [{ txid: one.hash, vout: output, address, amount: coins(units, fault), confirmations }]
            : [];
        });
      });
    },
  };
  const node = await serve(port, (request, fault) => {
    // bitcoind says 500 when it refuses, and writes coins as numbers with eight decimals, which no number of this language keeps.
    const answer = answerRpc(methods, request, fault, 500);
    return { ...answer, body: answer.body.replace(/"@([\d.]+)@"/g, '$1') };
  });
  return {
    ...node,
    submit,
    height: () => blocks.length - 1,
    mine: (count = 1) => {
      for (let at = 0; at < count; at += 1) seal(waiting.splice(0));
    },
    reorg: (depth, dropped = []) => {
      if (depth < 1 || depth >= blocks.length) throw new RangeError(`${depth} is no depth of a reorganisation`);
      const again = blocks.splice(-depth).flatMap(({ sent }) => sent);
      waiting = [...again, ...waiting].filter(({ hash }) => !dropped.includes(hash));
      seal([]);
      for (let at = 0; at < depth; at += 1) seal(waiting.splice(0));
    },
    pay: (...outputs) => {
      const spent = spentBy();
      const free = genesis.outputs.findIndex((_, output) => !spent.has(nameOf({ txHash: genesis.hash, output })));
      const transaction = new Transaction();
      transaction.addInput({ txid: genesis.hash, index: free, witnessUtxo: { script: rich.script, amount: 10n ** 9n } });
      for (const { to, units } of outputs) transaction.addOutputAddress(to, units, NETWORK);
      const rest = outputs.reduce((left, { units }) => left - units, 10n ** 9n - 1000n);
      if (rest > 1000n) transaction.addOutputAddress(rich.address!, rest, NETWORK);
      transaction.sign(richSecret);
      transaction.finalize();
      return submit(transaction.hex);
    },
  };
}

function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(NETWORK).encode(OutScript.decode(script) as Parameters<ReturnType<typeof Address>['encode']>[0]);
  } catch {
    return undefined;
  }
}

/** BIP 143: the key is the one of the output, and it signed this input with its amount. */
function assertSigned(transaction: Transaction, at: number, { script, units }: Output, witness: readonly Uint8Array[]): void {
  const wrong = new Refused(-26, 'mandatory-script-verify-flag-failed');
  const [signature, publicKey] = witness;
  const decoded = OutScript.decode(script);
  if (signature === undefined || publicKey === undefined || decoded.type !== 'wpkh') throw wrong;
  if (!equalBytes(ripemd160(sha256(publicKey)), decoded.hash)) throw wrong;
  const code = OutScript.encode({ type: 'pkh', hash: decoded.hash });
  const hash = transaction.preimageWitnessV0(at, code, signature.at(-1)!, units);
  if (!secp256k1.verify(signature.slice(0, -1), hash, publicKey, { prehash: false, format: 'der' })) throw wrong;
}
