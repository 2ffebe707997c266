import type { CallOutput } from '@bourse/protocol/calls';
import { LoginBy, LoginType, Venue, VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '../content/language.ts';
import type { CallContext, Handler } from '../http/handlers.ts';
import { type Contact, contactOf } from './contacts.ts';
import { insertCustomer, nextAccount } from './customers.ts';
import { answerTokens, type Desk } from './desk.ts';
import { contactKind } from './letters.ts';
import { limits } from './limits.ts';
import { inventName } from './names.ts';
import { requireStrongPassword } from './password-rule.ts';

interface Registration {
  contact: Contact;
  password: string;
  code: string;
  inviteCode: string | undefined;
}

export const register =
  (desk: Desk): Handler<'POST system/auth/register'> =>
  (input, context) =>
    registerCustomer(
      desk,
      { ...input, contact: contactOf(input.registerBy, input.account, input.areaCode), inviteCode: input.inviteCode },
      context,
    );

export const registerByEmail =
  (desk: Desk): Handler<'POST system/auth/email-register'> =>
  (input, context) =>
    registerCustomer(desk, { ...input, contact: contactOf(LoginBy.email, input.email, undefined), inviteCode: input.inviteCode }, context);

export const registerBySms =
  (desk: Desk): Handler<'POST system/auth/sms-register'> =>
  (input, context) =>
    registerCustomer(
      desk,
      { ...input, contact: contactOf(LoginBy.phone, input.phone, input.areaCode), inviteCode: input.inviteCode },
      context,
    );

async function registerCustomer(desk: Desk, one: Registration, context: CallContext): Promise<CallOutput<'POST system/auth/register'>> {
  const { contact, password, code } = one;
  requireStrongPassword(password, [contact.target], context.language);
  const inviteCode = one.inviteCode?.trim() || undefined;
  if (inviteCode && !(await desk.inviteCodeKnown(inviteCode))) throw new Refusal('inviteCodeUnknown');
  await desk.limits.take(limits.codeTriesByAddress, context.ip);
  const what = { purpose: VerificationPurpose.register, target: contact.target };
  await desk.codes.require(what, code);
  await desk.limits.take(limits.registrationsByAddress, context.ip);

  const passwordHash = await desk.passwords.hash(password);
  const account = await nextAccount(desk.database, Venue.real);
  // The ledger first: a number nobody uses does no harm, a customer without an account would. The code is spent only with the rest.
  await desk.trading.open(Venue.real, account);
  const { customer, started } = await desk.database.transaction(async (tx) => {
    await desk.codes.use(tx, what, code);
    const inserted = await insertCustomer(tx, {
      loginType: LoginType.real,
      venue: Venue.real,
      account,
      name: inventName('Trader'),
      contact,
      passwordHash,
      inviteCode,
      language: nearestLanguage(context.language),
      at: new Date(desk.clock.now()),
    });
    // Only who holds a right code for the address gets this far, so saying it tells nothing to strangers.
    if (!inserted) throw new Refusal('accountExists', { field: contactKind(contact.by, context.language) });
    return { customer: inserted, started: await desk.sessions.startIn(tx, inserted, context.userAgent) };
  });
  desk.securityLog('registered', { customerId: customer.id, sessionId: started.session.id, ip: context.ip, by: contact.by });
  return answerTokens(desk, customer, started);
}
