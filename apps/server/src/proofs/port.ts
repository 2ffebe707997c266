import type { PasskeyAssertion, ProofAnswer, ProofKind } from '@bourse/protocol';
import type { Session } from '../calls/session.ts';
import type { Ways } from './factors.ts';

/** One act of one customer. A second factor given for it is valid for no other act. */
export interface Act {
  session: Session;
  /** Method and path of the call. */
  call: string;
  /** The call's input after validation, defaults filled in, without what is secret in it. */
  input: unknown;
  /** The Idempotency-Key; undefined where the call takes none. */
  commandId: string | undefined;
}

export interface BegunProof {
  id: string;
  kind: ProofKind;
  challenge: string;
  expiresAt: number;
  ways: Ways;
  /** The passkeys that may sign the challenge; null: none. */
  passkeys: { rpId: string; ids: string[] } | null;
}

/** Evidence of the factor that a handler may store. */
export interface UsedProof {
  id: string;
  kind: ProofKind;
  /** Hexadecimal. */
  challenge: string;
  /** What the passkey signed; undefined when another factor confirmed the act. */
  passkey?: PasskeyAssertion | undefined;
}

export interface Proofs {
  begin(act: Act, kind: ProofKind): Promise<BegunProof>;
  /** First checks the factor, then uses up the proof. Refuses with the matching entry of the catalogue. */
  use(act: Act, kind: ProofKind, answer: ProofAnswer | undefined): Promise<UsedProof>;
}
