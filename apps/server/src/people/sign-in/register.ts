import type { CallOutput } from '@bourse/protocol/calls';
import { LoginBy, LoginType, Venue, VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '@bourse/words';
import type { CallContext, Handler } from '../../calls/handlers.ts';
import { type Agreement, agree } from '../../content/articles/consent.ts';
import { type Contact, contactOf } from '../contacts.ts';
import { insertCustomer, nextAccount } from '../customers.ts';
import { contactKind } from '../letters.ts';
import { limits } from '../limits.ts';
import { inventName } from '../names.ts';
import { answerTokens, type PeopleServices, requireReachable } from '../services.ts';
import { requireStrongPassword } from './password-rule.ts';

interface Registration {
  contact: Contact;
  password: string;
  code: string;
  inviteCode: string | undefined;
  agreed?: readonly Agreement[] | undefined;
}

export const register =
  (services: PeopleServices): Handler<'POST system/auth/register'> =>
  (input, context) =>
    registerCustomer(
      services,
      { ...input, contact: contactOf(input.registerBy, input.account, input.areaCode), inviteCode: input.inviteCode },
      context,
    );

export const registerByEmail =
  (services: PeopleServices): Handler<'POST system/auth/email-register'> =>
  (input, context) =>
    registerCustomer(
      services,
      { ...input, contact: contactOf(LoginBy.email, input.email, undefined), inviteCode: input.inviteCode },
      context,
    );

export const registerBySms =
  (services: PeopleServices): Handler<'POST system/auth/sms-register'> =>
  (input, context) =>
    registerCustomer(
      services,
      { ...input, contact: contactOf(LoginBy.phone, input.phone, input.areaCode), inviteCode: input.inviteCode },
      context,
    );

async function registerCustomer(
  services: PeopleServices,
  one: Registration,
  context: CallContext,
): Promise<CallOutput<'POST system/auth/register'>> {
  const { contact, password, code } = one;
  requireReachable(services, contact);
  requireStrongPassword(password, [contact.target]);
  const invite = await services.invitations.require(Venue.real, one.inviteCode);
  await services.limits.take(limits.codeTriesByAddress, context.ip);
  const what = { purpose: VerificationPurpose.register, target: contact.target, from: context };
  await services.codes.require(what, code);
  await services.limits.take(limits.registrationsByAddress, context.ip);

  const passwordHash = await services.passwords.hash(password);
  const account = await nextAccount(services.database, Venue.real);
  // Open the ledger account first: an unused account does no harm, a customer without an account would. The code is used up only together with the
  // rest.
  await services.trading.open(Venue.real, account);
  const { customer, started } = await services.database.transaction(async (tx) => {
    await services.codes.use(tx, what, code);
    const inserted = await insertCustomer(tx, {
      loginType: LoginType.real,
      venue: Venue.real,
      account,
      name: inventName('Trader'),
      contact,
      passwordHash,
      inviteCode: invite?.code,
      language: nearestLanguage(context.language),
      at: new Date(services.clock.now()),
    });
    // Only the holder of a correct code for the address gets this far, so this answer reveals nothing to strangers.
    if (!inserted) throw new Refusal('accountExists', { field: contactKind(contact.by) });
    await services.invitations.note(tx, invite, { id: inserted.id, account });
    await agree(tx, inserted.id, one.agreed ?? [], services.clock.now());
    await services.devices.remember(tx, inserted.id, context.device);
    return { customer: inserted, started: await services.sessions.startIn(tx, inserted, context) };
  });
  if (invite) await services.invitations.tell(customer.id);
  services.securityLog('registered', { customerId: customer.id, sessionId: started.session.id, ip: context.ip, by: contact.by });
  return answerTokens(services, customer, started);
}
