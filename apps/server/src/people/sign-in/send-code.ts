import { LoginType, VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { CallContext, Handler } from '../../calls/handlers.ts';
import { contactOf, maskContact } from '../contacts.ts';
import { type Customer, customerByContact } from '../customers.ts';
import type { From } from '../devices.ts';
import type { LetterName } from '../letters.ts';
import { addressBlock, limits } from '../limits.ts';
import { type PeopleServices, requireReachable } from '../services.ts';
import { codeEveryS, codeSeconds } from './codes.ts';

/** The answer never reveals whether an account exists. Only the owner of the address learns it, from the mail. */
export const sendCode =
  (services: PeopleServices): Handler<'GET system/auth/send-captcha'> =>
  async (input, context) => {
    const contact = contactOf(input.sendBy, input.account, input.areaCode);
    requireReachable(services, contact);
    const customerId = input.purpose === VerificationPurpose.updateProfile ? customerWhoAsks(context) : undefined;
    await services.captchas.require(input, context.ip);
    const what = { purpose: input.purpose, target: contact.target, customerId, from: context };
    await services.codes.requireQuiet(what);
    const owner = await customerByContact(services.database, contact);
    await countCode(services, contact.target, owner, context);

    const { real, letter } = planOf(input.purpose, owner);
    await services.database.transaction(async (tx) => {
      const code = await services.codes.make(tx, what, real);
      if (letter) await services.writeTo(tx, contact, letter, context.language, { code, minutes: codeSeconds / 60 });
    });
    services.securityLog('codeSent', {
      customerId: owner?.id ?? customerId,
      ip: context.ip,
      purpose: input.purpose,
      by: input.sendBy,
      usable: real,
    });
    return { sentTo: maskContact(contact), expiresInS: codeSeconds, retryInS: codeEveryS };
  };

/** Nobody can use up the codes of an owner who asks from a browser that is known. */
async function countCode({ limits: counters, devices }: PeopleServices, target: string, owner: Customer | undefined, { ip, device }: From) {
  if (await devices.known(owner?.id, device)) {
    await counters.take(limits.codesByDevice, `${target}\n${device}`, ip);
    return;
  }
  await counters.take(limits.codesByAddress, ip);
  await counters.take(limits.codesByAddressForTarget, `${target}\n${addressBlock(ip)}`, ip);
  await counters.take(limits.codesByTarget, target, ip);
}

function customerWhoAsks(context: CallContext): bigint {
  if (!context.session) throw new Refusal('unauthorised');
  if (context.session.loginType !== LoginType.real) throw new Refusal('demoNotAllowed');
  return BigInt(context.session.customerId);
}

/** The letter to send, and whether its code can be used. */
function planOf(purpose: VerificationPurpose, owner: Customer | undefined): { real: boolean; letter: LetterName | null } {
  switch (purpose) {
    case VerificationPurpose.register:
      return owner ? { real: false, letter: 'registerTaken' } : { real: true, letter: 'registerCode' };
    case VerificationPurpose.resetPassword:
      return owner ? { real: true, letter: 'resetCode' } : { real: false, letter: null };
    case VerificationPurpose.updateProfile:
      return owner ? { real: false, letter: 'updateTaken' } : { real: true, letter: 'updateCode' };
  }
}
