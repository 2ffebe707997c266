import type { Audience, CallArguments, CallName, CallOutput, Calls } from '@bourse/protocol';
import type { OperatorSession } from '../operators/port.ts';
import type { UsedProof } from '../proofs/port.ts';
import type { Session } from './session.ts';

export interface CallContext {
  session: Session | null;
  /** Set only for operators' calls. */
  operator: OperatorSession | null;
  /** The second factor that was checked for this call. Set for calls that declare a proof. */
  proof: UsedProof | null;
  language: string;
  ip: string;
  userAgent: string;
  /** The key of the caller's browser, from X-Device. It only tells browsers apart; it proves nothing. */
  device: string | undefined;
  requestId: string;
  /** The Idempotency-Key, or a UUID generated for this request. */
  commandId: string;
  /** Present when the request carries a signature. */
  signature?: RequestSignature | undefined;
  /** From X-Read-After: histories must include this sequence of the session's venue. */
  readAfter: number | undefined;
  /** The sequence of the venue that the answer reflects, sent in X-Sequence. Reads set it; the smallest of several counts. */
  asOf?: number | undefined;
  /** The command that the call sent, as the leaf of its venue's transparency log: sent in Bourse-Leaf as `demo/1234`. */
  leaf?: string | undefined;
  /** The one file of a multipart call, read within the size limit. */
  file(): Promise<{ bytes: Buffer; filename: string; mimeType: string }>;
}

/** The signature of a request, not checked yet, and what it was made over. */
export interface RequestSignature {
  header: string;
  call: string;
  /** Canonical JSON of the input as it was sent. */
  body(): string;
}

export interface SignedInContext extends CallContext {
  session: Session;
}

export interface OperatorContext extends CallContext {
  operator: OperatorSession;
}

type ContextFor<Who extends Audience> = Who extends 'customer' | 'chat'
  ? SignedInContext
  : Who extends 'operator'
    ? OperatorContext
    : CallContext;
type ContextOf<Name extends CallName> = ContextFor<Calls[Name]['audience']>;

/** One handler per call, by its exact name. Validation, authorisation and rate limits have run before it. A handler refuses by throwing `Refusal`. */
export type Handler<Name extends CallName> = (input: CallArguments<Name>, context: ContextOf<Name>) => Promise<CallOutput<Name>>;
export type Handlers<Names extends CallName = CallName> = { [Name in Names]: Handler<Name> };
