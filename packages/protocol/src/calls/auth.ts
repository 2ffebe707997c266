import { z } from 'zod';
import { call } from './define.ts';
import { passkeyAssertion, recoveryCode, sixDigits } from './proof.ts';
import { like, nothing, oneOf, queryOneOf, time } from './shapes.ts';
import { agreements } from './texts.ts';

const password = z.string().min(8).max(128);
/** Sign-in takes any length up to the cap, so that old passwords keep working. */
const anyPassword = z.string().min(1).max(128);
const areaCode = z.string().regex(/^\+?[0-9]{1,4}$/, like('+60'));
const account = z.string().min(3).max(254);
const code = z.string().regex(/^[0-9]{6}$/, like('123456'));
const inviteCode = z.string().max(32).optional();
const captcha = {
  captchaId: z.uuid(),
  captchaCode: z.string().min(1).max(12),
  proof: z.string().max(4000).describe('Solved proof-of-work of img-captcha, base64'),
};

const challenge = z.record(z.string(), z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]));
/** What a new visitor shows: work that was given out to nobody else and is used once. */
export const visitorWork = {
  workId: z.uuid().optional().describe('From im/auth/work; needed by whoever has no session'),
  proof: z.string().max(4000).optional().describe('The solved challenge, base64'),
};
export const workGiven = z.strictObject({ workId: z.uuid(), challenge, expiresInS: z.number().int() });

export const tokens = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds until the access token ends. */
  expiresIn: z.number().int(),
  userId: z.string(),
  loginType: oneOf(1, 2, 3),
});

/** The ways to take the second step of a sign-in. */
export const secondSteps = ['totp', 'passkey', 'recoveryCode'] as const;
export type SecondStepWay = (typeof secondSteps)[number];

/** The password was right, and the account has a factor beside it. Nobody is signed in yet. */
const secondStep = z.strictObject({
  ticket: z.string().describe('Good once, for a few minutes, from the network that the password came from'),
  ways: z.array(z.enum(secondSteps)),
  passkeys: z
    .strictObject({ rpId: z.string(), ids: z.array(z.string()), challenge: z.string() })
    .nullable()
    .describe('What a passkey signs; null: no passkey can be used'),
  expiresAt: time,
});
export type SecondStep = z.output<typeof secondStep>;

const registration = z.strictObject({
  registerBy: oneOf(1, 2).describe('1 phone, 2 e-mail'),
  areaCode: areaCode.optional(),
  account,
  password,
  code,
  inviteCode,
  agreed: agreements,
});
const registrationErrors = [
  'textUnknown',
  'textChanged',
  'accountExists',
  'codeWrong',
  'codeExpired',
  'passwordWeak',
  'phoneInvalid',
  'phoneNotOffered',
  'emailInvalid',
  'inviteCodeUnknown',
  'tooManyAttempts',
] as const;

/** The fields of a captcha where one may be needed. */
const maybeCaptcha = {
  captchaId: z.uuid().optional(),
  captchaCode: z.string().max(12).optional(),
  proof: z.string().max(4000).optional(),
};

export const auth = {
  'POST system/auth/login': call({
    area: 'auth',
    summary: 'Sign in: real with account and password, or demo in one tap',
    audience: 'anyone',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({
      loginType: oneOf(1, 2).default(1).describe('1 real, 2 demo'),
      loginBy: oneOf(1, 2).optional().describe('1 phone, 2 e-mail'),
      areaCode: areaCode.optional(),
      account: account.optional(),
      password: anyPassword.optional(),
      ...maybeCaptcha,
      /** Demo: the key of an earlier demo account on this device, to come back to it. */
      demoKey: z.string().max(128).optional(),
      /** Demo: the code of the demo account that invited a new one. */
      inviteCode,
      visitorId: z.string().max(128).optional(),
    }),
    output: z.union([tokens.extend({ demoKey: z.string().optional() }), z.strictObject({ secondStep })]),
    errors: [
      'credentialsWrong',
      'inviteCodeUnknown',
      'captchaNeeded',
      'captchaWrong',
      'captchaExpired',
      'proofOfWorkWrong',
      'tooManyAttempts',
      'accountRestricted',
      'accountLocked',
    ],
  }),
  'POST system/auth/second-step': call({
    area: 'auth',
    summary: 'Complete a sign-in whose password was right: with a code of the app, a passkey or a recovery code',
    audience: 'anyone',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({
      ticket: z.string().min(1).max(64),
      answer: z.union([
        z.strictObject({ totp: sixDigits }),
        z.strictObject({ passkey: passkeyAssertion }),
        z.strictObject({ recoveryCode }),
      ]),
    }),
    output: tokens,
    errors: [
      'signInTicketOver',
      'totpWrong',
      'totpUsed',
      'passkeyRefused',
      'recoveryCodeWrong',
      'tooManyAttempts',
      'accountRestricted',
      'accountLocked',
    ],
  }),
  'POST system/auth/factor-reset': call({
    area: 'auth',
    summary:
      'Ask for new factors after losing all of them, with the password alone. Two people decide it after three days; every address is told and can cancel it',
    audience: 'anyone',
    weight: 20,
    idempotency: 'natural',
    input: z.strictObject({
      loginBy: oneOf(1, 2),
      areaCode: areaCode.optional(),
      account,
      password: anyPassword,
      ...maybeCaptcha,
      text: z.string().trim().min(10).max(1_000).describe('What happened'),
    }),
    output: z.strictObject({
      case: z.string(),
      notBefore: time,
      dueAt: time.nullable(),
      sentTo: z.array(z.string()).describe('Where it can be cancelled from'),
    }),
    errors: [
      'credentialsWrong',
      'captchaNeeded',
      'captchaWrong',
      'captchaExpired',
      'proofOfWorkWrong',
      'tooManyAttempts',
      'accountRestricted',
      'factorResetNotNeeded',
    ],
  }),
  'POST system/auth/cancel-factor-reset': call({
    area: 'auth',
    summary: 'Cancel a request for new factors with the link of its letter',
    audience: 'anyone',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({ token: z.string().min(1).max(64) }),
    output: z.strictObject({ done: z.literal(true) }),
    errors: ['factorResetOver'],
  }),
  'POST system/auth/register': call({
    area: 'auth',
    summary: 'Register by phone or e-mail with a code',
    audience: 'anyone',
    weight: 20,
    idempotency: 'once',
    input: registration,
    output: tokens,
    errors: registrationErrors,
  }),
  'POST system/auth/email-register': call({
    area: 'auth',
    summary: 'Register by e-mail with a code',
    audience: 'anyone',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ email: account, password, code, inviteCode, agreed: agreements }),
    output: tokens,
    errors: registrationErrors,
  }),
  'POST system/auth/sms-register': call({
    area: 'auth',
    summary: 'Register by phone with a code',
    audience: 'anyone',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ areaCode, phone: account, password, code, inviteCode, agreed: agreements }),
    output: tokens,
    errors: registrationErrors,
  }),
  'POST system/auth/reset-pwd': call({
    area: 'auth',
    summary: 'Set a new password with a code',
    audience: 'anyone',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ resetBy: oneOf(1, 2), areaCode: areaCode.optional(), account, code, password }),
    output: z.strictObject({ done: z.literal(true) }),
    errors: ['codeWrong', 'codeExpired', 'passwordWeak', 'passwordSame', 'phoneInvalid', 'emailInvalid', 'tooManyAttempts'],
  }),
  'POST system/auth/update-pwd': call({
    area: 'auth',
    summary: 'Change the password; other sessions end',
    audience: 'customer',
    account: 'real',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ oldPassword: anyPassword, password }),
    output: z.strictObject({ done: z.literal(true) }),
    errors: ['credentialsWrong', 'passwordWeak', 'passwordSame', 'tooManyAttempts'],
  }),
  'POST system/auth/valid-repeat-login': call({
    area: 'auth',
    summary: 'With right credentials: is another session of this device class live?',
    audience: 'anyone',
    weight: 10,
    idempotency: 'read',
    input: z.strictObject({ loginBy: oneOf(1, 2), areaCode: areaCode.optional(), account, password: anyPassword }),
    output: z.strictObject({ repeated: z.boolean(), device: z.string().nullable(), lastSeen: z.number().int().nullable() }),
    errors: ['credentialsWrong', 'tooManyAttempts'],
  }),
  'POST system/auth/keep-online': call({
    area: 'auth',
    summary: 'A session just replaced elsewhere takes its place back (within 60 s, with its refresh token)',
    audience: 'anyone',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({ refreshToken: z.string().max(512) }),
    output: tokens,
    errors: ['refreshTokenInvalid', 'refreshTokenReused', 'forbidden'],
  }),
  'POST system/auth/cancel-online': call({
    area: 'auth',
    summary: 'A replaced session gives way at once; the newer one is told it can go on',
    audience: 'anyone',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({ refreshToken: z.string().max(512) }),
    output: z.strictObject({ done: z.literal(true) }),
    errors: ['refreshTokenInvalid'],
  }),
  'POST system/auth/temporary-login': call({
    area: 'auth',
    summary: 'Anonymous session for customer service',
    audience: 'anyone',
    weight: 10,
    idempotency: 'natural',
    input: z.strictObject({ visitorId: z.string().max(128).optional(), ...visitorWork }),
    output: tokens,
    errors: ['proofOfWorkWrong', 'tooManyAttempts'],
  }),
  'POST system/auth/refresh-token': call({
    area: 'auth',
    summary: 'Rotate the refresh token; a reused one ends its session',
    audience: 'anyone',
    weight: 2,
    idempotency: 'once',
    input: z.strictObject({ refreshToken: z.string().max(512) }),
    output: tokens,
    errors: ['refreshTokenInvalid', 'refreshTokenReused', 'loggedInElsewhere', 'accountRestricted'],
  }),
  'GET system/auth/logout': call({
    area: 'auth',
    summary: 'End this session',
    audience: 'visitor',
    idempotency: 'natural',
    input: nothing,
    output: z.strictObject({ done: z.literal(true) }),
  }),
  'GET system/auth/send-captcha': call({
    area: 'auth',
    summary: 'Send a code by e-mail or text message',
    audience: 'visitor',
    weight: 30,
    idempotency: 'once',
    input: z.strictObject({
      purpose: queryOneOf(1, 2, 3).describe('1 register, 2 reset password, 3 update profile'),
      sendBy: queryOneOf(1, 2),
      areaCode: areaCode.optional(),
      account,
      ...captcha,
    }),
    output: z.strictObject({ sentTo: z.string(), expiresInS: z.number().int(), retryInS: z.number().int() }),
    errors: [
      'captchaWrong',
      'captchaExpired',
      'proofOfWorkWrong',
      'codeTooSoon',
      'phoneInvalid',
      'phoneNotOffered',
      'emailInvalid',
      'tooManyAttempts',
      'unauthorised',
      'demoNotAllowed',
    ],
  }),
  'GET system/captcha/img-captcha': call({
    area: 'auth',
    summary: 'A picture of characters and a proof-of-work challenge',
    audience: 'anyone',
    weight: 5,
    idempotency: 'once',
    input: z.strictObject({ theme: z.enum(['light', 'dark']).optional() }),
    output: z.strictObject({
      captchaId: z.uuid(),
      image: z.string().describe('data:image/png;base64'),
      challenge,
      expiresInS: z.number().int(),
    }),
  }),
};
