import { audiences, type CallSpec, callTable, type NeededPermission, permissions, proofKinds } from '@bourse/protocol';
import { catalogue } from '@bourse/protocol/errors';
import type { CallContext } from '../calls/handlers.ts';

/** A call with its exact types widened, as the gateway runs it. */
export type AnyHandler = (input: unknown, context: CallContext) => Promise<unknown>;

export interface BoundCall {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Path under the prefix, in the router's notation. */
  path: string;
  pathParameters: readonly string[];
  spec: CallSpec;
  handler: AnyHandler;
}

export class IncompleteTable extends Error {}

/**
 * Binds every declared call to its handler. The server does not start with a call without a handler, a handler without a call, or a declaration that
 * leaves open who may call it, what it costs or what protects it. A forgotten declaration must never allow a call.
 */
export function bindCalls(handlers: Readonly<Record<string, AnyHandler | undefined>>, table = callTable): BoundCall[] {
  const problems: string[] = [];
  const bound: BoundCall[] = [];
  for (const [name, spec] of Object.entries(table)) {
    const declared = declarationProblems(name, spec);
    const handler = handlers[name];
    problems.push(...declared);
    if (typeof handler !== 'function') problems.push(`${name}: no handler`);
    else if (declared.length === 0) bound.push(bind(name, spec, handler));
  }
  for (const name of Object.keys(handlers)) if (!table[name]) problems.push(`${name}: a handler for a call that is not in the table`);
  if (problems.length > 0)
    throw new IncompleteTable(`The table of calls is incomplete:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  return bound;
}

function bind(name: string, spec: CallSpec, handler: AnyHandler): BoundCall {
  const [method, path] = name.split(' ') as [BoundCall['method'], string];
  return {
    name,
    method,
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    spec,
    handler,
  };
}

function declarationProblems(name: string, spec: CallSpec): string[] {
  const problems: string[] = [];
  const require = (good: boolean, problem: string) => {
    if (!good) problems.push(`${name}: ${problem}`);
  };
  require(/^(GET|POST|PUT) [a-z0-9{][A-Za-z0-9/{}-]*$/.test(name), 'is not a method and a path');
  require(audiences.includes(spec.audience), 'does not say who may call');
  require(spec.account === 'any' || spec.account === 'real', 'does not say which accounts may call');
  require(spec.account === 'any' || spec.audience === 'customer', 'asks for a real account where no customer is signed in');
  if (spec.audience === 'operator') require(isPermission(spec.permission), `needs a permission that no role has: ${spec.permission}`);
  else require(spec.permission === null, 'needs a permission, which only operators have');
  if (spec.proof !== null) {
    require(proofKinds.includes(spec.proof), `needs a proof that nothing checks: ${spec.proof}`);
    require(spec.audience === 'customer', 'needs a proof where no customer is signed in');
    require(spec.idempotency === 'command' || spec.idempotency === 'once', 'needs a proof and may be repeated');
    require(!declaresField(spec.input, 'proof'), 'has a field `proof` of its own, which the gateway reads');
    require(!name.startsWith('GET ') && spec.body !== 'multipart', 'needs a proof and has no JSON body to carry it');
  }
  require(Number.isInteger(spec.weight) && spec.weight >= 1 && spec.weight <= 100, 'has no weight from 1 to 100');
  require(['read', 'natural', 'command', 'once'].includes(spec.idempotency), 'does not say what happens when it comes twice');
  require(spec.summary.length > 0, 'has no summary');
  require(isStrict(spec.input), 'takes unknown fields');
  require(spec.body !== 'multipart' || !name.startsWith('GET '), 'reads a form body from GET');
  for (const error of spec.errors) require(error in catalogue, `names the refusal ${error}, which the catalogue lacks`);
  return problems;
}

const isPermission = (needed: NeededPermission | null): boolean =>
  needed === 'everyOperator' || (permissions as readonly (string | null)[]).includes(needed);

/** Whether a schema is an object that refuses unknown keys. */
function isStrict(schema: CallSpec['input']): boolean {
  const { def } = schema._zod as unknown as { def: { type: string; catchall?: { _zod: { def: { type: string } } } } };
  return def.type === 'object' && def.catchall?._zod.def.type === 'never';
}

function declaresField(schema: CallSpec['input'], field: string): boolean {
  const { shape } = schema._zod.def as unknown as { shape?: Record<string, unknown> };
  return shape !== undefined && Object.hasOwn(shape, field);
}
