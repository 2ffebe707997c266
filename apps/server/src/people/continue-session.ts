import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../http/handlers.ts';
import { customerById } from './customers.ts';
import { answerTokens, type Desk } from './desk.ts';
import type { SessionStore } from './sessions.ts';

/** A fresh pair of tokens for a live session. */
export const refreshToken =
  (desk: Desk): Handler<'POST system/auth/refresh-token'> =>
  async (input) =>
    answer(desk, await desk.sessions.refresh(input.refreshToken));

/** A session that was just replaced takes its place back. */
export const keepOnline =
  (desk: Desk): Handler<'POST system/auth/keep-online'> =>
  async (input) =>
    answer(desk, await desk.sessions.keepOnline(input.refreshToken));

/** A session that was just replaced gives way at once, and the newer one is told that it may go on. */
export const cancelOnline =
  (desk: Desk): Handler<'POST system/auth/cancel-online'> =>
  async (input) => {
    const { changes, newer } = await desk.sessions.giveWay(input.refreshToken);
    desk.authenticator.apply(changes);
    if (newer) desk.hub.toSession(newer, { c: 'can-login', t: desk.clock.now() });
    return { done: true };
  };

async function answer(
  desk: Desk,
  result: Awaited<ReturnType<SessionStore['refresh']>>,
): Promise<CallOutput<'POST system/auth/refresh-token'>> {
  if ('refusal' in result) {
    desk.authenticator.apply(result.changes);
    for (const { sessionId, reason } of result.changes) if (reason === 'reused') desk.securityLog('tokenReused', { sessionId });
    throw result.refusal;
  }
  const customer = await customerById(desk.database, result.session.customer_id);
  if (!customer) throw new Refusal('refreshTokenInvalid');
  if (customer.restricted_at) throw new Refusal('forbidden');
  return answerTokens(desk, customer, result);
}
