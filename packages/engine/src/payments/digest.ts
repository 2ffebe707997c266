import { canonicalJson } from '@bourse/protocol/canonical';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url } from '../base/base64url.ts';
import { utf8Encode } from '../base/utf8.ts';
import type { PayoutFacts } from './declare.ts';

/** What a decision about a payout is about. */
export type DecidedPayout = Pick<
  PayoutFacts,
  | 'payout'
  | 'account'
  | 'rail'
  | 'destination'
  | 'digest'
  | 'asset'
  | 'amount'
  | 'fee'
  | 'value'
  | 'priced'
  | 'flags'
  | 'factor'
  | 'factorEvidence'
  | 'requestedAt'
  | 'state'
  | 'attempt'
>;

/**
 * What people decide about, as 32 bytes in base64url: SHA-256 of the canonical text of a payout's facts with its state. Whoever approved other figures,
 * another destination or another state has approved nothing.
 */
export function payoutDigest(venue: string, payout: Readonly<DecidedPayout>): string {
  const { payout: number, account, rail, destination, digest, asset, amount, fee, value, priced, flags, factor, factorEvidence } = payout;
  const { requestedAt, state, attempt } = payout;
  const facts = {
    ...{ venue, payout: number, account, rail, destination, digest, asset, amount, fee, value, priced, flags, factor, factorEvidence },
    ...{ requestedAt, state, attempt },
  };
  return base64url(sha256(utf8Encode(canonicalJson(facts))));
}
