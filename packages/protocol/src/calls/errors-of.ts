import type { ErrorName } from '../errors/catalogue.ts';
import type { CallSpec } from './define.ts';
import type { ProofKind } from './proof.ts';

/** What each command may be refused for by the engine that applies it. */
export type CommandRefusals = Readonly<Record<string, readonly ErrorName[]>>;

const always = ['badRequest', 'unknownField', 'tooManyRequests', 'overloaded', 'unavailable', 'internal'] as const;
const withBody = ['bodyTooLarge', 'unsupportedMedia'] as const;
const signedIn = ['unauthorised', 'forbidden', 'loggedInElsewhere'] as const;
const command = ['commandIdInvalid', 'commandIdReused', 'outcomeUnknown'] as const;
/** Refusals of a command's signature; those of a session without a key do not occur to one that has a key. */
export const signatureErrors = [
  'signatureMissing',
  'signatureInvalid',
  'deviceKeyUnknown',
  'deviceKeyClosed',
  'signedTimeOff',
  'devicesTooMany',
] as const;
/** Refusals of any call that needs a proof. */
export const proofErrors = [
  'proofNeeded',
  'proofUnknown',
  'proofForOtherAct',
  'proofInputChanged',
  'proofUsed',
  'proofExpired',
  'payPasswordMissing',
  'payPasswordWrong',
  'payPasswordLocked',
] as const;
const factorErrors = ['totpWrong', 'totpUsed', 'factorLocked', 'passkeyRefused'] as const;

/** Refusals by the kind of proof, beyond those of any. */
export const proofRefusals = {
  payPassword: [],
  strong: ['factorMissing', ...factorErrors],
  change: [...factorErrors, 'credentialsWrong', 'recoveryCodeWrong', 'tooManyAttempts'],
} as const satisfies Record<ProofKind, readonly ErrorName[]>;

/** Refusals of the gateway itself, derived from the declaration (who may call, and how). */
export function gatewayErrors(name: string, { audience, account, idempotency, proof }: CallSpec): ErrorName[] {
  return [
    ...always,
    ...(name.startsWith('GET ') ? [] : withBody),
    ...(audience === 'customer' || audience === 'chat' ? signedIn : []),
    ...(account === 'real' ? (['demoNotAllowed'] as const) : []),
    ...(audience === 'operator' ? (['unauthorised', 'permissionMissing'] as const) : []),
    ...(idempotency === 'command' ? [...command, ...signatureErrors] : []),
    ...(proof === null ? [] : [...proofErrors, ...proofRefusals[proof]]),
  ];
}

/** Refusals of the call itself: those of its commands, except those that its form of them rules out, and those of its handler. */
export function ownErrors({ sends, cannot, errors }: CallSpec, refusals: CommandRefusals): ErrorName[] {
  const sent = sends.flatMap((kind) => refusals[kind] ?? []).filter((error) => !cannot.includes(error));
  // What trades at a price is refused to real accounts where the price is not live.
  const priced = sends.some((kind) => kind.startsWith('place') || kind === 'orderBatch' || kind === 'swap')
    ? (['pricesNotLive'] as const)
    : [];
  return [...new Set([...sent, ...errors, ...priced])];
}

/** Every refusal that a call may give. No answer names any other. */
export const errorsOf = (name: string, spec: CallSpec, refusals: CommandRefusals): ErrorName[] => [
  ...new Set([...gatewayErrors(name, spec), ...ownErrors(spec, refusals)]),
];
