import { z } from 'zod';
import { call } from '../calls/define.ts';
import { permissions, type Role, roles } from '../calls/permissions.ts';
import { id, nothing, time } from '../calls/shapes.ts';
import { encoded, read } from './define.ts';

export const roleNames = Object.keys(roles) as [Role, ...Role[]];
export const role = z.enum(roleNames);

/** Who is signed in, and what they may do. */
export const me = z.strictObject({
  operator: id,
  name: z.string(),
  roles: z.array(role),
  permissions: z.array(z.enum(permissions)),
  expiresAt: time,
  environment: z.enum(['development', 'production']),
  /** Keys kept by software can sign in: in development only. */
  softwareKeys: z.boolean(),
});
export type Me = z.output<typeof me>;

const signedIn = z.strictObject({ token: z.string(), me });
const transports = z.array(z.string().max(20)).max(8).optional();
const extensions = z.record(z.string(), z.unknown()).optional();

/** A WebAuthn assertion in its JSON form. */
export const assertion = z.strictObject({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(2_000),
    signature: encoded(2_000),
    userHandle: encoded(200).optional(),
  }),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: extensions,
});
export type Assertion = z.output<typeof assertion>;

/** A new passkey in its JSON form. */
export const registration = z.strictObject({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: encoded(4_000),
    attestationObject: encoded(20_000),
    authenticatorData: encoded(4_000).optional(),
    publicKey: encoded(4_000).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    transports,
  }),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: extensions,
});

const open = { area: 'console', audience: 'anyone', idempotency: 'once', weight: 20 } as const;
const link = encoded(64);

/** Signing in at the console: by passkey only. */
export const authCalls = {
  'POST auth/begin': call({
    ...open,
    summary: 'Begin signing in: the challenge that a passkey signs',
    input: nothing,
    output: z.strictObject({ challenge: z.string(), rpId: z.string(), timeoutMs: z.number().int(), softwareKeys: z.boolean() }),
  }),
  'POST auth/finish': call({
    ...open,
    summary: 'Sign in with the signed challenge',
    input: z.strictObject({ assertion }),
    output: signedIn,
    errors: ['operatorKeyUnknown', 'operatorKeyWrong', 'challengeOver', 'operatorEnded'],
  }),
  'POST auth/enrol-begin': call({
    ...open,
    summary: 'Begin making a passkey with a link of enrolment',
    input: z.strictObject({ link }),
    output: z.strictObject({
      challenge: z.string(),
      rpId: z.string(),
      timeoutMs: z.number().int(),
      user: z.strictObject({ id: z.string(), name: z.string() }),
      roles: z.array(role),
      softwareKeys: z.boolean(),
    }),
    errors: ['enrolmentOver'],
  }),
  'POST auth/enrol-finish': call({
    ...open,
    summary: 'Keep the new passkey and sign in. The link is used up',
    input: z.strictObject({ link, label: z.string().trim().min(1).max(60), registration }),
    output: signedIn,
    errors: ['enrolmentOver', 'operatorKeyWrong', 'challengeOver'],
  }),
  'POST auth/logout': call({
    ...read('everyOperator'),
    idempotency: 'natural',
    summary: 'End this session',
    input: nothing,
    output: z.null(),
  }),
  'GET auth/me': call({ ...read('everyOperator'), summary: 'Who is signed in, and what they may do', input: nothing, output: me }),
};
