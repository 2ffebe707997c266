import type { Log } from '../platform/log.ts';
import { addressBlock } from './limits.ts';

/** Security events. `docs/security/sign-in.md` explains each. */
export type SecurityEvent =
  | 'signedIn'
  | 'signInFailed'
  | 'registered'
  | 'codeSent'
  | 'codeFailed'
  | 'captchaFailed'
  | 'limitReached'
  | 'passwordChanged'
  | 'passwordReset'
  | 'contactChanged'
  | 'sessionEnded'
  | 'tokenReused'
  | 'factorChanged'
  | 'recoveryCodeUsed'
  | 'passkeyCounter'
  | 'accountLocked'
  | 'accountUnlocked'
  | 'factorResetAsked'
  | 'factorResetCancelled'
  | 'customerRestricted'
  | 'restrictionLifted'
  | 'proofFailed'
  | 'callRefused'
  | 'operatorSignedIn'
  | 'operatorSignInFailed'
  | 'journalDamaged';

/** Ids, kinds and networks only; never an address, a number, a code, a token or typed text. */
export interface SecurityFacts {
  customerId?: string | bigint | undefined;
  sessionId?: string | undefined;
  ip?: string | undefined;
  [fact: string]: string | number | bigint | boolean | undefined;
}

export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void;

const unwelcome: ReadonlySet<SecurityEvent> = new Set([
  'signInFailed',
  'codeFailed',
  'captchaFailed',
  'limitReached',
  'tokenReused',
  'passkeyCounter',
  'proofFailed',
  'callRefused',
  'operatorSignInFailed',
  'journalDamaged',
]);

export const createSecurityLog =
  (log: Log): SecurityLog =>
  (event, { customerId, ip, ...facts }) => {
    const line = {
      security: event,
      ...(customerId !== undefined && { customerId: String(customerId) }),
      ...(ip !== undefined && { network: addressBlock(ip) }),
      ...facts,
    };
    if (unwelcome.has(event)) log.warn(line, 'security');
    else log.info(line, 'security');
  };
