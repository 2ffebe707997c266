import type { z } from 'zod';
import type { ErrorName } from '../errors/catalogue.ts';
import type { NeededPermission } from './permissions.ts';
import type { ProofKind } from './proof.ts';

/**
 * `anyone`: no token is looked at. `visitor`: a customer's token is used when there is one. `customer`: signed in, real or demo.
 * `chat`: a customer, or a visitor of customer service with a temporary sign-in.
 * `operator`: signed in at the console; the call also names the permission it needs.
 */
export const audiences = ['anyone', 'visitor', 'chat', 'customer', 'operator'] as const;
export type Audience = (typeof audiences)[number];

/**
 * `read` changes nothing. `natural`: repeating it has no further effect. `command`: an engine command, once per Idempotency-Key. `once`: guarded by
 * its own code or token.
 */
export type Idempotency = 'read' | 'natural' | 'command' | 'once';

export type Area = 'auth' | 'member' | 'wallet' | 'coin' | 'contract' | 'stock' | 'market' | 'content' | 'chat' | 'platform' | 'console';

/**
 * One call, declared once. Everything else (server validation, OpenAPI, reference page, the faces' client) follows from it.
 * `weight` is what a call costs of the customer's or address's budget of 1,200 a minute.
 * Constrained by `$ZodType`, which keeps type-checking of hundreds of calls fast.
 */
export interface CallSpec<Input extends z.core.$ZodType = z.core.$ZodType, Output extends z.core.$ZodType = z.core.$ZodType> {
  area: Area;
  summary: string;
  audience: Audience;
  /** `real`: of customers, only those who are signed in with a real account. */
  account: 'any' | 'real';
  /** What an operator needs; null for every other audience. */
  permission: NeededPermission | null;
  /** The second factor that the customer gives for this very act, in the field `proof`; null: none. */
  proof: ProofKind | null;
  /** Fields of the input that a proof does not cover, because what is secret is kept in no digest. */
  secret: readonly string[];
  weight: number;
  idempotency: Idempotency;
  /** GET: query and path parameters. Others: JSON body and path parameters, or `multipart` where said so. */
  input: Input;
  body?: 'json' | 'multipart';
  /** A JSON body of at most so many bytes, where 64 KB are too few. Whoever may not make the call is refused before it is read. */
  bodyBytes?: number;
  /** A valid input: the reference shows it, and tests spoil each of its fields. */
  example?: z.core.input<Input>;
  output: Output;
  /** The engine commands that it sends. Their refusals are its own too. */
  sends: readonly string[];
  /** Refusals of those commands that cannot occur in this call's form of them. */
  cannot: readonly ErrorName[];
  /** Refusals of its handler, in addition to those of the gateway and of the commands it sends. */
  errors: readonly ErrorName[];
}

export type Method = 'GET' | 'POST' | 'PUT';
export type CallKey = `${Method} ${string}`;

type Defaults = 'account' | 'permission' | 'proof' | 'secret' | 'weight' | 'sends' | 'cannot' | 'errors';
type Declared<I extends z.core.$ZodType, O extends z.core.$ZodType> = Omit<CallSpec<I, O>, Defaults> &
  Partial<Pick<CallSpec<I, O>, Defaults>>;

/**
 * Audience and idempotency stay exact in the type: a handler for customers gets a session that exists, one for operators gets their sign-in, and a
 * face sends commands in one place only.
 */
export function call<Input extends z.core.$ZodType, Output extends z.core.$ZodType, Who extends Audience, How extends Idempotency>(
  spec: Declared<Input, Output> & { audience: Who; idempotency: How },
): CallSpec<Input, Output> & { audience: Who; idempotency: How } {
  return { account: 'any', permission: null, proof: null, secret: [], weight: 1, sends: [], cannot: [], errors: [], ...spec };
}

/** What most calls of an area say alike: a customer's reads and commands, and reads that are open to all or to visitors. */
export const callsOf = <Of extends Area>(area: Of) =>
  ({
    read: { area, audience: 'customer', idempotency: 'read' },
    command: { area, audience: 'customer', idempotency: 'command' },
    open: { area, audience: 'anyone', idempotency: 'read' },
    visit: { area, audience: 'visitor', idempotency: 'read' },
  }) as const;
