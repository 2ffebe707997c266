import { type TronContract, tronBytes } from '@bourse/chains';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { EvmBlock } from '../evm/ledger.ts';
import type { Answer, Fault, Request } from '../node.ts';
import { type TronLedger, TronRefused } from './ledger.ts';

type Fields = Record<string, unknown>;
type Path = (fields: Fields, fault: Fault | undefined) => Fields;

const hexOf = (address: string) => `41${bytesToHex(tronBytes(address)!)}`;
const shown = (units: bigint, fault: Fault | undefined) => Number(fault === 'lying' ? units * 10n : units);

function contractText(contract: TronContract, fault: Fault | undefined) {
  const [type, value] =
    contract.kind === 'coin'
      ? ['TransferContract', { owner_address: hexOf(contract.from), to_address: hexOf(contract.to), amount: shown(contract.units, fault) }]
      : [
          'TriggerSmartContract',
          { owner_address: hexOf(contract.from), contract_address: hexOf(contract.contract), data: contract.data.slice(2) },
        ];
  return { parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type };
}

/** The paths of the node's own HTTP that a rail uses, in the words of a node. */
export function walletPaths(ledger: TronLedger): Record<string, Path> {
  const transactionText = (hash: string, fault: Fault | undefined): Fields => {
    const { refBlockBytes, refBlockHash, expiration, timestamp, feeLimit, contract } = ledger.content(hash)!;
    return {
      ret: [{ contractRet: ledger.outcome(hash)?.result }],
      txID: hash.slice(2),
      raw_data: {
        ...{ contract: [contractText(contract, fault)], ref_block_bytes: refBlockBytes, ref_block_hash: refBlockHash },
        ...{ expiration, timestamp, ...(feeLimit === 0n ? {} : { fee_limit: Number(feeLimit) }) },
      },
    };
  };
  const blockText = ({ height, hash, parent, time, receipts }: EvmBlock, fault: Fault | undefined): Fields => ({
    blockID: hash.slice(2),
    block_header: { raw_data: { number: height, timestamp: time * 1000, parentHash: parent.slice(2) } },
    ...(receipts.length === 0 ? {} : { transactions: receipts.map(({ transaction }) => transactionText(transaction.hash, fault)) }),
  });
  const newest = (block: EvmBlock, fault: Fault | undefined): Fields =>
    fault === 'wrongHeight'
      ? blockText({ ...block, height: block.height + 1000, hash: `0x${'e'.repeat(64)}` }, fault)
      : blockText(block, fault);
  const held = ({ value }: Fields) => ledger.receipt(`0x${String(value)}`);
  return {
    'wallet/getnowblock': (_, fault) => newest(ledger.head, fault),
    'walletsolidity/getnowblock': (_, fault) => newest(ledger.solid, fault),
    'wallet/getblockbynum': ({ num }, fault) => {
      const block = ledger.at(Number(num));
      return block === undefined ? {} : blockText(block, fault);
    },
    'wallet/gettransactionbyid': (fields, fault) =>
      held(fields) === undefined ? {} : transactionText(`0x${String(fields['value'])}`, fault),
    'wallet/gettransactioninfobyid': (fields) => {
      const found = held(fields);
      if (found === undefined) return {};
      const { fee, result } = ledger.outcome(`0x${String(fields['value'])}`)!;
      const { gasUsed } = found.block.receipts[found.at]!;
      return {
        ...{ id: fields['value'], fee: Number(fee), blockNumber: found.block.height, blockTimeStamp: found.block.time * 1000 },
        ...(result === 'SUCCESS' ? {} : { result: 'FAILED' }),
        receipt: { energy_usage_total: Number(gasUsed), ...(gasUsed === 0n ? {} : { result }) },
      };
    },
    'wallet/broadcasthex': ({ transaction }) => {
      try {
        return { result: true, code: 'SUCCESS', message: '', txid: ledger.submit(String(transaction)).slice(2) };
      } catch (error) {
        if (error instanceof TronRefused) return { result: false, code: error.word, message: error.message };
        throw error;
      }
    },
  };
}

/** One question, as the node's HTTP answers it: also what it cannot read with 200. */
export function answerPath(paths: Readonly<Record<string, Path>>, { path, body }: Request, fault: Fault | undefined): Answer {
  const name = path.replace(/^\//, '');
  const found = Object.hasOwn(paths, name) ? paths[name] : undefined;
  if (found === undefined) return { status: 404, body: '{}' };
  try {
    return { status: 200, body: JSON.stringify(found(JSON.parse(body) as Fields, fault)) };
  } catch (error) {
    return { status: 200, body: JSON.stringify({ Error: `${(error as Error).name} : ${(error as Error).message}` }) };
  }
}
