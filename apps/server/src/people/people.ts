import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { createInvitationLinks } from '../invitations/links.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import { relyingParty } from '../security/relying-party.ts';
import type { Hub } from '../sockets/port.ts';
import { countryOf } from './country.ts';
import { createDevices } from './devices.ts';
import { createWriter } from './letters.ts';
import { createLimits } from './limits.ts';
import { changeEmail, changePhone } from './member/change-contact.ts';
import { changeNameOrPicture } from './member/change-name-or-picture.ts';
import { changePassword } from './member/change-password.ts';
import { currentMember } from './member/member.ts';
import { type OpenedFile, openFile, uploadPicture } from './member/upload-picture.ts';
import type { Now, Post, TradingAccounts } from './ports.ts';
import { liftRestriction, restrictCustomer } from './restrict.ts';
import { createSecurityLog } from './security-log.ts';
import type { PeopleServices } from './services.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { createAuthenticator, type SessionAuthenticator } from './sessions/authenticator.ts';
import { cancelOnline, keepOnline, refreshToken } from './sessions/continue-session.ts';
import { logout } from './sessions/logout.ts';
import { createSessionStore } from './sessions/sessions.ts';
import { createCaptchas } from './sign-in/captcha.ts';
import { createCodes } from './sign-in/codes.ts';
import { login } from './sign-in/login.ts';
import { createPasswords, type HashCost } from './sign-in/passwords.ts';
import { register, registerByEmail, registerBySms } from './sign-in/register.ts';
import { resetPassword } from './sign-in/reset-password.ts';
import { sendCode } from './sign-in/send-code.ts';
import { temporaryLogin } from './sign-in/temporary-login.ts';
import { validRepeatLogin } from './sign-in/valid-repeat-login.ts';
import { createStanding } from './standing.ts';
import { sweepPeople } from './sweep.ts';

export type PeopleCalls =
  | 'POST system/auth/login'
  | 'POST system/auth/register'
  | 'POST system/auth/email-register'
  | 'POST system/auth/sms-register'
  | 'POST system/auth/reset-pwd'
  | 'POST system/auth/update-pwd'
  | 'POST system/auth/valid-repeat-login'
  | 'POST system/auth/keep-online'
  | 'POST system/auth/cancel-online'
  | 'POST system/auth/temporary-login'
  | 'POST system/auth/refresh-token'
  | 'GET system/auth/logout'
  | 'GET system/auth/send-captcha'
  | 'GET system/captcha/img-captcha'
  | 'GET system/member/get-current-member'
  | 'PUT system/member/update-avatar-name'
  | 'PUT system/member/update-email'
  | 'PUT system/member/update-phone'
  | 'POST infra/file/upload';

export interface PeopleParts {
  database: Database;
  clock: Now;
  log: Log;
  environment: 'development' | 'production';
  /** Pushes to sessions' sockets: other-login, can-login, forced-logout. */
  hub: Pick<Hub, 'toSession' | 'toAccount'>;
  outbox: Post;
  /** Whether text messages reach anybody. Without it, nobody registers by phone or is sent a code there. */
  reachesPhones: boolean;
  files: Storage;
  /** Of the server: `documentsKey`. It seals the keys of sign-in. */
  key: Uint8Array;
  trading: TradingAccounts;
  /** Where customers reach the exchange. Passkeys belong to it. */
  publicUrl: string;
  /** Tests hash cheaply. */
  hashCost?: HashCost | undefined;
}

export interface People {
  handlers: Handlers<PeopleCalls>;
  authenticator: SessionAuthenticator;
  /** What the security centre shares with sign-in. */
  services: PeopleServices;
  openFile(id: string): Promise<OpenedFile | undefined>;
  /** The country whose rules hold for a customer, or null when none is known. */
  countryOf(session: Session): Promise<string | null>;
  /** An operator's decision: `closeOnly`, or `locked`. Lifting it is decided by two. */
  restrict(customerId: bigint, reason: string, mode?: 'closeOnly' | 'locked'): Promise<void>;
  liftRestriction(customerId: bigint, upTo: Date): Promise<boolean>;
  /** Signs a customer's session out from elsewhere. Refuses with `notFound` for one that is not the customer's, or that is over. */
  endSession(customerId: string, sessionId: string): Promise<void>;
  /** Removes expired rows. A job runs it every minute; it is safe to run twice. */
  sweep(): Promise<void>;
  /** How often the slow password hash was computed, for tests and metrics. */
  passwordWork(): number;
  /** Starts watching for sessions that other gateways ended. Returns a function that stops it. */
  start(): () => void;
}

export async function createPeople(parts: PeopleParts): Promise<People> {
  const { database, clock, log, hub } = parts;
  const securityLog = createSecurityLog(log);
  const tokens = await createAccessTokens(database, clock, parts.key);
  const passwords = await createPasswords(parts.hashCost);
  const services: PeopleServices = {
    database,
    clock,
    log,
    hub,
    passwords,
    tokens,
    sessions: createSessionStore(database, clock),
    authenticator: createAuthenticator({ database, tokens, clock, hub, log }),
    limits: createLimits(database, clock, parts.environment, securityLog),
    devices: createDevices(database, clock),
    securityLog,
    captchas: await createCaptchas(database, clock, securityLog),
    codes: await createCodes(database, clock, securityLog, parts.key),
    writeTo: createWriter(parts.outbox),
    reachesPhones: parts.reachesPhones,
    trading: parts.trading,
    standing: createStanding({ database, trading: parts.trading, log }),
    party: relyingParty(parts.publicUrl),
    publicUrl: parts.publicUrl.replace(/\/+$/, ''),
    files: parts.files,
    key: parts.key,
    invitations: createInvitationLinks({ database, trading: parts.trading, log, now: () => clock.now() }),
  };
  return {
    handlers: {
      'POST system/auth/login': login(services),
      'POST system/auth/register': register(services),
      'POST system/auth/email-register': registerByEmail(services),
      'POST system/auth/sms-register': registerBySms(services),
      'POST system/auth/reset-pwd': resetPassword(services),
      'POST system/auth/update-pwd': changePassword(services),
      'POST system/auth/valid-repeat-login': validRepeatLogin(services),
      'POST system/auth/keep-online': keepOnline(services),
      'POST system/auth/cancel-online': cancelOnline(services),
      'POST system/auth/temporary-login': temporaryLogin(services),
      'POST system/auth/refresh-token': refreshToken(services),
      'GET system/auth/logout': logout(services),
      'GET system/auth/send-captcha': sendCode(services),
      'GET system/captcha/img-captcha': ({ theme }) => services.captchas.issue(theme),
      'GET system/member/get-current-member': currentMember(services),
      'PUT system/member/update-avatar-name': changeNameOrPicture(services),
      'PUT system/member/update-email': changeEmail(services),
      'PUT system/member/update-phone': changePhone(services),
      'POST infra/file/upload': uploadPicture(services),
    },
    authenticator: services.authenticator,
    services,
    openFile: (id) => openFile(services, id),
    countryOf: (session) => countryOf(database, session),
    restrict: (customerId, reason, mode = 'locked') => restrictCustomer(services, customerId, reason, mode),
    liftRestriction: (customerId, upTo) => liftRestriction(services, customerId, upTo),
    async endSession(customerId, sessionId) {
      const changes = await services.sessions.endOf(customerId, sessionId);
      if (changes.length === 0) throw new Refusal('notFound');
      services.authenticator.apply(changes);
      securityLog('sessionEnded', { customerId, sessionId, reason: 'revoked' });
    },
    sweep: () => sweepPeople(database, clock, parts.files),
    passwordWork: passwords.worked,
    start: () => services.authenticator.start(),
  };
}
