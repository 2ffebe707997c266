import { type Chain, networks, tronBandwidth } from '@bourse/chains';
import type { Rail } from '../port.ts';
import type { Consumed } from './store.ts';

/** Gas of a plain transfer, and of one of a token. */
const [coinGas, tokenGas] = [21_000n, 100_000n];
const gwei = 1_000_000_000n;
/** What a payment in XRP costs, in drops, and for how many ledgers it may be taken: about five minutes. */
const [xrpFee, xrpLedgers] = ['20', 75];
/** Energy of a token's transfer to somebody who holds none of it, with some to spare: what is not used is not burnt. */
const tronEnergy = 150_000n;
/** Sun that a transfer of the coin may burn besides its bytes: it makes the account of a receiver who has none. */
const tronCoinFee = '1100000';
/** For so long a transaction may be taken. */
const tronLifeMs = 10 * 60_000;
/** Satoshi for each byte, and what a payment with this many inputs and outputs weighs. */
export const satoshiPerByte = 10;
export const bitcoinBytes = (inputs: number, outputs: number) => 11 + 68 * inputs + 31 * outputs;

type Output = { txHash: string; output: number; units: bigint; confirmations: number };

/**
 * What the signer needs beside the order: fees, and what is to be spent. `taken`: inputs and sequences that other payouts of this wallet have. Undefined: there is not enough in
 * the wallet.
 */
export async function feeFor(
  { source }: Rail,
  chain: Chain,
  { from, units, taken, head }: { from: string; units: bigint; taken: readonly Consumed[]; head: number },
): Promise<{ fee: Record<string, unknown> } | undefined> {
  const { family } = networks[chain.network];
  const isToken = source.kind === 'chain' && source.token !== undefined;
  if (family === 'xrp') {
    // The ledger takes sequences without a gap: that of a payment which expired is free again. Those on their way keep theirs.
    const spendable = await chain.spendable(from);
    const first = spendable.kind === 'sequence' ? spendable.next : 0;
    const sequence = taken.reduce((next, one) => (one.kind === 'nonce' ? Math.max(next, one.nonce + 1) : next), first);
    return { fee: { fee: xrpFee, lastLedger: head + xrpLedgers, sequence } };
  }
  if (family === 'tron') {
    const energy = isToken ? await chain.gasPrice?.() : undefined;
    const block = await chain.finalHead?.();
    if (block === undefined || (isToken && energy === undefined)) return undefined;
    const feeLimit = energy === undefined ? tronCoinFee : String(tronEnergy * energy);
    // It names a block that stays, so that no change of the chain makes it invalid.
    return { fee: { feeLimit, block: block.hash, time: block.time, expiration: block.time + tronLifeMs } };
  }
  if (family === 'bitcoin') {
    const spendable = await chain.spendable(from);
    if (spendable.kind !== 'outputs') return undefined;
    const fee = bitcoinFee(spendable.outputs, units, taken);
    return fee && { fee };
  }
  const gasPrice = (await chain.gasPrice?.()) ?? 20n * gwei;
  const fee = {
    gasLimit: String(isToken ? tokenGas : coinGas),
    maxFeePerGas: String(2n * gasPrice + gwei),
    maxPriorityFeePerGas: String(gwei),
  };
  return { fee };
}

/** The most that a transaction with these fees costs, in smallest units of the coin; of bitcoin its fee. */
export function mostCost({ network }: Pick<Chain, 'network'>, fee: Record<string, unknown>): bigint {
  const of = (name: string) => BigInt(String(fee[name]));
  const { family } = networks[network];
  if (family === 'evm') return of('gasLimit') * of('maxFeePerGas');
  return family === 'tron' ? of('feeLimit') + tronBandwidth : of('fee');
}

/** The largest outputs first, until they cover amount and fee. */
function bitcoinFee(outputs: readonly Output[], units: bigint, taken: readonly Consumed[]) {
  const used = new Set(
    taken.flatMap((one) => (one.kind === 'inputs' ? one.inputs.map(({ txHash, output }) => `${txHash}:${output}`) : [])),
  );
  const free = outputs.filter(({ txHash, output, confirmations }) => confirmations > 0 && !used.has(`${txHash}:${output}`));
  const chosen: Output[] = [];
  let sum = 0n;
  for (const one of free.toSorted((a, b) => (a.units > b.units ? -1 : 1))) {
    chosen.push(one);
    sum += one.units;
    const fee = BigInt(bitcoinBytes(chosen.length, 2) * satoshiPerByte);
    if (sum >= units + fee)
      return { fee: String(fee), inputs: chosen.map(({ txHash, output, units: held }) => ({ txHash, output, units: String(held) })) };
  }
  return undefined;
}

/** Fees that a waiting transaction is replaced with: a quarter more. Undefined: this network's are not raised. */
export function raised(fee: unknown, chain: Chain): Record<string, unknown> | undefined {
  const { family } = networks[chain.network];
  const before = fee as Record<string, string>;
  const more = (name: string) => String((BigInt(before[name] ?? '0') * 5n) / 4n);
  if (family === 'evm') return { ...before, maxFeePerGas: more('maxFeePerGas'), maxPriorityFeePerGas: more('maxPriorityFeePerGas') };
  return family === 'bitcoin' ? { ...before, fee: more('fee') } : undefined;
}
