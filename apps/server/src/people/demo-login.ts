import { createHash, randomBytes } from 'node:crypto';
import type { CallOutput } from '@bourse/protocol/calls';
import { LoginType, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '../content/language.ts';
import type { CallContext } from '../http/handlers.ts';
import { type Customer, customerByDemoKey, insertCustomer, nextAccount } from './customers.ts';
import { answerTokens, type Desk } from './desk.ts';
import { limits } from './limits.ts';
import { inventName } from './names.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** One tap, no form: the device's own demo account if it brings the key of one, a new one otherwise. An unknown key is no error, just no account. */
export async function demoLogin(
  desk: Desk,
  presentedKey: string | undefined,
  context: CallContext,
): Promise<CallOutput<'POST system/auth/login'>> {
  const known = presentedKey ? await customerByDemoKey(desk.database, hashOf(presentedKey)) : undefined;
  if (known && presentedKey) {
    const started = await desk.sessions.start(known, context.userAgent);
    desk.securityLog('signedIn', { customerId: known.id, sessionId: started.session.id, ip: context.ip, demo: true });
    return { ...(await answerTokens(desk, known, started)), demoKey: presentedKey };
  }
  const demoKey = randomBytes(32).toString('base64url');
  const customer = await createDemo(desk, demoKey, context);
  const started = await desk.sessions.start(customer, context.userAgent);
  desk.securityLog('registered', { customerId: customer.id, sessionId: started.session.id, ip: context.ip, demo: true });
  return { ...(await answerTokens(desk, customer, started)), demoKey };
}

async function createDemo(desk: Desk, demoKey: string, context: CallContext): Promise<Customer> {
  await desk.limits.take(limits.demosByAddress, context.ip);
  const account = await nextAccount(desk.database, Venue.demo);
  // The ledger first: a number nobody uses does no harm, a customer without an account would.
  await desk.trading.open(Venue.demo, account);
  const customer = await insertCustomer(desk.database, {
    loginType: LoginType.demo,
    venue: Venue.demo,
    account,
    name: inventName('Demo'),
    demoKeyHash: hashOf(demoKey),
    language: nearestLanguage(context.language),
    at: new Date(desk.clock.now()),
  });
  if (!customer) throw new Refusal('unavailable');
  return customer;
}
