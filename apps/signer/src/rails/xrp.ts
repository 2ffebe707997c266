import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, sign } from 'ripple-keypairs';
import type { RailPolicy } from '../policy.ts';
import { Refused } from '../problem.ts';
import { fieldsOf, unitsOf, wholeOf } from './fields.ts';
import type { Plan, RailSigner } from './plan.ts';

type XrpPlan = Extract<Plan, { kind: 'xrp' }>;

function feesOf(rail: RailPolicy, fee: unknown): Pick<XrpPlan, 'fee' | 'lastLedger'> {
  const fields = fieldsOf(fee);
  const drops = unitsOf(fields['fee'], 'fee');
  if (drops > rail.mostFee) throw new Refused('feeTooHigh', `A transaction of rail ${rail.rail} may cost at most ${rail.mostFee} drops.`);
  // After this ledger the payment can never happen: without it nobody could prove that it was not sent.
  return { fee: String(drops), lastLedger: wholeOf(fields['lastLedger'], 'lastLedger', 0xffff_ffff) };
}

export const xrpSigner: RailSigner = {
  plan: (rail, { to, tag, units, fee }, { nextNonce }) => {
    if (tag === undefined) throw new Refused('addressWrong', 'A payout in XRP has a destination tag.');
    // A payment that expired used no sequence, and the ledger takes no later one before it. Whatever the server says, of two with one sequence the ledger takes one.
    const { sequence } = fieldsOf(fee);
    const nonce = sequence === undefined ? nextNonce : wholeOf(sequence, 'sequence', 0xffff_ffff);
    return { kind: 'xrp', nonce, to, tag, units: String(units), ...feesOf(rail, fee) };
  },
  bump: (rail, plan, fee) => {
    if (plan.kind !== 'xrp') throw new Refused('malformed', 'This payout is on another network.');
    const fees = feesOf(rail, fee);
    if (BigInt(fees.fee) <= BigInt(plan.fee)) throw new Refused('malformed', 'A higher fee is higher.');
    return { ...plan, ...fees };
  },
  sign: (_, plan, key) => {
    if (plan.kind !== 'xrp' || key.privateKey === null || key.publicKey === null) throw new RangeError('not a plan of this network');
    const publicKey = bytesToHex(key.publicKey).toUpperCase();
    const payment = {
      TransactionType: 'Payment',
      Account: deriveAddress(publicKey),
      Destination: plan.to,
      DestinationTag: plan.tag,
      Amount: plan.units,
      Fee: plan.fee,
      Sequence: plan.nonce,
      LastLedgerSequence: plan.lastLedger,
      Flags: 0,
      SigningPubKey: publicKey,
    };
    const raw = encode({ ...payment, TxnSignature: sign(encodeForSigning(payment), `00${bytesToHex(key.privateKey).toUpperCase()}`) });
    const hash = bytesToHex(sha512(Buffer.from(`54584E00${raw}`, 'hex')).slice(0, 32)).toUpperCase();
    return { raw, hash };
  },
};
