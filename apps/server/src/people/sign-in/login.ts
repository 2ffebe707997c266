import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '@bourse/words';
import type { Handler } from '../../calls/handlers.ts';
import { type Customer, keepLanguage } from '../customers.ts';
import { answerTokens, type PeopleServices } from '../services.ts';
import { captchaOf } from './captcha.ts';
import { demoLogin } from './demo-login.ts';
import { proveIdentity } from './prove-identity.ts';
import { openSecondStep } from './second-step.ts';

type Login = Handler<'POST system/auth/login'>;

export const login =
  (services: PeopleServices): Login =>
  async (input, context) => {
    if (input.loginType === LoginType.demo) return demoLogin(services, input.demoKey, context, input.inviteCode);
    const { loginBy, account, password, areaCode } = input;
    if (!loginBy) throw missing('loginBy');
    if (!account) throw missing('account');
    if (!password) throw missing('password');
    const customer = await proveIdentity(services, { loginBy, areaCode, account, password }, context, captchaOf(input));
    await services.sessions.requireOpen(services.database, customer);
    const secondStep = await openSecondStep(services, customer, context.ip);
    if (secondStep) {
      await renewHash(services, customer, password);
      return { secondStep };
    }
    const started = await services.sessions.start(customer, context);
    await services.devices.remember(services.database, customer.id, context.device);
    services.securityLog('signedIn', {
      customerId: customer.id,
      sessionId: started.session.id,
      ip: context.ip,
      device: started.session.device,
    });
    await keepLanguage(services, customer, nearestLanguage(context.language));
    await renewHash(services, customer, password);
    return answerTokens(services, customer, started);
  };

const missing = (field: string) => new Refusal('badRequest', { field, problem: 'it is needed to sign in' });

/** Renews an outdated hash while the password is available. */
async function renewHash({ database, passwords }: PeopleServices, { id, password_hash }: Customer, password: string): Promise<void> {
  if (!password_hash || !passwords.outdated(password_hash)) return;
  await database.query('UPDATE customer SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    id,
    password_hash,
    await passwords.hash(password),
  ]);
}
