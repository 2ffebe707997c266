import { createHash } from 'node:crypto';
import { addressOf, checkAddress, type Network, networks, tronBandwidth } from '@bourse/chains';
import type { HDKey } from '@scure/bip32';
import type { Keys } from './folder.ts';
import type { Memory, SweepEntry } from './memory.ts';
import type { Policy, RailPolicy } from './policy.ts';
import { Refused } from './problem.ts';
import { endOf, type Plan, type RailSigner, type Taken } from './rails/plan.ts';
import type { SweepRequest } from './request.ts';
import { dayOf } from './time.ts';

export interface SweepParts {
  keys: Keys;
  policy: Policy;
  memory: Memory;
  signerOf(rail: RailPolicy): RailSigner;
  /** What the key of a rail's hot wallet has consumed. */
  taken(rail: RailPolicy): Taken;
  keyOf(rail: RailPolicy): HDKey;
  alarm(id: string, digest: string, at: number, message: string): Refused;
  afterWrite?: (() => void) | undefined;
}

/** What a transfer of the coin itself may cost: on EVM chains the gas of nothing else, on TRON two of the coin, also where it makes the account. */
const coinFee = { evm: { gasLimit: '21000' }, tron: { feeLimit: '2000000' } };
/** Addresses with tags are one, which is the hot wallet itself. */
const swept = ['evm', 'bitcoin', 'tron'];

/** The address of a rail's hot wallet; undefined where its path is none of a wallet's receiving addresses. */
export function hotAddress({ master }: Pick<Keys, 'master'>, { path, network }: RailPolicy): string | undefined {
  const [, account, index] = /^(m\/.+)\/0\/(\d{1,9})$/.exec(path) ?? [];
  return account === undefined ? undefined : addressOf(master.derive(account).publicExtendedKey, network, Number(index)).address;
}

/** The most that a transaction can cost, in smallest units of the network's own coin. */
export function costOf(plan: Plan): bigint {
  if (plan.kind === 'evm') return BigInt(plan.gasLimit) * BigInt(plan.maxFeePerGas);
  return plan.kind === 'tron' ? BigInt(plan.feeLimit) + tronBandwidth : BigInt(plan.fee);
}

/** Whom a sweep's content names: the same number with another content is no honest question. */
function digestOf({ rail, index, units, to, fuel }: SweepRequest): string {
  return createHash('sha256')
    .update(`bourse sweep 1\n${rail}\n${index}\n${units}\n${to}\n${fuel ?? ''}\n`)
    .digest('hex');
}

/**
 * Signs what gathers the coins of one deposit address in the place that the policy names. The server says which address and how much, and never where to. A token's
 * address has no coin for the fee, so its hot wallet first sends it as much as the sweep can cost.
 */
export function signSweep(parts: SweepParts, request: SweepRequest, now: number): Record<string, unknown> {
  const { keys, policy, memory, signerOf, taken, alarm } = parts;
  const rail = policy.rails.get(request.rail);
  if (rail === undefined) throw new Refused('railUnknown', `The policy has no rail ${request.rail}.`);
  const { family } = networks[rail.network];
  const account = policy.accounts.get(rail.network);
  if (!account?.startsWith('m/') || !swept.includes(family))
    throw new Refused('railUnknown', `The keys of the addresses on ${rail.network} are not here.`);
  const digest = digestOf(request);
  const known = memory.sweeps.get(request.id);
  if (known !== undefined && known.digest !== digest) throw alarm(request.id, digest, now, 'another sweep was signed under this id');
  // Asked again: the same transactions for ever, whatever became of the policy since.
  if (known !== undefined) return signed(parts, rail, account, known);
  const { sweep } = rail;
  if (sweep === undefined) throw new Refused('railUnknown', `The policy sweeps nothing on rail ${rail.rail}.`);
  const to = sweep.to === 'hot' ? hotAddress(keys, rail) : sweep.to;
  const checked = to === undefined ? undefined : checkAddress(rail.network, to, undefined);
  if (!checked?.ok || checked.address !== request.to) throw new Refused('addressWrong', 'The policy sweeps to another address.');

  const order = { to: request.to, tag: undefined, units: request.units, fee: request.fee };
  const plan = signerOf(rail).plan(rail, order, takenBy(parts, rail, request.index));
  // Everything of the inputs goes to the one place: there is no second output for what is left.
  if (plan.kind === 'bitcoin' && inputsOf(plan) !== request.units + costOf(plan))
    throw new Refused('inputsWrong', 'A sweep leaves nothing behind.');
  const fuel = fuelOf(parts, rail, account, request, plan, taken(rail));
  const cost = costOf(plan) + (fuel === undefined ? 0n : costOf(fuel));
  const today = [...memory.sweeps.values()].filter((one) => one.rail === rail.rail && dayOf(one.at) === dayOf(now));
  if (today.reduce((sum, one) => sum + BigInt(one.cost), cost) > sweep.dayFee)
    throw new Refused('capReached', `Sweeps of rail ${rail.rail} cost at most ${sweep.dayFee} a day.`);
  const entry: SweepEntry = {
    ...{ kind: 'sweep', id: request.id, digest, rail: rail.rail, index: request.index, cost: String(cost), plan, at: now },
    ...(fuel === undefined ? {} : { fuel }),
  };
  memory.write(entry);
  parts.afterWrite?.();
  return signed(parts, rail, account, entry);
}

const inputsOf = (plan: Extract<Plan, { kind: 'bitcoin' }>) => plan.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);

/** Coin for the fee of a token's sweep: never more than that sweep can cost. */
function fuelOf(
  { keys, signerOf }: SweepParts,
  rail: RailPolicy,
  account: string,
  { index, fee, fuel }: SweepRequest,
  plan: Plan,
  hot: Taken,
): Plan | undefined {
  if (fuel === undefined) return undefined;
  if ((plan.kind !== 'evm' && plan.kind !== 'tron') || rail.token === undefined)
    throw new Refused('malformed', 'Only the address of a token needs coin for its fee.');
  if (fuel < 1n || fuel > costOf(plan)) throw new Refused('feeTooHigh', 'The coin for a sweep is more than the sweep can cost.');
  const { address } = addressOf(keys.master.derive(account).publicExtendedKey, rail.network, index);
  const order = { to: address, tag: undefined, units: fuel, fee: { ...(fee as object), ...coinFee[plan.kind] } };
  return signerOf(rail).plan({ ...rail, token: undefined }, order, hot);
}

/** What the key of one deposit address has consumed: nothing but sweeps is ever signed with it. */
function takenBy({ policy, memory }: SweepParts, rail: RailPolicy, index: number): Taken {
  const same = ({ network, chainId }: { network: Network; chainId: bigint }) => network === rail.network && chainId === rail.chainId;
  const earlier = [...memory.sweeps.values()].filter((one) => {
    const other = policy.rails.get(one.rail);
    return other !== undefined && same(other) && one.index === index;
  });
  const nonces = earlier.flatMap(({ plan }) => (plan.kind === 'bitcoin' ? [] : [plan.nonce + 1]));
  const inputs = earlier.flatMap(({ plan }) =>
    plan.kind === 'bitcoin' ? plan.inputs.map(({ txHash, output }) => `${txHash}:${output}`) : [],
  );
  return { nextNonce: nonces.reduce((next, nonce) => Math.max(next, nonce), 0), inputs: new Set(inputs) };
}

function signed({ keys, signerOf, keyOf }: SweepParts, rail: RailPolicy, account: string, { id, digest, index, plan, fuel }: SweepEntry) {
  const key = keys.master.derive(`${account}/0/${index}`);
  const { raw, hash } = signerOf(rail).sign(rail, plan, key);
  const coin = fuel && signerOf(rail).sign({ ...rail, token: undefined }, fuel, keyOf(rail));
  return {
    ...{ id, digest, raw, hash, ...endOf(plan) },
    ...(coin === undefined || fuel === undefined || fuel.kind === 'bitcoin' ? {} : { fuel: { ...coin, nonce: fuel.nonce } }),
    ...(plan.kind === 'bitcoin' ? { inputs: plan.inputs } : { nonce: plan.nonce }),
  };
}
