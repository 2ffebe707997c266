import type { Handler } from '../../calls/handlers.ts';
import type { PeopleServices } from '../services.ts';

export const logout =
  (services: PeopleServices): Handler<'GET system/auth/logout'> =>
  async (_input, { session }) => {
    if (session) {
      services.authenticator.apply(await services.sessions.end(session.sessionId, 'logout'));
      services.securityLog('sessionEnded', { customerId: session.customerId, sessionId: session.sessionId, reason: 'logout' });
    }
    return { done: true };
  };
