import { type Chain, networks } from '@bourse/chains';
import type { Database } from '../../platform/database.ts';
import { bitcoinBytes, feeFor, mostCost, satoshiPerByte } from '../payouts/fees.ts';
import type { ChainRail } from '../port.ts';

/** What the vault is asked, beside the number of the sweep. */
export interface SweepQuestion extends Record<string, unknown> {
  rail: number;
  index: number;
  units: string;
  to: string;
  fee: Record<string, unknown>;
  fuel?: string;
}

/** One that the vault refused, or that a chain took without carrying it out, is proposed again after so long. */
export const refusedMs = 10 * 60_000;
/** Addresses that are proposed in one run. */
export const mostAtOnce = 20;
/** Outputs of one address in one transaction: the signer takes no more inputs. */
const mostInputs = 200;

export interface Candidate extends Record<string, unknown> {
  address: string;
  index: number;
}

/**
 * Addresses to which as much as the threshold was credited since they were swept last, and to which nothing is on its way. The table only says where to look: what is
 * swept is what the chain says that an address holds.
 */
export const candidates = (database: Database, { rail, source }: ChainRail, now: number, after = 0n): Promise<Candidate[]> =>
  database.query<Candidate>(
    `SELECT a.address, a.index
     FROM (SELECT address FROM deposit WHERE rail = $2 AND step = 'credited' AND NOT swept GROUP BY address HAVING sum(units) >= $3) held
       JOIN deposit_address a ON a.network = $1 AND a.address = held.address
     WHERE a.attestation IS NOT NULL AND a.index > $6
       AND NOT EXISTS (SELECT 1 FROM sweep s WHERE s.network = a.network AND s.address = a.address AND (s.ended_at IS NULL OR (s.problem IS NOT NULL AND s.ended_at > $5)))
       AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.address = a.address AND d.step IN ('seen', 'confirming', 'ready'))
     ORDER BY a.index LIMIT $4`,
    [source.network, rail, String(source.sweepFrom ?? 0n), mostAtOnce, new Date(now - refusedMs), after],
  );

/** What is to be asked about an address, as the chain has it now. Undefined: it holds less than the threshold, or no more than the fee. */
export async function questionFor(
  rail: ChainRail,
  chain: Chain,
  { address, index }: Candidate,
  to: string,
): Promise<SweepQuestion | undefined> {
  const { source } = rail;
  const threshold = source.sweepFrom ?? 0n;
  const about = { rail: rail.rail, index, to };
  if (networks[source.network].family === 'bitcoin') {
    const spendable = await chain.spendable(address);
    if (spendable.kind !== 'outputs') return undefined;
    const inputs = spendable.outputs.filter(({ confirmations }) => confirmations >= source.confirmations).slice(0, mostInputs);
    const held = inputs.reduce((sum, { units }) => sum + units, 0n);
    const fee = BigInt(bitcoinBytes(inputs.length, 1) * satoshiPerByte);
    if (held < threshold || held <= fee) return undefined;
    const named = inputs.map(({ txHash, output, units }) => ({ txHash, output, units: String(units) }));
    return { ...about, units: String(held - fee), fee: { fee: String(fee), inputs: named } };
  }
  const held = await chain.balance(address, source.token);
  const head = (await chain.head()).height;
  const cost = held < threshold ? undefined : await feeFor(rail, chain, { from: address, units: held, taken: [], head });
  if (cost === undefined) return undefined;
  const most = mostCost(chain, cost.fee);
  if (source.token === undefined) return held <= most ? undefined : { ...about, units: String(held - most), fee: cost.fee };
  const missing = most - (await chain.balance(address));
  return { ...about, units: String(held), fee: cost.fee, ...(missing > 0n ? { fuel: String(missing) } : {}) };
}
