import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, saidOf, tellVenue } from '../cases/gated.ts';
import { caseKinds } from '../cases/kinds.ts';
import { type CaseRow, cancel, caseColumns, openCase } from '../cases/machine.ts';
import { maskContact } from '../people/contacts.ts';
import { type Customer, customerById } from '../people/customers.ts';
import { limits } from '../people/limits.ts';
import type { Now } from '../people/ports.ts';
import { contactsOf, type PeopleServices } from '../people/services.ts';
import { captchaOf } from '../people/sign-in/captcha.ts';
import { proveIdentity } from '../people/sign-in/prove-identity.ts';
import { utcText } from '../platform/utc-text.ts';
import { heldBy } from '../proofs/held.ts';
import { derivedCommandId } from '../sequencer/command-ids.ts';
import type { Venues } from '../sequencer/port.ts';
import { loosening } from '../standing/loosen-account.ts';
import { changeSecurely } from './change.ts';
import { payoutHoldMs } from './hold-payouts.ts';

type Names = 'POST system/auth/factor-reset' | 'POST system/auth/cancel-factor-reset';

const hashOf = (token: string) => createHash('sha256').update(`factor reset\n${token}`).digest();

/** For whoever lost every factor: the password opens a case, two people decide it, and the owner can cancel it for three days. */
export const factorResetCalls = (people: PeopleServices): Handlers<Names> => {
  const { database, clock } = people;

  const needed = async (customer: Customer): Promise<boolean> => {
    const { pay, totp, passkeys } = await heldBy(database, String(customer.id));
    if (pay || totp || passkeys.length > 0) return true;
    return (await database.query('SELECT 1 FROM customer WHERE id = $1 AND locked_at IS NOT NULL', [customer.id])).length > 0;
  };
  const openOf = async (customer: Customer): Promise<CaseRow | undefined> =>
    (
      await database.query<CaseRow>(
        `SELECT ${caseColumns} FROM case_file WHERE customer_id = $1 AND kind = 'factorReset' AND step NOT IN ('passed', 'refused', 'cancelled')`,
        [customer.id],
      )
    )[0];
  const notBefore = ({ created_at }: CaseRow) => created_at.getTime() + caseKinds.factorReset.notBeforeMs;

  const begin = async (customer: Customer, text: string): Promise<CaseRow | undefined> => {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    return database.transaction(async (tx) => {
      const row = await openCase(
        tx,
        {
          ...{ kind: 'factorReset', venue: customer.venue, customer: customer.id, account: customer.account, subject: { reason: text } },
          evidence: [{ kind: 'reason', text, required: true }],
        },
        { kind: 'customer' },
        now,
      );
      if (!row) return undefined;
      await tx.query('INSERT INTO factor_reset (case_id, customer_id, cancel_hash) VALUES ($1, $2, $3)', [
        row.id,
        customer.id,
        hashOf(token),
      ]);
      for (const contact of contactsOf(customer))
        await people.writeTo(tx, contact, 'factorResetAsked', customer.language, {
          time: utcText(now),
          until: utcText(notBefore(row)),
          link: `${people.publicUrl}/factor_reset#cancel=${token}`,
        });
      return row;
    });
  };

  return {
    'POST system/auth/factor-reset': async ({ loginBy, areaCode, account, password, text, ...captcha }, context) => {
      const customer = await proveIdentity(people, { loginBy, areaCode, account, password }, context, captchaOf(captcha));
      if (customer.restricted_at) throw new Refusal('accountRestricted');
      if (!(await needed(customer))) throw new Refusal('factorResetNotNeeded');
      let row = await openOf(customer);
      if (!row) {
        await people.limits.take(limits.factorResetsByAccount, String(customer.id), context.ip);
        // Of two at once the second gets the first one's.
        row = (await begin(customer, text)) ?? (await openOf(customer));
        people.securityLog('factorResetAsked', { customerId: customer.id, ip: context.ip });
      }
      if (!row) throw new Refusal('unavailable');
      return {
        case: String(row.id),
        notBefore: notBefore(row),
        dueAt: row.due_at?.getTime() ?? null,
        sentTo: contactsOf(customer).map(maskContact),
      };
    },

    'POST system/auth/cancel-factor-reset': async ({ token }, context) => {
      const row = await database.transaction(async (tx) => {
        const [found] = await tx.query<CaseRow>(
          `SELECT ${caseColumns} FROM case_file WHERE id = (SELECT case_id FROM factor_reset WHERE cancel_hash = $1) FOR UPDATE`,
          [hashOf(token)],
        );
        if (!found) throw new Refusal('factorResetOver');
        return cancel(tx, { id: found.id, revision: found.revision, now: clock.now() }).catch((error: unknown) => {
          throw error instanceof Refusal && error.refusal === 'caseStep' ? new Refusal('factorResetOver') : error;
        });
      });
      people.securityLog('factorResetCancelled', { customerId: row.customer_id ?? undefined, ip: context.ip });
      return { done: true };
    },
  };
};

/** What is removed with the factors. */
const factorTables = ['totp', 'passkey', 'recovery_code', 'pay_password', 'factor_try', 'customer_security'];

/**
 * Unlocks an account whose owner was proved otherwise: every factor and the pay password are removed, every session ends, payouts wait for another day, and
 * the owner starts again with the sign-in password. Once for each case.
 */
export async function resetFactors(people: PeopleServices, caseId: bigint, customerId: bigint): Promise<void> {
  const customer = await customerById(people.database, customerId);
  if (!customer) throw new Refusal('notFound');
  const before = new Error('the factors were removed before');
  try {
    const changes = await changeSecurely(people, customer, 'unlocked', async (tx) => {
      const [first] = await tx.query('UPDATE factor_reset SET done_at = $2 WHERE case_id = $1 AND done_at IS NULL RETURNING case_id', [
        caseId,
        new Date(people.clock.now()),
      ]);
      // What the owner has set up since then stays.
      if (!first) throw before;
      await tx.query('UPDATE customer SET locked_at = NULL WHERE id = $1', [customerId]);
      for (const table of factorTables) await tx.query(`DELETE FROM ${table} WHERE customer_id = $1`, [customerId]);
      await people.devices.forgetAll(tx, customerId);
      return people.sessions.endAll(tx, customerId, 'revoked');
    });
    people.authenticator.apply(changes);
    people.securityLog('accountUnlocked', { customerId });
  } catch (error) {
    if (error !== before) throw error;
  }
}

const hourMs = 3_600_000;
/**
 * What the venue hears: that payouts no longer wait for a person. Both who decide sign the same time, so it is a day from the hour in which the first of them did; the change of
 * the factors itself then holds payouts for a day from that moment.
 */
export const factorResetBody =
  ({ venues, clock }: { venues: Venues; clock: Now }): BodyOf =>
  async ({ venue, account, digest, proposed_at }, { pass }) => {
    if (!pass || account === null) return null;
    const hour = Math.floor((proposed_at?.getTime() ?? clock.now()) / hourMs) * hourMs;
    return loosening(venues, { venue, account, evidence: digest, mode: false, payoutsUntil: hour + payoutHoldMs });
  };

/**
 * What a decided case does. The venue hears of it first: payouts that only a person may end wait for a day, as the two who decided say, and the
 * digest of the case stands in the journal. Doing it twice does no harm.
 */
export const factorResetEffect =
  ({ people, venues }: { people: PeopleServices; venues: Venues }): Effect =>
  async (row) => {
    const { id, venue, customer_id, digest, verdict, proposed_by, confirmed_by } = row;
    const customer = customer_id === null ? undefined : await customerById(people.database, customer_id);
    if (!customer || proposed_by === null || confirmed_by === null) throw new Refusal('caseStep');
    if (!verdict) {
      for (const contact of contactsOf(customer))
        await people.writeTo(people.database, contact, 'factorResetRefused', customer.language, {});
      return null;
    }
    // What the venue was not told yet must not come after.
    await people.standing.tell(customer.id);
    const body = await factorResetBody({ venues, clock: people.clock })(row, saidOf(row));
    if (body) {
      const heard = await tellVenue(venues[venue], row, body);
      if (typeof heard === 'object') return heard;
    }
    const { seq, outcome } = await venues[venue].submit({
      account: 0,
      commandId: derivedCommandId(`factorReset:${venue}:${id}`),
      command: { kind: 'anchor', subject: 'caseHead', digest: digest.toString('base64url'), count: 1 },
    });
    if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    await resetFactors(people, id, customer.id);
    return String(seq);
  };
