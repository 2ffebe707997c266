import { evmBytes, keccakAccount, refOfBlock, signTron, tronBytes, tronText, tronTransfer } from '@bourse/chains';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { EvmBlock } from '../evm/ledger.ts';
import { evmMethods } from '../evm/methods.ts';
import { answerRpc, type Method, Refused, type RunningNode, type StandInOptions, serve } from '../node.ts';
import { bytesFrom, hexFrom } from '../seed.ts';
import { energyPrice, TronLedger } from './ledger.ts';
import { answerPath, walletPaths } from './wallet.ts';

export interface TronStandIn extends RunningNode {
  chainId: bigint;
  /** Contracts of the chain's tokens, in TRON's form. */
  tokens: readonly string[];
  ledger: TronLedger;
  mine(blocks?: number): EvmBlock;
  /** Takes a signed transaction, as its node does. Answers its hash. */
  submit(raw: string): string;
  /** Replaces the newest blocks, never solid ones. Transactions that are not dropped come again in later blocks. */
  reorg(depth: number, dropped?: readonly string[]): void;
  /** "Send me test coins": a transaction of a rich account, waiting for the next block. Answers its hash. */
  pay(payment: { to: string; units: bigint; token?: string }): string;
  /** Another node of the same chain, with faults of its own. */
  anotherNode(port?: number): Promise<RunningNode>;
}

const chainId = 728_126_428n;
const richFeeLimit = 100_000_000n;
const hourMs = 3_600_000;

/** A chain like TRON's: `/jsonrpc` answers the `eth_` reads of its nodes, `/wallet` and `/walletsolidity` their own HTTP. For development and tests; it holds everything in memory. */
export async function startTronChain({ seed, port = 0, clock = Date.now, told }: StandInOptions): Promise<TronStandIn> {
  const secret = bytesFrom(seed, 'rich tron');
  const richBytes = keccakAccount(secp256k1.getPublicKey(secret, true));
  const rich = tronText(richBytes);
  const tokens = [0, 1].map((at) => `0x${hexFrom(seed, `token ${at}`).slice(0, 40)}`);
  const ledger = new TronLedger({ seed, clock, chainId, tokens, rich: `0x${bytesToHex(richBytes)}`, told });
  const reads = evmMethods(ledger);
  const methods: Record<string, Method> = {
    ...reads,
    eth_gasPrice: () => `0x${energyPrice.toString(16)}`,
    eth_getTransactionReceipt: (params, fault) => {
      const receipt = reads['eth_getTransactionReceipt']!(params, fault);
      return receipt === null ? null : { ...(receipt as object), effectiveGasPrice: `0x${energyPrice.toString(16)}` };
    },
    // What waits for a block its nodes show to nobody.
    eth_getTransactionByHash: (params, fault) =>
      ledger.waiting.has(String(params[0])) ? null : reads['eth_getTransactionByHash']!(params, fault),
    // They take transactions by their HTTP only.
    eth_sendRawTransaction: () => {
      throw new Refused(-32601, 'the method eth_sendRawTransaction does not exist/is not available');
    },
  };
  const paths = walletPaths(ledger);
  const openNode = (at: number) =>
    serve(at, (request, fault) => (request.path === '/jsonrpc' ? answerRpc(methods, request, fault) : answerPath(paths, request, fault)));
  const first = await openNode(port);
  const others: RunningNode[] = [];
  let last = 0;
  return {
    ...first,
    chainId,
    tokens: tokens.map((token) => tronText(evmBytes(token))),
    ledger,
    mine: (blocks = 1) => {
      for (let at = 1; at < blocks; at += 1) ledger.mine();
      return ledger.mine();
    },
    submit: (raw) => ledger.submit(raw),
    reorg: (depth, dropped = []) => ledger.reorg(depth, new Set(dropped)),
    pay: ({ to, units, token }) => {
      if (tronBytes(to) === undefined) throw new RangeError(`${to} is no address of TRON`);
      const now = ledger.head.time * 1000;
      last = Math.max(now, last + 1);
      const content = { ...refOfBlock(ledger.solid.hash), expiration: now + hourMs, timestamp: last };
      const feeLimit = token === undefined ? 0n : richFeeLimit;
      return ledger.submit(signTron({ ...content, feeLimit, contract: tronTransfer(rich, to, units, token) }, secret).raw);
    },
    anotherNode: async (at = 0) => {
      const node = await openNode(at);
      others.push(node);
      return node;
    },
    close: async () => {
      await Promise.all([first, ...others].map((node) => node.close()));
    },
  };
}
