import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import { customerById } from '../customers.ts';
import { answerTokens, type PeopleServices } from '../services.ts';
import type { SessionStore } from './sessions.ts';

/** Issues a fresh pair of tokens for a live session. */
export const refreshToken =
  (services: PeopleServices): Handler<'POST system/auth/refresh-token'> =>
  async (input, { ip }) =>
    answer(services, await services.sessions.refresh(input.refreshToken), ip);

/** A session that was just replaced takes its place back. */
export const keepOnline =
  (services: PeopleServices): Handler<'POST system/auth/keep-online'> =>
  async (input, { ip }) =>
    answer(services, await services.sessions.keepOnline(input.refreshToken), ip);

/** A replaced session gives way at once, and the newer one is told that it may continue. */
export const cancelOnline =
  (services: PeopleServices): Handler<'POST system/auth/cancel-online'> =>
  async (input) => {
    const { changes, newer } = await services.sessions.giveWay(input.refreshToken);
    services.authenticator.apply(changes);
    if (newer) services.hub.toSession(newer, { c: 'can-login', t: services.clock.now() });
    return { done: true };
  };

async function answer(
  services: PeopleServices,
  result: Awaited<ReturnType<SessionStore['refresh']>>,
  ip: string,
): Promise<CallOutput<'POST system/auth/refresh-token'>> {
  if ('refusal' in result) {
    services.authenticator.apply(result.changes);
    if (result.refusal.refusal === 'refreshTokenReused') services.securityLog('tokenReused', { sessionId: result.sessionId, ip });
    throw result.refusal;
  }
  const customer = await customerById(services.database, result.session.customer_id);
  if (!customer) throw new Refusal('refreshTokenInvalid');
  if (customer.restricted_at) throw new Refusal('accountRestricted');
  return answerTokens(services, customer, result);
}
