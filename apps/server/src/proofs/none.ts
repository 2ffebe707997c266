import { Refusal } from '@bourse/protocol/errors';
import type { Proofs } from './port.ts';

/** Without a way to check factors, every call that needs one is closed. */
export const noProofs: Proofs = {
  begin: () => Promise.reject(new Refusal('unavailable')),
  use: () => Promise.reject(new Refusal('proofNeeded')),
};
