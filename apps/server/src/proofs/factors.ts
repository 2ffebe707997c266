import type { ProofAnswer, ProofKind, ProofPart } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../platform/database.ts';
import type { Passkeys } from '../security/passkeys.ts';
import type { RecoveryCodes } from '../security/recovery-codes.ts';
import type { Totps } from '../security/totp.ts';
import { type Held, heldBy } from './held.ts';
import type { PayPasswords } from './pay-password.ts';

/** Ways to answer: the parts of one way confirm an act together. */
export type Ways = readonly (readonly ProofPart[])[];

export interface FactorParts {
  database: Database;
  payPasswords: Pick<PayPasswords, 'check'>;
  totps: Pick<Totps, 'check'>;
  passkeys: Pick<Passkeys, 'check' | 'party'>;
  recoveryCodes: Pick<RecoveryCodes, 'check'>;
  /** Checks the password of sign-in. */
  signInPassword(customerId: string, password: string): Promise<void>;
}

/** What a customer can confirm an act with, and the check of it. */
export function createFactors({ database, payPasswords, totps, passkeys, recoveryCodes, signInPassword }: FactorParts) {
  const waysOf = (held: Held, kind: ProofKind): Ways => {
    const second: ProofPart[] = [...(held.totp ? (['totp'] as const) : []), ...(held.passkeys.length > 0 ? (['passkey'] as const) : [])];
    if (kind === 'change') {
      const first: ProofPart = held.pay ? 'payPassword' : 'password';
      const usual = second.length > 0 ? second.map((part) => [first, part]) : [[first]];
      return held.codes > 0 ? [...usual, ['password', 'recoveryCode']] : usual;
    }
    if (!held.pay) throw new Refusal('payPasswordMissing');
    if (kind === 'payPassword') return [['payPassword']];
    if (second.length === 0) throw new Refusal('factorMissing');
    return second.map((part) => ['payPassword', part]);
  };

  return {
    /** The ways in which this customer may confirm an act, as the factors are now. Refuses when there is none. */
    async ways(customerId: string, kind: ProofKind): Promise<{ ways: Ways; passkeys: { rpId: string; ids: string[] } | null }> {
      const held = await heldBy(database, customerId);
      const { party } = passkeys;
      return {
        ways: waysOf(held, kind),
        passkeys: kind !== 'payPassword' && party && held.passkeys.length > 0 ? { rpId: party.id, ids: held.passkeys } : null,
      };
    },

    /**
     * Checks an answer against the factors as they are now, not as they were when the proof was begun. The parts must be those of one way: nothing
     * less, and nothing more that would not be looked at.
     */
    async check(customerId: string, kind: ProofKind, challenge: Buffer, answer: ProofAnswer): Promise<void> {
      const { id: _, ...given } = answer;
      const parts = Object.entries(given).flatMap(([part, value]) => (value === undefined ? [] : [part]));
      const ways = waysOf(await heldBy(database, customerId), kind);
      if (!ways.some((way) => way.length === parts.length && way.every((part) => parts.includes(part)))) throw new Refusal('proofNeeded');
      // What the customer knows comes first: whoever does not know it learns nothing about the rest.
      if (given.payPassword !== undefined) await payPasswords.check(customerId, given.payPassword);
      if (given.password !== undefined) await signInPassword(customerId, given.password);
      if (given.totp !== undefined) await totps.check(customerId, given.totp);
      if (given.passkey !== undefined) await passkeys.check(customerId, challenge, given.passkey);
      if (given.recoveryCode !== undefined) await recoveryCodes.check(customerId, given.recoveryCode);
    },
  };
}
export type Factors = ReturnType<typeof createFactors>;
