import type { CallArguments, CallName, CallOutput, Calls } from '@bourse/protocol';
import type { Session } from './session.ts';

export interface CallContext {
  session: Session | null;
  language: string;
  ip: string;
  userAgent: string;
  requestId: string;
  /** The Idempotency-Key, or one made for this request: always a UUID. */
  commandId: string;
  /** From X-Read-After: histories must include this sequence of the session's venue. */
  readAfter: number | undefined;
  /** Multipart calls: the one file, read within the size limit. */
  file(): Promise<{ bytes: Buffer; filename: string; mimeType: string }>;
}

export interface SignedInContext extends CallContext {
  session: Session;
}

type ContextOf<Name extends CallName> = Calls[Name]['audience'] extends 'customer' | 'real' ? SignedInContext : CallContext;

/** One handler a call, exact by name; validation, authorisation and rate limits are done before it runs. Refuses by throwing `Refusal`. */
export type Handler<Name extends CallName> = (input: CallArguments<Name>, context: ContextOf<Name>) => Promise<CallOutput<Name>>;
export type Handlers<Names extends CallName = CallName> = { [Name in Names]: Handler<Name> };
