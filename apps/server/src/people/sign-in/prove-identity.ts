import type { LoginBy } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type Contact, contactOf } from '../contacts.ts';
import { type Customer, customerByContact } from '../customers.ts';
import type { From } from '../devices.ts';
import { addressBlock, type Limit, limits } from '../limits.ts';
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

/** The count of failures that belongs to one address, or to one known browser, for this account. */
const placeOf = (name: string, { ip, device }: From, known: boolean): [Limit, string] =>
  known ? [limits.failedByDevice, `${name}\n${device}`] : [limits.failedByAddressForAccount, `${name}\n${addressBlock(ip)}`];

/**
 * Finds the customer with this account and password. Unknown accounts, malformed ones and wrong passwords get the same answer after the same work.
 * `captcha` is the caller's answer, or undefined when there was none. Failures elsewhere cost a captcha, and nothing at all in a browser that the
 * customer has signed in with: a stranger who guesses does not keep the owner out.
 */
export async function proveIdentity(
  services: PeopleServices,
  who: Credentials,
  from: From,
  captcha: CaptchaAnswer | undefined,
): Promise<Customer> {
  const { limits: counters, devices, securityLog } = services;
  const { ip } = from;
  const contact = readContact(who);
  const name = contact ? `${contact.by}:${contact.target}` : `typed:${who.account.trim().toLowerCase()}`;
  const customer = contact ? await customerByContact(services.database, contact) : undefined;
  const known = await devices.known(customer?.id, from.device);
  const places: [Limit, string][] = [
    placeOf(name, from, known),
    ...(known
      ? []
      : ([
          [limits.failedByAddress, ip],
          [limits.failedByAccount, name],
        ] satisfies [Limit, string][])),
  ];
  const captchaIsDue = async () => {
    let due = false;
    for (const [limit, whose] of places) if ((await counters.count(limit, whose, ip)) >= triesBeforeCaptcha) due = true;
    return due;
  };

  let shown = false;
  if (await captchaIsDue()) {
    if (!captcha) throw new Refusal('captchaNeeded');
    await services.captchas.require(captcha, ip);
    shown = true;
  }
  const right = await services.passwords.matches(customer?.password_hash ?? null, who.password, {
    async before() {
      if ((await captchaIsDue()) && !shown) throw new Refusal('captchaNeeded');
    },
    async failed() {
      for (const [limit, whose] of places) await counters.take(limit, whose, ip);
    },
  });
  if (!customer || !right) {
    securityLog('signInFailed', { customerId: customer?.id, ip, by: who.loginBy, ...(known && { knownDevice: true }) });
    throw new Refusal('credentialsWrong');
  }
  await clearFailures(services, name, from);
  return customer;
}

/** After a success, the account's failures no longer count: those of all strangers together, and those from this place. */
export async function clearFailures({ limits: counters }: PeopleServices, name: string, from: From): Promise<void> {
  await counters.clear(limits.failedByAccount, name);
  for (const known of [true, false]) await counters.clear(...placeOf(name, from, known));
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
