import type { AdminArguments, AdminCallName, AdminCalls, AdminOutput } from '@bourse/protocol/admin';
import type { CallContext, OperatorContext } from '../calls/handlers.ts';

type ContextOf<Name extends AdminCallName> = AdminCalls[Name]['audience'] extends 'operator' ? OperatorContext : CallContext;
/** One handler for each call of the console. Validation, sign-in, permission and limits have run before it. */
export type AdminHandler<Name extends AdminCallName> = (
  input: AdminArguments<Name>,
  context: ContextOf<Name>,
) => Promise<AdminOutput<Name>>;
export type AdminHandlers<Names extends AdminCallName = AdminCallName> = { [Name in Names]: AdminHandler<Name> };
/** Calls that change something for an operator who is signed in: each stands in the audit. */
export type AuditedName = {
  [Name in AdminCallName]: AdminCalls[Name]['audience'] extends 'operator'
    ? AdminCalls[Name]['idempotency'] extends 'read' | 'natural'
      ? never
      : Name
    : never;
}[AdminCallName];
