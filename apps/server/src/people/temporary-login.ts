import { LoginType, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '../content/language.ts';
import type { Handler } from '../http/handlers.ts';
import { insertCustomer } from './customers.ts';
import { answerTokens, type Desk } from './desk.ts';
import { limits } from './limits.ts';
import { inventName } from './names.ts';

/** A visitor of customer service: no ledger account, nothing but a conversation. The device's fingerprint proves nothing and is not kept. */
export const temporaryLogin =
  (desk: Desk): Handler<'POST system/auth/temporary-login'> =>
  async (_input, context) => {
    await desk.limits.take(limits.visitorsByAddress, context.ip);
    const customer = await insertCustomer(desk.database, {
      loginType: LoginType.temporary,
      venue: Venue.demo,
      account: null,
      name: inventName('Visitor'),
      language: nearestLanguage(context.language),
      at: new Date(desk.clock.now()),
    });
    if (!customer) throw new Refusal('unavailable');
    return answerTokens(desk, customer, await desk.sessions.start(customer, context.userAgent));
  };
