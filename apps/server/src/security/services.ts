import type { PeopleServices } from '../people/services.ts';
import type { PayPasswords } from '../proofs/pay-password.ts';
import type { Enrolments } from './enrolments.ts';
import type { Passkeys } from './passkeys.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { Totps } from './totp.ts';
import type { Tries } from './tries.ts';

/** What the use cases of the security centre share. */
export interface SecurityServices {
  people: PeopleServices;
  payPasswords: PayPasswords;
  totps: Totps;
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  enrolments: Enrolments;
  tries: Tries;
}
