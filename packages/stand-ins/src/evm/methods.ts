import { balanceOfSelector } from '@bourse/chains';
import { type Fault, type Method, Refused } from '../node.ts';
import { baseFee, type EvmBlock, type EvmLedger, gasOf, type Log, type Mined } from './ledger.ts';

const hex = (value: number | bigint) => `0x${value.toString(16)}`;
/** A node that lies shows ten times what arrived. */
const shown = (units: bigint, fault: Fault | undefined) => (fault === 'lying' ? units * 10n : units);

/** The methods of Ethereum's JSON-RPC that a rail uses, in the words of a node. */
export function evmMethods(ledger: EvmLedger): Record<string, Method> {
  const blockOf = (at: unknown): EvmBlock | undefined => {
    if (at === 'latest' || at === 'pending' || at === undefined) return ledger.head;
    return ledger.at(Number(BigInt(String(at))));
  };
  return {
    eth_chainId: () => hex(ledger.chainId),
    net_version: () => ledger.chainId.toString(),
    eth_blockNumber: (_, fault) => hex(ledger.head.height + (fault === 'wrongHeight' ? 1000 : 0)),
    eth_gasPrice: () => hex(baseFee + 1_000_000_000n),
    eth_maxPriorityFeePerGas: () => hex(1_000_000_000n),
    eth_estimateGas: ([call]) => hex(gasOf(String((call as { data?: string }).data ?? '0x'))),
    eth_getBlockByNumber: ([at, full], fault) => {
      const block = blockOf(at);
      if (block === undefined) return null;
      const invented = fault === 'wrongHeight' && at === 'latest' ? { number: hex(block.height + 1000), hash: `0x${'e'.repeat(64)}` } : {};
      return { ...blockText(block, full === true, fault), ...invented };
    },
    eth_getBlockByHash: ([hash, full], fault) => {
      const block = ledger.byHash(String(hash));
      return block === undefined ? null : blockText(block, full === true, fault);
    },
    eth_getTransactionCount: ([account, at]) => {
      const next = ledger.nonce(String(account));
      if (at !== 'pending') return hex(next);
      const waiting = [...ledger.waiting.values()].filter(({ from }) => from === String(account).toLowerCase()).length;
      return hex(next + BigInt(waiting));
    },
    eth_getBalance: ([account]) => hex(ledger.balance(String(account))),
    eth_call: ([call]) => {
      const { to = '', data = '' } = call as { to?: string; data?: string };
      if (!ledger.isToken(to) || !data.startsWith(balanceOfSelector)) throw new Refused(3, 'execution reverted');
      return `0x${ledger
        .tokenBalance(to, `0x${data.slice(-40)}`)
        .toString(16)
        .padStart(64, '0')}`;
    },
    eth_getLogs: ([filter], fault) => logsOf(ledger, filter as Filter, blockOf, fault),
    eth_getTransactionByHash: ([hash], fault) => {
      const waiting = ledger.waiting.get(String(hash));
      if (waiting !== undefined) return { ...transactionText(waiting, fault), blockHash: null, blockNumber: null };
      const found = ledger.receipt(String(hash));
      if (found === undefined) return null;
      const { block, at } = found;
      return { ...transactionText(block.receipts[at]!.transaction, fault), blockHash: block.hash, blockNumber: hex(block.height) };
    },
    eth_getTransactionReceipt: ([hash], fault) => {
      const found = ledger.receipt(String(hash));
      if (found === undefined) return null;
      const { block, at } = found;
      const { transaction, succeeded, gasUsed } = block.receipts[at]!;
      return {
        transactionHash: transaction.hash,
        transactionIndex: hex(at),
        blockHash: block.hash,
        blockNumber: hex(block.height),
        from: transaction.from,
        to: transaction.to,
        status: succeeded ? '0x1' : '0x0',
        gasUsed: hex(gasUsed),
        effectiveGasPrice: hex(baseFee),
        logs: logTexts(block, fault).filter(({ transactionHash }) => transactionHash === transaction.hash),
      };
    },
    eth_sendRawTransaction: ([raw]) => ledger.submit(String(raw)),
  };
}

interface Filter {
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
  address?: string | readonly string[];
  topics?: readonly (string | null | readonly string[])[];
}

function logsOf(ledger: EvmLedger, filter: Filter, blockOf: (at: unknown) => EvmBlock | undefined, fault: Fault | undefined) {
  const addresses = filter.address === undefined ? undefined : new Set([filter.address].flat().map((one) => one.toLowerCase()));
  const fits = (log: Log) =>
    (addresses === undefined || addresses.has(log.address)) &&
    (filter.topics ?? []).every((topic, at) => topic === null || [topic].flat().includes(log.topics[at] ?? ''));
  if (filter.blockHash !== undefined) {
    const block = ledger.byHash(filter.blockHash);
    if (block === undefined) throw new Refused(-32000, 'unknown block');
    return logTexts(block, fault).filter(fits);
  }
  const [from, to] = [blockOf(filter.fromBlock)?.height ?? 0, blockOf(filter.toBlock)?.height ?? ledger.head.height];
  if (to - from > 1000) throw new Refused(-32005, 'query exceeds max block range 1000');
  return ledger.blocks.filter(({ height }) => height >= from && height <= to).flatMap((block) => logTexts(block, fault).filter(fits));
}

function logTexts(block: EvmBlock, fault: Fault | undefined) {
  return block.receipts
    .flatMap(({ transaction, logs }, at) => logs.map((log) => ({ log, transaction, at })))
    .map(({ log, transaction, at }, index) => ({
      ...log,
      data: `0x${shown(BigInt(log.data), fault).toString(16).padStart(64, '0')}`,
      logIndex: hex(index),
      transactionHash: transaction.hash,
      transactionIndex: hex(at),
      blockHash: block.hash,
      blockNumber: hex(block.height),
      removed: false,
    }));
}

const transactionText = ({ hash, from, to, nonce, value, data, gasLimit, maxFeePerGas }: Mined, fault: Fault | undefined) => ({
  hash,
  from,
  to,
  nonce: hex(nonce),
  value: hex(shown(value, fault)),
  input: data,
  gas: hex(gasLimit),
  maxFeePerGas: hex(maxFeePerGas),
  type: '0x2',
});

const blockText = ({ height, hash, parent, time, receipts }: EvmBlock, full: boolean, fault: Fault | undefined) => ({
  number: hex(height),
  hash,
  parentHash: parent,
  timestamp: hex(time),
  baseFeePerGas: hex(baseFee),
  gasUsed: hex(receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
  transactions: receipts.map(({ transaction }) => (full ? transactionText(transaction, fault) : transaction.hash)),
});
