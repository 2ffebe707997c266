import { canonicalJson } from './canonical.ts';

/** What a second factor confirms: one call of one customer with one input. */
export interface ProvenAct {
  /** Of the proof. It makes two challenges of the same act differ, so that an answer to one never fits the other. */
  id: string;
  venue: string;
  customer: string;
  account: number;
  /** Method and path of the call. */
  call: string;
  /** SHA-256 of the input’s canonical text, hexadecimal. */
  input: string;
  commandId: string | null;
}

/** The text whose SHA-256 a factor confirms. Server and signer each compute it for themselves. */
export const challengeText = (act: ProvenAct): string => canonicalJson({ purpose: 'bourse proof 1', ...act });
