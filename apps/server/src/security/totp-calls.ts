import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import { signedInCustomer } from '../people/member/member.ts';
import { changeSecurely } from './change.ts';
import type { SecurityServices } from './services.ts';
import { newTotpSecret, totpLink, totpStep } from './totp.ts';

type Names = 'POST system/totp/begin' | 'POST system/totp/confirm' | 'POST system/totp/remove';

export const totpCalls = ({ people, totps, enrolments, tries }: SecurityServices): Handlers<Names> => ({
  'POST system/totp/begin': async (_input, { session }) => {
    const customer = await signedInCustomer(people, session);
    const secret = newTotpSecret();
    const expiresAt = await enrolments.begin(session, 'totp', secret);
    // An app lists its accounts by this label. The address would say on a lost phone whose they are.
    return { ...totpLink(secret, customer.name), expiresAt };
  },

  'POST system/totp/confirm': async ({ code }, { session }) => {
    const customer = await signedInCustomer(people, session);
    const { secret, sealed } = await enrolments.find(session, 'totp');
    let step = 0;
    await tries.judge(session.customerId, 'totp', async () => {
      step = totpStep(secret, code, people.clock.now()) ?? 0;
      return step === 0 ? 'wrong' : 'right';
    });
    await changeSecurely(people, customer, 'totp', async (tx) => {
      await enrolments.finish(tx, session.customerId, 'totp', sealed);
      await totps.keep(tx, session.customerId, sealed, step);
    });
    people.securityLog('factorChanged', { customerId: customer.id, sessionId: session.sessionId, factor: 'totp', change: 'added' });
    return { done: true };
  },

  'POST system/totp/remove': async (_input, { session }) => {
    const customer = await signedInCustomer(people, session);
    await changeSecurely(people, customer, 'totp', async (tx) => {
      if (!(await totps.remove(tx, session.customerId))) throw new Refusal('notFound');
    });
    people.securityLog('factorChanged', { customerId: customer.id, sessionId: session.sessionId, factor: 'totp', change: 'removed' });
    return { done: true };
  },
});
