import type { ProofAnswer, ProofKind } from '@bourse/protocol';
import type { Session } from '../calls/session.ts';

/** One act of one customer. A second factor given for it is valid for no other act. */
export interface Act {
  session: Session;
  /** Method and path of the call. */
  call: string;
  /** The call's input after validation, defaults filled in. */
  input: unknown;
  /** The Idempotency-Key; undefined where the call takes none. */
  commandId: string | undefined;
}

export interface BegunProof {
  id: string;
  kind: ProofKind;
  challenge: string;
  expiresAt: number;
}

/** Evidence of the factor that a handler may store. */
export interface UsedProof {
  id: string;
  kind: ProofKind;
  challenge: string;
}

export interface Proofs {
  begin(act: Act, kind: ProofKind): Promise<BegunProof>;
  /** First checks the factor, then uses up the proof. Refuses with the matching entry of the catalogue. */
  use(act: Act, kind: ProofKind, answer: ProofAnswer | undefined): Promise<UsedProof>;
}
