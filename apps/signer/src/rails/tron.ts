import { refOfBlock, signTron, tronAddress, tronTransfer } from '@bourse/chains';
import type { RailPolicy } from '../policy.ts';
import { Refused } from '../problem.ts';
import { fieldsOf, textOf, unitsOf, wholeOf } from './fields.ts';
import type { Plan, RailSigner } from './plan.ts';

type TronPlan = Extract<Plan, { kind: 'tron' }>;

/** A transaction lives for at most so long after the block that it names. */
const mostLifeMs = 3_600_000;
/** No time of a block is later: numbers that grow from it stay exact. */
const mostTime = 2 ** 43;

function termsOf(rail: RailPolicy, fee: unknown): Pick<TronPlan, 'feeLimit' | 'block' | 'expiration'> & { time: number } {
  const fields = fieldsOf(fee);
  const feeLimit = unitsOf(fields['feeLimit'], 'feeLimit');
  if (feeLimit < 1n || feeLimit > rail.mostFee)
    throw new Refused('feeTooHigh', `A transaction of rail ${rail.rail} may cost 1 to ${rail.mostFee} sun.`);
  const block = textOf(fields['block'], 'block', /^0x[0-9a-f]{64}$/);
  const time = wholeOf(fields['time'], 'time', mostTime);
  // After it the payment can never happen: without it nobody could prove that it was not sent.
  const expiration = wholeOf(fields['expiration'], 'expiration', mostTime);
  if (expiration <= time || expiration > time + mostLifeMs)
    throw new Refused('malformed', 'A transaction on TRON expires within an hour after the block that it names.');
  return { feeLimit: String(feeLimit), block, expiration, time };
}

export const tronSigner: RailSigner = {
  plan: (rail, { to, units, fee }, { nextNonce }) => {
    const { time, ...terms } = termsOf(rail, fee);
    if (units >= 2n ** 63n) throw new Refused('malformed', 'TRON has no such amount.');
    // TRON counts no nonces: two transactions that are otherwise the same would be one, and its receiver be paid once. Each of a key has a later time than the one before.
    return { kind: 'tron', nonce: Math.max(nextNonce, time), to, units: String(units), ...terms };
  },
  bump: (_, plan) => {
    throw new Refused(
      'malformed',
      plan.kind === 'tron' ? 'On TRON no fee is raised: the payment expires.' : 'This payout is on another network.',
    );
  },
  sign: (rail, plan, key) => {
    if (plan.kind !== 'tron' || key.privateKey === null || key.publicKey === null) throw new RangeError('not a plan of this network');
    const content = {
      ...refOfBlock(plan.block),
      ...{ expiration: plan.expiration, timestamp: plan.nonce },
      // A transfer of the coin burns no energy.
      feeLimit: rail.token === undefined ? 0n : BigInt(plan.feeLimit),
      contract: tronTransfer(tronAddress(key.publicKey), plan.to, BigInt(plan.units), rail.token),
    };
    return signTron(content, key.privateKey);
  },
};
