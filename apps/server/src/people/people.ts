import type { Handlers, Session } from '../http/handlers.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import type { Hub } from '../sockets/port.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createAuthenticator, type SessionAuthenticator } from './authenticator.ts';
import { createCaptchas } from './captcha.ts';
import { changeEmail, changePhone } from './change-contact.ts';
import { changeNameOrPicture } from './change-name-or-picture.ts';
import { changePassword } from './change-password.ts';
import { createCodes } from './codes.ts';
import { cancelOnline, keepOnline, refreshToken } from './continue-session.ts';
import { countryOf } from './country.ts';
import type { Desk } from './desk.ts';
import { createWriter } from './letters.ts';
import { createLimits } from './limits.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { currentMember } from './member.ts';
import { createPasswords, type HashCost } from './passwords.ts';
import type { Now, Post, TradingAccounts } from './ports.ts';
import { register, registerByEmail, registerBySms } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { liftRestriction, restrictCustomer } from './restrict.ts';
import { createSecurityLog } from './security-log.ts';
import { sendCode } from './send-code.ts';
import { createSessionStore } from './sessions.ts';
import { sweepPeople } from './sweep.ts';
import { temporaryLogin } from './temporary-login.ts';
import { type OpenedFile, openFile, uploadPicture } from './upload-picture.ts';
import { validRepeatLogin } from './valid-repeat-login.ts';

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
  hub: Pick<Hub, 'toSession'>;
  outbox: Post;
  files: Storage;
  trading: TradingAccounts;
  /** Whether an invitation code exists; without it none does. */
  inviteCodeKnown?: (code: string) => Promise<boolean>;
  /** Tests hash cheaply. */
  hashCost?: HashCost;
}

export interface People {
  handlers: Handlers<PeopleCalls>;
  authenticator: SessionAuthenticator;
  openFile(id: string): Promise<OpenedFile | undefined>;
  /** The country whose rules hold for a customer, or null when none is known. */
  countryOf(session: Session): Promise<string | null>;
  restrict(customerId: bigint, reason: string): Promise<void>;
  liftRestriction(customerId: bigint): Promise<void>;
  /** Removes what has run out; for the table of jobs, every minute, safe to run twice. */
  sweep(): Promise<void>;
  /** How often the slow password work was done, for tests and metrics. */
  passwordWork(): number;
  /** Begins to watch for sessions that other gateways ended; returns what stops it. */
  start(): () => void;
}

export async function createPeople(parts: PeopleParts): Promise<People> {
  const { database, clock, log, hub } = parts;
  const securityLog = createSecurityLog(log);
  const tokens = await createAccessTokens(database, clock);
  const passwords = await createPasswords(parts.hashCost);
  const desk: Desk = {
    database,
    clock,
    log,
    hub,
    passwords,
    tokens,
    sessions: createSessionStore(database, clock),
    authenticator: createAuthenticator({ database, tokens, clock, hub, log }),
    limits: createLimits(database, clock, parts.environment, securityLog),
    securityLog,
    captchas: await createCaptchas(database, clock, securityLog),
    codes: await createCodes(database, clock, securityLog),
    writeTo: createWriter(parts.outbox),
    trading: parts.trading,
    files: parts.files,
    inviteCodeKnown: parts.inviteCodeKnown ?? (async () => false),
  };
  return {
    handlers: {
      'POST system/auth/login': login(desk),
      'POST system/auth/register': register(desk),
      'POST system/auth/email-register': registerByEmail(desk),
      'POST system/auth/sms-register': registerBySms(desk),
      'POST system/auth/reset-pwd': resetPassword(desk),
      'POST system/auth/update-pwd': changePassword(desk),
      'POST system/auth/valid-repeat-login': validRepeatLogin(desk),
      'POST system/auth/keep-online': keepOnline(desk),
      'POST system/auth/cancel-online': cancelOnline(desk),
      'POST system/auth/temporary-login': temporaryLogin(desk),
      'POST system/auth/refresh-token': refreshToken(desk),
      'GET system/auth/logout': logout(desk),
      'GET system/auth/send-captcha': sendCode(desk),
      'GET system/captcha/img-captcha': ({ theme }) => desk.captchas.issue(theme),
      'GET system/member/get-current-member': currentMember(desk),
      'PUT system/member/update-avatar-name': changeNameOrPicture(desk),
      'PUT system/member/update-email': changeEmail(desk),
      'PUT system/member/update-phone': changePhone(desk),
      'POST infra/file/upload': uploadPicture(desk),
    },
    authenticator: desk.authenticator,
    openFile: (id) => openFile(desk, id),
    countryOf: (session) => countryOf(database, session),
    restrict: (customerId, reason) => restrictCustomer(desk, customerId, reason),
    liftRestriction: (customerId) => liftRestriction(desk, customerId),
    sweep: () => sweepPeople(database, clock),
    passwordWork: passwords.worked,
    start: () => desk.authenticator.start(),
  };
}
