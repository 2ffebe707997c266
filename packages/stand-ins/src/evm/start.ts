import { transferCall } from '@bourse/chains';
import { addr, Transaction } from 'micro-eth-signer';
import { answerRpc, type RunningNode, type StandInOptions, serve } from '../node.ts';
import { hexFrom } from '../seed.ts';
import { baseFee, type EvmBlock, EvmLedger, gasOf } from './ledger.ts';
import { evmMethods } from './methods.ts';

export interface EvmStandInOptions extends StandInOptions {
  /** 31337 when nothing is said, as development chains have it. */
  chainId?: bigint;
  /** How many tokens the chain has. Their addresses follow from the seed. */
  tokenCount?: number;
  /** Mines by itself this often. Without it, only when told. */
  mineEveryMs?: number;
}

export interface EvmStandIn extends RunningNode {
  chainId: bigint;
  /** Contracts of the chain's tokens. */
  tokens: readonly string[];
  ledger: EvmLedger;
  mine(blocks?: number): EvmBlock;
  /** Takes a signed transaction, as its node does. Answers its hash. */
  submit(raw: string): string;
  /** Replaces the newest blocks. Transactions that are not dropped come again in later blocks. */
  reorg(depth: number, dropped?: readonly string[]): void;
  /** "Send me test coins": a transaction of a rich account, waiting for the next block. Answers its hash. */
  pay(payment: { to: string; units: bigint; token?: string }): string;
  /** Another node of the same chain, with faults of its own. */
  anotherNode(port?: number): Promise<RunningNode>;
}

/** An EVM chain that speaks JSON-RPC and takes true signed transactions. For development and tests; it holds everything in memory. */
export async function startEvmChain(options: EvmStandInOptions): Promise<EvmStandIn> {
  const { seed, port = 0, clock = Date.now, chainId = 31_337n, tokenCount = 2, mineEveryMs, told } = options;
  const richKey = `0x${hexFrom(seed, 'rich')}`;
  const rich = addr.fromPrivateKey(richKey);
  const tokens = Array.from({ length: tokenCount }, (_, at) => addr.addChecksum(`0x${hexFrom(seed, `token ${at}`).slice(0, 40)}`));
  const ledger = new EvmLedger({ seed, clock, chainId, tokens, rich, told });
  const methods = evmMethods(ledger);
  const openNode = (at: number) => serve(at, (request, fault) => answerRpc(methods, request, fault));
  const first = await openNode(port);
  const others: RunningNode[] = [];
  const timer = mineEveryMs === undefined ? undefined : setInterval(() => ledger.mine(), mineEveryMs);
  timer?.unref();

  const nextNonce = () =>
    [...ledger.waiting.values()]
      .filter(({ from }) => from === rich.toLowerCase())
      .reduce((next, { nonce }) => (nonce >= next ? nonce + 1n : next), ledger.nonce(rich));
  return {
    ...first,
    chainId,
    tokens,
    ledger,
    mine: (blocks = 1) => {
      for (let at = 1; at < blocks; at += 1) ledger.mine();
      return ledger.mine();
    },
    submit: (raw) => ledger.submit(raw),
    reorg: (depth, dropped = []) => ledger.reorg(depth, new Set(dropped)),
    pay: ({ to, units, token }) => {
      const data = token === undefined ? '0x' : transferCall(to, units);
      const payment = Transaction.prepare({
        to: token ?? to,
        value: token === undefined ? units : 0n,
        data,
        nonce: nextNonce(),
        chainId,
        gasLimit: gasOf(data),
        maxFeePerGas: baseFee * 4n,
        maxPriorityFeePerGas: baseFee,
      });
      return ledger.submit(payment.signBy(richKey).toHex());
    },
    anotherNode: async (at = 0) => {
      const node = await openNode(at);
      others.push(node);
      return node;
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([first, ...others].map((node) => node.close()));
    },
  };
}
