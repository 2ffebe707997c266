/** What people sign about proposals and payouts, for whoever checks it outside the engine. */
export type { Venue } from '@bourse/protocol/enums';
export { proposalDigest } from './gate/digest.ts';
export { type DecidedPayout, payoutDigest } from './payments/digest.ts';
export { payoutReasons } from './payments/states.ts';
