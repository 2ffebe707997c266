import { LoginType, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '@bourse/words';
import type { Handler } from '../../calls/handlers.ts';
import { insertCustomer } from '../customers.ts';
import { limits } from '../limits.ts';
import { inventName } from '../names.ts';
import { answerTokens, type PeopleServices } from '../services.ts';

/** Signs in a visitor of customer service: no ledger account, only a conversation. The device's fingerprint proves nothing and is not stored. */
export const temporaryLogin =
  (services: PeopleServices): Handler<'POST system/auth/temporary-login'> =>
  async ({ workId, proof }, context) => {
    await services.captchas.requireWork({ workId, proof }, context.ip);
    await services.limits.take(limits.visitorsByAddress, context.ip);
    const customer = await insertCustomer(services.database, {
      loginType: LoginType.temporary,
      venue: Venue.demo,
      account: null,
      name: inventName('Visitor'),
      language: nearestLanguage(context.language),
      at: new Date(services.clock.now()),
    });
    if (!customer) throw new Refusal('unavailable');
    return answerTokens(services, customer, await services.sessions.start(customer, context));
  };
