import type { CallSpec } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import { customerById } from '../people/customers.ts';
import type { PeopleServices } from '../people/services.ts';
import { requirePassword } from '../people/sign-in/prove-identity.ts';
import { beginProof } from '../proofs/begin.ts';
import { createFactors } from '../proofs/factors.ts';
import { createPayPasswords } from '../proofs/pay-password.ts';
import type { Proofs } from '../proofs/port.ts';
import { createProofs } from '../proofs/proofs.ts';
import { accountCalls } from './account-calls.ts';
import { createEnrolments } from './enrolments.ts';
import { factorResetCalls } from './factor-reset.ts';
import { createFactorKeys } from './keys.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { createPasskeys } from './passkeys.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { secondStepCall } from './second-step-call.ts';
import type { SecurityServices } from './services.ts';
import { sessionCalls } from './session-calls.ts';
import { createTotps } from './totp.ts';
import { totpCalls } from './totp-calls.ts';
import { createTries } from './tries.ts';

export type SecurityCalls =
  | 'POST system/proof/begin'
  | 'POST system/auth/second-step'
  | 'POST system/auth/factor-reset'
  | 'POST system/auth/cancel-factor-reset'
  | 'GET system/security/get'
  | 'POST system/security/lock'
  | 'POST system/member/update-pay-pwd'
  | 'POST system/totp/begin'
  | 'POST system/totp/confirm'
  | 'POST system/totp/remove'
  | 'POST system/passkey/begin'
  | 'POST system/passkey/confirm'
  | 'GET system/passkey/list'
  | 'POST system/passkey/remove'
  | 'GET system/passkey/sign-in'
  | 'POST system/passkey/sign-in'
  | 'POST system/recovery-code/renew'
  | 'GET system/session/list'
  | 'POST system/session/end';

export interface Security {
  handlers: Handlers<SecurityCalls>;
  proofs: Proofs;
  /** Removes expired rows. Safe to run twice. */
  sweep(): Promise<void>;
}

/** The customer's second factors and the security centre. */
export async function createSecurity({
  people,
  table,
}: {
  people: PeopleServices;
  /** The calls that proofs may be begun for; every call of the product unless a test has its own. */
  table?: Readonly<Record<string, CallSpec>>;
}): Promise<Security> {
  const { database, clock, passwords, securityLog } = people;
  const keys = await createFactorKeys(database, people.key);
  const tries = createTries({ database, clock });
  const base = { database, clock, keys, tries };
  const services: SecurityServices = {
    people,
    tries,
    payPasswords: createPayPasswords({ database, clock, passwords }),
    totps: createTotps(base),
    passkeys: createPasskeys({ database, clock, keys, party: people.party, securityLog }),
    recoveryCodes: createRecoveryCodes({ ...base, securityLog }),
    enrolments: createEnrolments({ database, clock, keys }),
  };
  const factors = createFactors({
    ...services,
    database,
    async signInPassword(customerId, password) {
      const customer = await customerById(database, customerId);
      if (!customer) throw new Refusal('credentialsWrong');
      await requirePassword(people, customer, password);
    },
  });
  const proofs = createProofs({ database, clock, factors, securityLog });
  return {
    handlers: {
      'POST system/proof/begin': beginProof(proofs, table),
      ...secondStepCall(services),
      ...factorResetCalls(people),
      ...accountCalls(services),
      ...totpCalls(services),
      ...passkeyCalls(services),
      ...sessionCalls(services),
    },
    proofs,
    async sweep() {
      await proofs.sweep();
      const now = [new Date(clock.now())];
      await database.query('DELETE FROM enrolment WHERE expires_at <= $1', now);
      await database.query('DELETE FROM sign_in_ticket WHERE expires_at <= $1', now);
      await database.query('DELETE FROM passkey_challenge_used WHERE expires_at <= $1', now);
    },
  };
}
