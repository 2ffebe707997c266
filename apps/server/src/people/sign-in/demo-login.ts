import { createHash, randomBytes } from 'node:crypto';
import type { CallOutput } from '@bourse/protocol/calls';
import { LoginType, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '@bourse/words';
import type { CallContext } from '../../calls/handlers.ts';
import { type Customer, customerByDemoKey, insertCustomer, nextAccount } from '../customers.ts';
import { limits } from '../limits.ts';
import { inventName } from '../names.ts';
import { answerTokens, type PeopleServices } from '../services.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** One tap, no form: opens the device's own demo account if it sends the key of one, otherwise a new one. An unknown key is no error. */
export async function demoLogin(
  services: PeopleServices,
  presentedKey: string | undefined,
  context: CallContext,
): Promise<CallOutput<'POST system/auth/refresh-token'> & { demoKey: string }> {
  const known = presentedKey ? await customerByDemoKey(services.database, hashOf(presentedKey)) : undefined;
  if (known && presentedKey) {
    const started = await services.sessions.start(known, context);
    services.securityLog('signedIn', { customerId: known.id, sessionId: started.session.id, ip: context.ip, demo: true });
    return { ...(await answerTokens(services, known, started)), demoKey: presentedKey };
  }
  const demoKey = randomBytes(32).toString('base64url');
  const customer = await createDemo(services, demoKey, context);
  const started = await services.sessions.start(customer, context);
  services.securityLog('registered', { customerId: customer.id, sessionId: started.session.id, ip: context.ip, demo: true });
  return { ...(await answerTokens(services, customer, started)), demoKey };
}

async function createDemo(services: PeopleServices, demoKey: string, context: CallContext): Promise<Customer> {
  await services.limits.take(limits.demosByAddress, context.ip);
  const account = await nextAccount(services.database, Venue.demo);
  // Open the ledger account first: an unused account does no harm, a customer without an account would.
  await services.trading.open(Venue.demo, account);
  const customer = await insertCustomer(services.database, {
    loginType: LoginType.demo,
    venue: Venue.demo,
    account,
    name: inventName('Demo'),
    demoKeyHash: hashOf(demoKey),
    language: nearestLanguage(context.language),
    at: new Date(services.clock.now()),
  });
  if (!customer) throw new Refusal('unavailable');
  return customer;
}
