import { Refusal } from '@bourse/protocol/errors';
import type { Proofs } from './port.ts';

/** Where no factor can be checked, a call that needs one is closed. */
export const noProofs: Proofs = {
  begin: () => Promise.reject(new Refusal('unavailable')),
  use: () => Promise.reject(new Refusal('proofNeeded')),
};
