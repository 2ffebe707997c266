/** Acts that a second factor confirms: see `@bourse/protocol`, `calls/proof.ts`. */
import type { BegunProof, ProofAnswer } from '@bourse/protocol';
import { type CallInput, type CallName, type CallOptions, type CallOutput, request } from './api.ts';

export type { BegunProof, ProofPart } from '@bourse/protocol';
/** The factors that a person gave, without the proof's id. */
export type ProofParts = Omit<ProofAnswer, 'id'>;

/** Fixes an act: this call with this input. The answer says in which ways it can be confirmed, within five minutes. */
export const beginProof = <Name extends CallName>(name: Name, input: CallInput<Name>, commandId?: string): Promise<BegunProof> =>
  request(
    'POST system/proof/begin',
    { call: name, input: input as Record<string, unknown>, ...(commandId === undefined ? {} : { commandId }) },
    { noMsg: true },
  );

/** Sends the act with the factors. The gateway reads the field `proof` and hands the rest to the call. */
export const sendProven = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  proof: ProofAnswer,
  options: CallOptions = {},
): Promise<CallOutput<Name>> => request(name, { ...(input as object), proof } as CallInput<Name>, { noMsg: true, ...options });
