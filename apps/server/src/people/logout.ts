import type { Handler } from '../http/handlers.ts';
import type { Desk } from './desk.ts';

export const logout =
  (desk: Desk): Handler<'GET system/auth/logout'> =>
  async (_input, { session }) => {
    if (session) {
      desk.authenticator.apply(await desk.sessions.end(session.sessionId, 'logout'));
      desk.securityLog('sessionEnded', { customerId: session.customerId, sessionId: session.sessionId, reason: 'logout' });
    }
    return { done: true };
  };
