import type { z } from 'zod';
import { alertCalls } from './alerts.ts';
import { auth } from './auth.ts';
import { customerCaseCalls } from './cases.ts';
import { changes } from './changes.ts';
import { chatCalls } from './chat.ts';
import { content } from './content.ts';
import { contracts } from './contract.ts';
import type { CallSpec } from './define.ts';
import { depositCalls } from './deposits.ts';
import { deviceCalls } from './devices.ts';
import { earnCalls } from './earn.ts';
import { identityCalls } from './identity.ts';
import { invitations } from './invitations.ts';
import { liabilityCalls } from './liabilities.ts';
import { loanCalls } from './loans.ts';
import { markets } from './market.ts';
import { members } from './member.ts';
import { membershipCalls } from './membership.ts';
import { noticePreferenceCalls } from './notice-preferences.ts';
import { noticeCalls } from './notices.ts';
import { payoutCalls } from './payouts.ts';
import { proofCalls } from './proof.ts';
import { protections } from './protection.ts';
import { railCalls } from './rails.ts';
import { securityCalls } from './security.ts';
import { coins } from './spot.ts';
import { stocks } from './stock.ts';
import { swaps } from './swaps.ts';
import { textCalls } from './texts.ts';
import { timedContracts } from './timed.ts';
import { transparency } from './transparency.ts';
import { wallets } from './wallets.ts';

export { type SecondStep, type SecondStepWay, secondSteps } from './auth.ts';
export {
  type CaseMove,
  type CaseStep,
  caseEvidenceAtMost,
  caseMoves,
  caseTextAtMost,
  type FeedbackTopic,
  feedbackTopics,
  type OwnCase,
} from './cases.ts';
export type { Change, ChangeDifference, ChangeRail, ChangeUnit } from './changes.ts';
export { type Area, type Audience, audiences, type CallKey, type CallSpec, call, type Idempotency, type Method } from './define.ts';
export { type DepositDetail, type DepositItem, type DepositReason, type DepositStep, depositReasons, depositSteps } from './deposits.ts';
export { type CommandRefusals, errorsOf, gatewayErrors, ownErrors, proofErrors, proofRefusals } from './errors-of.ts';
export {
  type DocumentPurpose,
  documentPurposes,
  type IdentityApplication,
  type IdentityPart,
  type IdentityReason,
  identityParts,
  identityReasons,
  partsNeeded,
} from './identity.ts';
export { type NoticePreference, pushEndpointAtMost, wordAtMost, wordPattern } from './notice-preferences.ts';
export {
  type Card,
  type PayoutDetail,
  type PayoutItem,
  type PayoutReview,
  type PayoutStep,
  payoutReasonCodes,
  payoutReviews,
  payoutSteps,
  type WalletAddress,
} from './payouts.ts';
export * from './permissions.ts';
export {
  type BegunProof,
  type PasskeyAssertion,
  type PasskeyCreated,
  type ProofAnswer,
  type ProofKind,
  type ProofPart,
  proofAnswer,
  proofCalls,
  proofKinds,
} from './proof.ts';
export type { Channel, NetworkInfo, WaitsFor } from './rails.ts';
export { type Passkey, type PayoutHold, payoutHolds, type SecurityState, type SessionItem } from './security.ts';

/** Every call of the product, keyed by method and path under `/api/app-api/`. */
export const calls = {
  ...auth,
  ...members,
  ...proofCalls,
  ...securityCalls,
  ...deviceCalls,
  ...identityCalls,
  ...customerCaseCalls,
  ...protections,
  ...wallets,
  ...railCalls,
  ...depositCalls,
  ...payoutCalls,
  ...liabilityCalls,
  ...coins,
  ...contracts,
  ...timedContracts,
  ...swaps,
  ...earnCalls,
  ...loanCalls,
  ...invitations,
  ...membershipCalls,
  ...stocks,
  ...markets,
  ...changes,
  ...alertCalls,
  ...noticeCalls,
  ...noticePreferenceCalls,
  ...chatCalls,
  ...content,
  ...textCalls,
  ...transparency,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Calls that are engine commands: each is done once per Idempotency-Key. */
export type CommandName = { [Name in CallName]: Calls[Name]['idempotency'] extends 'command' ? Name : never }[CallName];
/** What a client may send (defaults may be left out). */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** What a handler receives after validation. */
export type CallArguments<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;

/** The table with its exact types widened, for code that walks it. */
export const callTable: Readonly<Record<string, CallSpec>> = calls;
export const apiPrefix = '/api/app-api/';
/** Where the console's calls are: an origin of its own. */
export const adminPrefix = '/api/admin-api/';
