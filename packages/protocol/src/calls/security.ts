import { z } from 'zod';
import { tokens } from './auth.ts';
import { call } from './define.ts';
import { passkeyAssertion, passkeyCreated, sixDigits } from './proof.ts';
import { nothing, time } from './shapes.ts';

/** A customer's second factors, and what protects the account when one is lost. */
const own = { area: 'auth', audience: 'customer', account: 'real' } as const;
const done = z.strictObject({ done: z.literal(true) });

/** Why payouts wait. Each is a change after which the account may be in other hands. */
export const payoutHolds = ['payPassword', 'factor', 'password', 'contact', 'locked'] as const;
export type PayoutHold = (typeof payoutHolds)[number];

const counted = { setAt: time.nullable(), lockedUntil: time.nullable().describe('Wrong tries closed it until then') };

export const passkey = z.strictObject({
  id: z.string(),
  label: z.string(),
  madeAt: time,
  usedAt: time.nullable(),
  synced: z.boolean().describe('Its maker keeps a copy on the customer’s other devices'),
});
export type Passkey = z.output<typeof passkey>;

export const session = z.strictObject({
  id: z.uuid(),
  /** "Chrome on Android" */
  name: z.string(),
  deviceClass: z.enum(['phone', 'desktop']),
  current: z.boolean(),
  place: z.string().nullable().describe('The network that it signed in from: an IPv4 address, or the first half of an IPv6 one'),
  signedInAt: time,
  lastSeenAt: time,
});
export type SessionItem = z.output<typeof session>;

export const securityCalls = {
  'GET system/security/get': call({
    ...own,
    summary: 'The factors of this account, its sessions, and what waits until when',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      password: z.strictObject({ changedAt: time.nullable() }),
      payPassword: z.strictObject(counted),
      totp: z.strictObject(counted),
      passkeys: z.strictObject({
        count: z.number().int(),
        site: z.string().nullable().describe('The host where passkeys work; null: this exchange has none, its address is a number'),
      }),
      recoveryCodes: z.strictObject({ left: z.number().int(), madeAt: time.nullable(), lockedUntil: time.nullable() }),
      sessions: z.number().int(),
      payouts: z
        .strictObject({ heldUntil: time.nullable().describe('null: until the account is unlocked'), reason: z.enum(payoutHolds) })
        .nullable(),
      holdHours: z.number().int().describe('Payouts wait this long after a change'),
    }),
  }),
  'POST system/security/lock': call({
    ...own,
    summary: 'Lock everything: all sessions end, nobody signs in, no payouts, until the owner is proved',
    idempotency: 'natural',
    input: nothing,
    output: z.strictObject({ done: z.literal(true), sessionsEnded: z.number().int() }),
  }),
  'POST system/member/update-pay-pwd': call({
    ...own,
    summary: 'Set or change the pay password; payouts wait 24 h',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    secret: ['payPassword', 'oldPayPassword'],
    input: z.strictObject({
      oldPayPassword: z.string().min(1).max(128).optional().describe('Checked when it is sent; the proof suffices'),
      payPassword: z.string().min(6).max(64),
    }),
    example: { payPassword: '483920' },
    output: done,
    errors: ['passwordWeak', 'passwordSame'],
  }),
  'POST system/totp/begin': call({
    ...own,
    summary: 'Make the secret of an authenticator app; it counts once a code confirms it',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    input: nothing,
    output: z.strictObject({ secret: z.string().describe('Base32'), uri: z.string().describe('otpauth://…'), expiresAt: time }),
  }),
  'POST system/totp/confirm': call({
    ...own,
    summary: 'Confirm the authenticator app with its first code; an earlier app ends',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ code: sixDigits }),
    output: done,
    errors: ['enrolmentUnknown', 'totpWrong', 'factorLocked'],
  }),
  'POST system/totp/remove': call({
    ...own,
    summary: 'Remove the authenticator app; payouts wait 24 h',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    input: nothing,
    output: done,
    errors: ['notFound'],
  }),
  'POST system/passkey/begin': call({
    ...own,
    summary: 'The options with which the browser makes a passkey',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    input: nothing,
    output: z.strictObject({
      challenge: z.string(),
      rp: z.strictObject({ id: z.string(), name: z.string() }),
      user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
      algorithms: z.array(z.number().int()).describe('COSE numbers, the best first'),
      existing: z.array(z.string()).describe('Passkeys that the account has already'),
      expiresAt: time,
    }),
    errors: ['passkeysNotHere', 'factorsTooMany'],
  }),
  'POST system/passkey/confirm': call({
    ...own,
    summary: 'Keep the passkey that the browser made; payouts wait 24 h',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ label: z.string().trim().min(1).max(40), credential: passkeyCreated }),
    output: passkey,
    errors: ['enrolmentUnknown', 'passkeysNotHere', 'passkeyRefused', 'factorsTooMany'],
  }),
  'GET system/passkey/list': call({
    ...own,
    summary: 'The passkeys of this account',
    idempotency: 'read',
    input: nothing,
    output: z.array(passkey),
  }),
  'POST system/passkey/remove': call({
    ...own,
    summary: 'Remove a passkey; payouts wait 24 h',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    input: z.strictObject({ id: z.string().min(1).max(1_400) }),
    example: { id: 'k3Zq9w0…' },
    output: done,
    errors: ['notFound'],
  }),
  'GET system/passkey/sign-in': call({
    area: 'auth',
    summary: 'A challenge for signing in with a passkey',
    audience: 'anyone',
    weight: 5,
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({ challenge: z.string(), rpId: z.string(), expiresAt: time }),
    errors: ['passkeysNotHere'],
  }),
  'POST system/passkey/sign-in': call({
    area: 'auth',
    summary: 'Sign in with a passkey instead of a password',
    audience: 'anyone',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({ challenge: z.string().min(1).max(200), assertion: passkeyAssertion }),
    output: tokens,
    errors: ['passkeysNotHere', 'passkeyRefused', 'accountRestricted', 'accountLocked'],
  }),
  'POST system/recovery-code/renew': call({
    ...own,
    summary: 'Make 8 new recovery codes, shown once; the earlier ones end',
    weight: 20,
    idempotency: 'once',
    proof: 'change',
    input: nothing,
    output: z.strictObject({ codes: z.array(z.string()) }),
  }),
  'GET system/session/list': call({
    ...own,
    account: 'any',
    summary: 'Where this account is signed in',
    idempotency: 'read',
    input: nothing,
    output: z.array(session),
  }),
  'POST system/session/end': call({
    ...own,
    account: 'any',
    summary: 'Sign one session out, or all others',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({ id: z.union([z.uuid(), z.literal('others')]) }),
    output: z.strictObject({ ended: z.number().int() }),
    errors: ['notFound'],
  }),
};
export type SecurityState = z.output<(typeof securityCalls)['GET system/security/get']['output']>;
