import { LoginBy, VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler, SignedInContext } from '../../calls/handlers.ts';
import { sqlState } from '../../platform/postgres.ts';
import { utcText } from '../../platform/utc-text.ts';
import { changeSecurely } from '../../security/change.ts';
import { type Contact, contactOf, maskContact } from '../contacts.ts';
import { contactColumn } from '../customers.ts';
import { contactKind } from '../letters.ts';
import { limits } from '../limits.ts';
import { contactsOf, type PeopleServices } from '../services.ts';
import { requirePassword } from '../sign-in/prove-identity.ts';
import { type Member, memberOf, signedInCustomer } from './member.ts';

const uniqueViolation = '23505';

export const changeEmail =
  (services: PeopleServices): Handler<'PUT system/member/update-email'> =>
  ({ email, code, password }, context) =>
    changeContact(services, contactOf(LoginBy.email, email, undefined), code, password, context);

export const changePhone =
  (services: PeopleServices): Handler<'PUT system/member/update-phone'> =>
  ({ phone, areaCode, code, password }, context) =>
    changeContact(services, contactOf(LoginBy.phone, phone, areaCode), code, password, context);

/** A code proves the new address, and the password proves the customer. Every earlier address is notified. */
async function changeContact(
  services: PeopleServices,
  contact: Contact,
  code: string,
  password: string,
  context: SignedInContext,
): Promise<Member> {
  const customer = await signedInCustomer(services, context.session);
  await requirePassword(services, customer, password);
  await services.limits.take(limits.codeTriesByAddress, context.ip);
  const what = { purpose: VerificationPurpose.updateProfile, target: contact.target, customerId: customer.id, from: context };
  await services.codes.require(what, code);

  const column = contactColumn(contact.by);
  await changeSecurely(services, customer, 'contact', async (tx) => {
    await services.codes.use(tx, what, code);
    await tx.query(`UPDATE customer SET ${column} = $2 WHERE id = $1`, [customer.id, contact.target]);
    for (const known of contactsOf(customer)) {
      await services.writeTo(tx, known, 'contactChanged', customer.language, {
        kind: contactKind(contact.by),
        contact: maskContact(contact),
        time: utcText(services.clock.now()),
      });
    }
  }).catch((error: unknown) => {
    if (sqlState(error) === uniqueViolation) throw new Refusal('accountExists', { field: contactKind(contact.by) });
    throw error;
  });
  services.securityLog('contactChanged', { customerId: customer.id, sessionId: context.session.sessionId, ip: context.ip, by: contact.by });
  return memberOf({ ...customer, [column]: contact.target });
}
