import { createHash } from 'node:crypto';
import type { DecidedPayout } from '@bourse/engine/digests';
import { unitsOf as minorUnits } from '@bourse/money';
import { canonicalJson } from '@bourse/protocol/canonical';
import { challengeText } from '@bourse/protocol/proof-challenge';
import type { RailPolicy } from './policy.ts';
import { Refused } from './problem.ts';
import type { PasskeyProof, PayoutRequest } from './request.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** What the receiver gets, in the chain's smallest units, rounded down. */
export function unitsOf(
  { amount, fee }: Pick<DecidedPayout, 'amount' | 'fee'>,
  { scale, decimals }: Pick<RailPolicy, 'scale' | 'decimals'>,
): bigint {
  if (fee >= amount) throw new Refused('malformed', 'The fee leaves nothing.');
  return (BigInt(amount - fee) * 10n ** BigInt(decimals)) / 10n ** BigInt(scale);
}

/** The call by which a customer asks for a payout. */
const call = 'POST pay/withdrawal';

/** What the owner's passkey signed, in base64url, computed from the request itself. */
export const challengeOf = (
  { id, customer, commandId, input }: PasskeyProof,
  { venue, facts }: Pick<PayoutRequest, 'venue' | 'facts'>,
): string =>
  sha256(challengeText({ id, venue, customer, account: facts.account, call, input: sha256(input).toString('hex'), commandId })).toString(
    'base64url',
  );

/** Whether the canonical text of an input asks for exactly this payout. */
export function asksFor(
  text: string,
  {
    rail,
    amount,
    destination,
    address,
    tag,
  }: Pick<DecidedPayout, 'rail' | 'amount' | 'destination'> & Pick<PayoutRequest, 'address' | 'tag'>,
  scale: number,
): boolean {
  try {
    const input = JSON.parse(text) as Record<string, unknown>;
    // One text has one reading: a name that stands twice is not canonical.
    if (canonicalJson(input) !== text || typeof input['amount'] !== 'string') return false;
    const sameReceiver = input['address'] === address && input['tag'] === tag && input['destinationId'] === String(destination);
    return sameReceiver && input['channel'] === rail && minorUnits(input['amount'], scale) === BigInt(amount);
  } catch {
    return false;
  }
}
