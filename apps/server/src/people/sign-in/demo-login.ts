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
  inviteCode?: string,
): Promise<CallOutput<'POST system/auth/refresh-token'> & { demoKey: string }> {
  const known = presentedKey ? await customerByDemoKey(services.database, hashOf(presentedKey)) : undefined;
  if (known && presentedKey) {
    const started = await services.sessions.start(known, context);
    services.securityLog('signedIn', { customerId: known.id, sessionId: started.session.id, ip: context.ip, demo: true });
    return { ...(await answerTokens(services, known, started)), demoKey: presentedKey };
  }
  const demoKey = randomBytes(32).toString('base64url');
  const customer = await createDemo(services, demoKey, context, inviteCode);
  const started = await services.sessions.start(customer, context);
  services.securityLog('registered', { customerId: customer.id, sessionId: started.session.id, ip: context.ip, demo: true });
  return { ...(await answerTokens(services, customer, started)), demoKey };
}

async function createDemo(services: PeopleServices, demoKey: string, context: CallContext, inviteCode?: string): Promise<Customer> {
  const invite = await services.invitations.require(Venue.demo, inviteCode);
  await services.limits.take(limits.demosByAddress, context.ip);
  const account = await nextAccount(services.database, Venue.demo);
  // Open the ledger account first: an unused account does no harm, a customer without an account would.
  await services.trading.open(Venue.demo, account);
  const customer = await services.database.transaction(async (tx) => {
    const inserted = await insertCustomer(tx, {
      loginType: LoginType.demo,
      venue: Venue.demo,
      account,
      name: inventName('Demo'),
      demoKeyHash: hashOf(demoKey),
      inviteCode: invite?.code,
      language: nearestLanguage(context.language),
      at: new Date(services.clock.now()),
    });
    if (inserted) await services.invitations.note(tx, invite, { id: inserted.id, account });
    return inserted;
  });
  if (!customer) throw new Refusal('unavailable');
  if (invite) await services.invitations.tell(customer.id);
  return customer;
}
