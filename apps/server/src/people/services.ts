import type { CallOutput } from '@bourse/protocol/calls';
import { LoginBy } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { InvitationLinks } from '../invitations/links.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import type { RelyingParty } from '../security/relying-party.ts';
import type { Hub } from '../sockets/port.ts';
import type { Contact } from './contacts.ts';
import type { Customer } from './customers.ts';
import type { Devices } from './devices.ts';
import type { WriteTo } from './letters.ts';
import type { Limits } from './limits.ts';
import type { Now, TradingAccounts } from './ports.ts';
import type { SecurityLog } from './security-log.ts';
import { type AccessTokens, accessTokenSeconds } from './sessions/access-tokens.ts';
import type { SessionAuthenticator } from './sessions/authenticator.ts';
import type { SessionStore, Started } from './sessions/sessions.ts';
import type { Captchas } from './sign-in/captcha.ts';
import type { Codes } from './sign-in/codes.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { StandingTold } from './standing.ts';

/** What the use cases of people share. */
export interface PeopleServices {
  database: Database;
  clock: Now;
  log: Log;
  passwords: Passwords;
  sessions: SessionStore;
  tokens: AccessTokens;
  authenticator: SessionAuthenticator;
  hub: Pick<Hub, 'toSession' | 'toAccount'>;
  limits: Limits;
  devices: Devices;
  securityLog: SecurityLog;
  captchas: Captchas;
  codes: Codes;
  writeTo: WriteTo;
  /** Whether text messages reach anybody. */
  reachesPhones: boolean;
  trading: TradingAccounts;
  /** Tells venues of restrictions. */
  standing: StandingTold;
  /** The site where passkeys work; null: this exchange has none. */
  party: RelyingParty | null;
  /** Where customers reach the exchange, for links in letters. */
  publicUrl: string;
  files: Storage;
  /** Of the server: `documentsKey`. */
  key: Uint8Array;
  /** Who came by whose code. */
  invitations: InvitationLinks;
}

/** Call after the transaction: notifies the older session and gives the newer one its tokens. */
export async function answerTokens(
  services: PeopleServices,
  customer: Pick<Customer, 'id' | 'login_type'>,
  started: Started,
): Promise<CallOutput<'POST system/auth/refresh-token'>> {
  services.authenticator.apply(started.changes);
  return {
    accessToken: await services.tokens.issue(started.session.id, String(customer.id)),
    refreshToken: started.refreshToken,
    expiresIn: accessTokenSeconds,
    userId: String(customer.id),
    loginType: customer.login_type,
  };
}

/** The ways a customer can be reached. */
export const contactsOf = (customer: Pick<Customer, 'email' | 'phone'>): Contact[] => [
  ...(customer.email ? [{ by: LoginBy.email, target: customer.email }] : []),
  ...(customer.phone ? [{ by: LoginBy.phone, target: customer.phone }] : []),
];

/** A code can only be asked for, and an account only be opened, where the code arrives. */
export function requireReachable({ reachesPhones }: Pick<PeopleServices, 'reachesPhones'>, { by }: Contact): void {
  if (by === LoginBy.phone && !reachesPhones) throw new Refusal('phoneNotOffered');
}
