import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import { heldBy } from '../../proofs/held.ts';
import type { PeopleServices } from '../services.ts';
import { proveIdentity } from './prove-identity.ts';

/**
 * Tells before sign-in whether it would replace a session. It shares the limits of sign-in; where those require a captcha, this call only asks to
 * wait.
 */
export const validRepeatLogin =
  (services: PeopleServices): Handler<'POST system/auth/valid-repeat-login'> =>
  async (input, context) => {
    const customer = await proveIdentity(services, { ...input, areaCode: input.areaCode }, context, undefined).catch((error: unknown) => {
      if (error instanceof Refusal && error.refusal === 'captchaNeeded') throw new Refusal('tooManyAttempts', { minutes: 15 });
      throw error;
    });
    // More than that the password is right is told to whoever has the second factor too.
    const { totp, passkeys } = await heldBy(services.database, String(customer.id));
    if (totp || passkeys.length > 0) return { repeated: false, device: null, lastSeen: null };
    const live = await services.sessions.liveOn(customer.id, context.userAgent);
    return { repeated: live !== undefined, device: live?.device ?? null, lastSeen: live?.last_seen_at.getTime() ?? null };
  };
