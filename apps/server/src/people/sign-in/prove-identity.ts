import type { LoginBy } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type Contact, contactOf } from '../contacts.ts';
import { type Customer, customerByContact } from '../customers.ts';
import { limits } from '../limits.ts';
import type { PeopleServices } from '../services.ts';
import type { CaptchaAnswer } from './captcha.ts';

/** Failed tries after which a captcha is required. */
export const triesBeforeCaptcha = 3;

export interface Credentials {
  loginBy: LoginBy;
  areaCode: string | undefined;
  account: string;
  password: string;
}

/**
 * Finds the customer with this account and password. Unknown accounts, malformed ones and wrong passwords get the same answer after the same work.
 * `captcha` is the caller's answer, or undefined when there was none.
 */
export async function proveIdentity(
  services: PeopleServices,
  who: Credentials,
  ip: string,
  captcha: CaptchaAnswer | undefined,
): Promise<Customer> {
  const contact = readContact(who);
  const name = contact ? `${contact.by}:${contact.target}` : `typed:${who.account.trim().toLowerCase()}`;
  const failures = async () =>
    Math.max(await services.limits.count(limits.failedByAccount, name), await services.limits.count(limits.failedByAddress, ip));

  let shown = false;
  if ((await failures()) >= triesBeforeCaptcha) {
    if (!captcha) throw new Refusal('captchaNeeded');
    await services.captchas.require(captcha);
    shown = true;
  }
  const customer = contact ? await customerByContact(services.database, contact) : undefined;
  const right = await services.passwords.matches(customer?.password_hash ?? null, who.password, {
    async before() {
      if ((await failures()) >= triesBeforeCaptcha && !shown) throw new Refusal('captchaNeeded');
    },
    async failed() {
      await services.limits.take(limits.failedByAccount, name);
      await services.limits.take(limits.failedByAddress, ip);
    },
  });
  if (!customer || !right) {
    services.securityLog('signInFailed', { customerId: customer?.id, ip, by: who.loginBy });
    throw new Refusal('credentialsWrong');
  }
  await services.limits.clear(limits.failedByAccount, name);
  return customer;
}

/** Checks the password of a signed-in customer before the account is changed. */
export async function requirePassword(services: PeopleServices, customer: Customer, password: string): Promise<void> {
  const whose = String(customer.id);
  const right = await services.passwords.matches(customer.password_hash, password, {
    before: async () => void (await services.limits.count(limits.wrongPassword, whose)),
    failed: async () => void (await services.limits.take(limits.wrongPassword, whose)),
  });
  if (!right) {
    services.securityLog('signInFailed', { customerId: customer.id, again: true });
    throw new Refusal('credentialsWrong');
  }
  await services.limits.clear(limits.wrongPassword, whose);
}

/** Malformed input belongs to no account. Only registration says what is wrong with it. */
function readContact({ loginBy, account, areaCode }: Credentials): Contact | undefined {
  try {
    return contactOf(loginBy, account, areaCode);
  } catch {
    return undefined;
  }
}
