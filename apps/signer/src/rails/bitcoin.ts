import { bitcoinAddress, networks } from '@bourse/chains';
import { NETWORK, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import type { RailPolicy } from '../policy.ts';
import { Refused } from '../problem.ts';
import { fieldsOf, listOf, textOf, unitsOf, wholeOf } from './fields.ts';
import type { RailSigner } from './plan.ts';

/** An output below this is not relayed: it would cost more to spend than it is worth. */
const dust = 294n;
/** A signature commits to the amounts, so a server that lies about them gets a transaction that no node takes. */
const mostInputs = 200;

const sumOf = (inputs: readonly { units: string }[]) => inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);

function feeOf(rail: RailPolicy, fee: unknown): bigint {
  const units = unitsOf(fieldsOf(fee)['fee'], 'fee');
  if (units < 1n || units > rail.mostFee)
    throw new Refused('feeTooHigh', `A transaction of rail ${rail.rail} may cost 1 to ${rail.mostFee} satoshi.`);
  return units;
}

export const bitcoinSigner: RailSigner = {
  plan: (rail, { to, units, fee }, { inputs: used }) => {
    const inputs = listOf(fieldsOf(fee)['inputs'], 'inputs', mostInputs).map((input) => {
      const fields = fieldsOf(input);
      return {
        txHash: textOf(fields['txHash'], 'txHash', /^[0-9a-f]{64}$/),
        output: wholeOf(fields['output'], 'output', 0xffff_ffff),
        units: String(unitsOf(fields['units'], 'units')),
      };
    });
    const names = inputs.map(({ txHash, output }) => `${txHash}:${output}`);
    if (new Set(names).size !== names.length || names.some((name) => used.has(name)))
      throw new Refused('inputsWrong', 'An input pays another payout already.');
    const cost = feeOf(rail, fee);
    if (units < dust || sumOf(inputs) < units + cost) throw new Refused('inputsWrong', 'The inputs do not cover amount and fee.');
    return { kind: 'bitcoin', to, units: String(units), fee: String(cost), inputs };
  },
  bump: (rail, plan, fee) => {
    if (plan.kind !== 'bitcoin') throw new Refused('malformed', 'This payout is on another network.');
    const cost = feeOf(rail, fee);
    if (cost <= BigInt(plan.fee)) throw new Refused('malformed', 'A higher fee is higher.');
    if (sumOf(plan.inputs) < BigInt(plan.units) + cost) throw new Refused('inputsWrong', 'The inputs do not cover the higher fee.');
    return { ...plan, fee: String(cost) };
  },
  sign: (rail, plan, key) => {
    if (plan.kind !== 'bitcoin' || key.privateKey === null || key.publicKey === null) throw new RangeError('not a plan of this network');
    const { test } = networks[rail.network];
    const network = test ? TEST_NETWORK : NETWORK;
    const { script } = p2wpkh(key.publicKey, network);
    const transaction = new Transaction();
    // The sequence says that a higher fee may replace it (BIP 125).
    for (const { txHash, output, units } of plan.inputs)
      transaction.addInput({ txid: txHash, index: output, sequence: 0xffff_fffd, witnessUtxo: { script, amount: BigInt(units) } });
    transaction.addOutputAddress(plan.to, BigInt(plan.units), network);
    const change = sumOf(plan.inputs) - BigInt(plan.units) - BigInt(plan.fee);
    // Less than dust goes to the miner, as a change output of it would not be relayed.
    if (change >= dust) transaction.addOutputAddress(bitcoinAddress(key.publicKey, test), change, network);
    transaction.sign(key.privateKey);
    transaction.finalize();
    return { raw: transaction.hex, hash: transaction.id };
  },
};
