import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { nearestLanguage } from '../content/language.ts';
import type { Handler } from '../http/handlers.ts';
import type { CaptchaAnswer } from './captcha.ts';
import type { Customer } from './customers.ts';
import { demoLogin } from './demo-login.ts';
import { answerTokens, type Desk } from './desk.ts';
import { proveIdentity } from './prove-identity.ts';

type Login = Handler<'POST system/auth/login'>;

export const login =
  (desk: Desk): Login =>
  async (input, context) => {
    if (input.loginType === LoginType.demo) return demoLogin(desk, input.demoKey, context);
    const { loginBy, account, password, areaCode } = input;
    if (!loginBy) throw missing('loginBy');
    if (!account) throw missing('account');
    if (!password) throw missing('password');
    const customer = await proveIdentity(desk, { loginBy, areaCode, account, password }, context.ip, captchaOf(input));
    const started = await desk.sessions.start(customer, context.userAgent);
    desk.securityLog('signedIn', {
      customerId: customer.id,
      sessionId: started.session.id,
      ip: context.ip,
      device: started.session.device,
    });
    await keepUpToDate(desk, customer, password, nearestLanguage(context.language));
    return answerTokens(desk, customer, started);
  };

const missing = (field: string) => new Refusal('badRequest', { field, problem: 'it is needed to sign in' });

function captchaOf({ captchaId, captchaCode, proof }: Parameters<Login>[0]): CaptchaAnswer | undefined {
  return captchaId && captchaCode && proof ? { captchaId, captchaCode, proof } : undefined;
}

/** Mails follow the language last signed in with, and an old hash is made anew while the password is at hand. */
async function keepUpToDate(desk: Desk, customer: Customer, password: string, language: string): Promise<void> {
  if (customer.language !== language) await desk.database.query('UPDATE customer SET language = $2 WHERE id = $1', [customer.id, language]);
  if (!customer.password_hash || !desk.passwords.outdated(customer.password_hash)) return;
  await desk.database.query('UPDATE customer SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    customer.id,
    customer.password_hash,
    await desk.passwords.hash(password),
  ]);
}
