import { transferCall } from '@bourse/chains';
import { Transaction } from 'micro-eth-signer';
import type { RailPolicy } from '../policy.ts';
import { Refused } from '../problem.ts';
import { fieldsOf, unitsOf } from './fields.ts';
import type { Plan, RailSigner } from './plan.ts';

type EvmPlan = Extract<Plan, { kind: 'evm' }>;

/** Gas for a token whose contract does more than move the coins. */
const mostGas = 500_000n;

function feesOf(rail: RailPolicy, fee: unknown): Pick<EvmPlan, 'gasLimit' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  const fields = fieldsOf(fee);
  const gasLimit = unitsOf(fields['gasLimit'], 'gasLimit');
  const maxFeePerGas = unitsOf(fields['maxFeePerGas'], 'maxFeePerGas');
  const priority = unitsOf(fields['maxPriorityFeePerGas'], 'maxPriorityFeePerGas');
  if (gasLimit < 21_000n || gasLimit > mostGas || maxFeePerGas < 1n || priority > maxFeePerGas)
    throw new Refused('malformed', 'The fees contradict each other.');
  if (gasLimit * maxFeePerGas > rail.mostFee)
    throw new Refused('feeTooHigh', `A transaction of rail ${rail.rail} may cost at most ${rail.mostFee} wei.`);
  return { gasLimit: String(gasLimit), maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(priority) };
}

const isEvm = (plan: Plan): plan is EvmPlan => plan.kind === 'evm';

export const evmSigner: RailSigner = {
  plan: (rail, { to, units, fee }, { nextNonce }) => ({ kind: 'evm', nonce: nextNonce, to, units: String(units), ...feesOf(rail, fee) }),
  bump: (rail, plan, fee) => {
    if (!isEvm(plan)) throw new Refused('malformed', 'This payout is on another network.');
    const fees = feesOf(rail, fee);
    // Nodes replace a waiting transaction only for a tenth more.
    if (BigInt(fees.maxFeePerGas) * 10n < BigInt(plan.maxFeePerGas) * 11n)
      throw new Refused('malformed', 'A higher fee is at least a tenth higher.');
    return { ...plan, ...fees };
  },
  sign: (rail, plan, key) => {
    if (!isEvm(plan) || key.privateKey === null) throw new RangeError('not a plan of this network');
    const transaction = Transaction.prepare(
      {
        to: rail.token ?? plan.to,
        value: rail.token === undefined ? BigInt(plan.units) : 0n,
        data: rail.token === undefined ? '0x' : transferCall(plan.to, BigInt(plan.units)),
        nonce: BigInt(plan.nonce),
        chainId: rail.chainId,
        gasLimit: BigInt(plan.gasLimit),
        maxFeePerGas: BigInt(plan.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(plan.maxPriorityFeePerGas),
      },
      false,
    );
    // Without extra chance in the signature: the same plan is the same transaction, byte by byte.
    const signed = transaction.signBy(key.privateKey, false);
    return { raw: signed.toHex(), hash: `0x${signed.hash.replace(/^0x/, '')}` };
  },
};
