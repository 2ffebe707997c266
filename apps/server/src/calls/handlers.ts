import type { Audience, CallArguments, CallName, CallOutput, Calls } from '@bourse/protocol';
import type { OperatorSession } from '../operators/port.ts';
import type { UsedProof } from '../proofs/port.ts';
import type { Session } from './session.ts';

export interface CallContext {
  session: Session | null;
  /** Set for calls of operators only. */
  operator: OperatorSession | null;
  /** The second factor that was used for this very act; set for calls that declare a proof. */
  proof: UsedProof | null;
  language: string;
  ip: string;
  userAgent: string;
  requestId: string;
  /** The Idempotency-Key, or one made for this request: always a UUID. */
  commandId: string;
  /** From X-Read-After: histories must include this sequence of the session's venue. */
  readAfter: number | undefined;
  /** The sequence of the venue that the answer stands on, said in X-Sequence. Reads set it; the smallest of several counts. */
  asOf?: number | undefined;
  /** Multipart calls: the one file, read within the size limit. */
  file(): Promise<{ bytes: Buffer; filename: string; mimeType: string }>;
}

export interface SignedInContext extends CallContext {
  session: Session;
}

export interface OperatorContext extends CallContext {
  operator: OperatorSession;
}

type ContextFor<Who extends Audience> = Who extends 'customer' ? SignedInContext : Who extends 'operator' ? OperatorContext : CallContext;
type ContextOf<Name extends CallName> = ContextFor<Calls[Name]['audience']>;

/** One handler a call, exact by name; validation, authorisation and rate limits are done before it runs. Refuses by throwing `Refusal`. */
export type Handler<Name extends CallName> = (input: CallArguments<Name>, context: ContextOf<Name>) => Promise<CallOutput<Name>>;
export type Handlers<Names extends CallName = CallName> = { [Name in Names]: Handler<Name> };
