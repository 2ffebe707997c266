import type { z } from 'zod';
import type { CallSpec } from '../calls/define.ts';
import { authCalls } from './auth.ts';
import { broadcastCalls } from './broadcasts.ts';
import { caseCalls } from './cases.ts';
import { changeCalls } from './changes.ts';
import { chatAdminCalls } from './chat.ts';
import { configurationCalls } from './configuration.ts';
import { articleCalls } from './content.ts';
import { customerCalls } from './customers.ts';
import { ledgerCalls } from './ledger.ts';
import { listCalls } from './lists.ts';
import { moneyCalls } from './money.ts';
import { operatorCalls } from './operators.ts';
import { outsideCalls } from './outside.ts';
import { reconcileCalls } from './reconcile.ts';
import { statementCalls } from './statements.ts';
import { systemCalls } from './system.ts';

export { type Assertion, type Me, roleNames } from './auth.ts';
export { type BroadcastRow, broadcastAlone, broadcastLanguages, broadcastTextAtMost, broadcastTitleAtMost } from './broadcasts.ts';
export { type CaseFull, type CaseRow, type CaseStep, caseSteps } from './cases.ts';
export {
  type ChangeBody,
  type ChangeRow,
  changeStates,
  type Difference,
  type FormField,
  type FormLeaf,
  type FormValue,
  type FormValues,
  type LeafField,
} from './changes.ts';
export type { ChatContext, ChatInboxRow, ChatThread } from './chat.ts';
export type { ArticleFull, ArticleRow, ArticleVersion, Banner } from './content.ts';
export { type CustomerPart, type CustomerRow, customerParts } from './customers.ts';
export type { LedgerLine } from './ledger.ts';
export type { ScreeningList } from './lists.ts';
export type { DepositRow, PayoutRow } from './money.ts';
export type { AuditRow, OperatorInVenue, OperatorRow } from './operators.ts';
export { type ChainState, type ObservationRow, type RescanState, rescanAtMost, type SignerState } from './outside.ts';
export type { PlaceKind, Reconciliation, ReconciliationLine, ReconciliationRow } from './reconcile.ts';
export {
  type StatementFormat,
  type StatementLineRow,
  type StatementProblemName,
  type StatementRow,
  statementAtMost,
  statementFormats,
  statementProblems,
} from './statements.ts';

/** Every call of the console, keyed by method and path under `/api/admin-api/`. Only the console's own origin has them. */
export const adminCalls = {
  ...authCalls,
  ...operatorCalls,
  ...customerCalls,
  ...ledgerCalls,
  ...systemCalls,
  ...caseCalls,
  ...changeCalls,
  ...configurationCalls,
  ...moneyCalls,
  ...listCalls,
  ...reconcileCalls,
  ...statementCalls,
  ...outsideCalls,
  ...broadcastCalls,
  ...articleCalls,
  ...chatAdminCalls,
};

export type AdminCalls = typeof adminCalls;
export type AdminCallName = keyof AdminCalls;
export type AdminInput<Name extends AdminCallName> = z.input<AdminCalls[Name]['input']>;
export type AdminArguments<Name extends AdminCallName> = z.output<AdminCalls[Name]['input']>;
export type AdminOutput<Name extends AdminCallName> = z.output<AdminCalls[Name]['output']>;
/** Acts of operators: each is done once for its Idempotency-Key. */
export type AdminActName = { [Name in AdminCallName]: AdminCalls[Name]['idempotency'] extends 'command' ? Name : never }[AdminCallName];

/** The table with its exact types widened, for code that walks it. */
export const adminTable: Readonly<Record<string, CallSpec>> = adminCalls;
