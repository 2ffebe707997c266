import type { ProofAnswer, ProofKind } from '@bourse/protocol';
import type { Session } from '../calls/session.ts';

/** One act of one customer: the second factor given for it serves no other. */
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

/** What a handler may keep as evidence of the factor. */
export interface UsedProof {
  id: string;
  kind: ProofKind;
  challenge: string;
}

export interface Proofs {
  begin(act: Act, kind: ProofKind): Promise<BegunProof>;
  /** Checks the factor and takes the proof out of use, in this order. Refuses with the catalogue's word for what is wrong. */
  use(act: Act, kind: ProofKind, answer: ProofAnswer | undefined): Promise<UsedProof>;
}
