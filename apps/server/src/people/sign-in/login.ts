import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '@bourse/words';
import type { Handler } from '../../calls/handlers.ts';
import type { Customer } from '../customers.ts';
import { answerTokens, type PeopleServices } from '../services.ts';
import type { CaptchaAnswer } from './captcha.ts';
import { demoLogin } from './demo-login.ts';
import { proveIdentity } from './prove-identity.ts';

type Login = Handler<'POST system/auth/login'>;

export const login =
  (services: PeopleServices): Login =>
  async (input, context) => {
    if (input.loginType === LoginType.demo) return demoLogin(services, input.demoKey, context);
    const { loginBy, account, password, areaCode } = input;
    if (!loginBy) throw missing('loginBy');
    if (!account) throw missing('account');
    if (!password) throw missing('password');
    const customer = await proveIdentity(services, { loginBy, areaCode, account, password }, context, captchaOf(input));
    const started = await services.sessions.start(customer, context);
    services.securityLog('signedIn', {
      customerId: customer.id,
      sessionId: started.session.id,
      ip: context.ip,
      device: started.session.device,
    });
    await keepUpToDate(services, customer, password, nearestLanguage(context.language));
    return answerTokens(services, customer, started);
  };

const missing = (field: string) => new Refusal('badRequest', { field, problem: 'it is needed to sign in' });

function captchaOf({ captchaId, captchaCode, proof }: Parameters<Login>[0]): CaptchaAnswer | undefined {
  return captchaId && captchaCode && proof ? { captchaId, captchaCode, proof } : undefined;
}

/** Stores the language for mails and, while the password is available, renews an outdated hash. */
async function keepUpToDate(services: PeopleServices, customer: Customer, password: string, language: string): Promise<void> {
  if (customer.language !== language)
    await services.database.query('UPDATE customer SET language = $2 WHERE id = $1', [customer.id, language]);
  if (!customer.password_hash || !services.passwords.outdated(customer.password_hash)) return;
  await services.database.query('UPDATE customer SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    customer.id,
    customer.password_hash,
    await services.passwords.hash(password),
  ]);
}
