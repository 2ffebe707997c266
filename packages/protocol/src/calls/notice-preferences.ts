import { z } from 'zod';
import { noticeTopics } from '../notice-topics.ts';
import { call } from './define.ts';
import { like, nothing } from './shapes.ts';

const member = { area: 'member', audience: 'customer' } as const;

/** An anti-phishing word: letters, digits, signs and spaces. Nothing invisible, and nothing that turns the direction of what follows. */
export const wordAtMost = 32;
export const wordPattern = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{2,32}$/u;

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
/** A name of the IANA time zone database, such as `Asia/Kuala_Lumpur`. */
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, like('Asia/Kuala_Lumpur'))
  .refine(isZone);

const topics = z.array(z.enum(noticeTopics)).max(noticeTopics.length);

const preference = z.strictObject({
  push: topics.describe('Topics that are pushed to the devices that want pushes'),
  mail: topics.describe('Topics that a letter tells too'),
  quiet: z.boolean().describe('From 22 to 8 o’clock nothing is pushed or written; it waits until 8'),
  quietHours: z.strictObject({ from: z.number().int(), to: z.number().int() }).describe('Hours of the customer’s day'),
  timeZone: z.string().nullable().describe('Where the customer’s day is; null: not known yet, and no hour is quiet'),
  pushAmounts: z.boolean().describe('Pushes name amounts, which a locked screen shows to anybody'),
  word: z.string().nullable().describe('The anti-phishing word: every genuine letter and push shows it; null: none'),
  mailTo: z.string().nullable().describe('Where letters go, masked; null: there is no e-mail address'),
  pushHere: z.boolean().describe('This session’s device gets pushes'),
  devices: z.number().int().describe('Devices that get pushes'),
  pushKey: z.string().describe('Public key of the exchange for pushes (RFC 8292): the uncompressed P-256 point, base64url'),
});
export type NoticePreference = z.output<typeof preference>;

/** Push services give addresses of a few hundred characters. */
export const pushEndpointAtMost = 1_000;

export const noticePreferenceCalls = {
  'GET system/notice-preference/get': call({
    ...member,
    summary: 'Which notices are pushed and written to the customer, when, and how a genuine one is known',
    idempotency: 'read',
    input: nothing,
    output: preference,
  }),
  'PUT system/notice-preference/update': call({
    ...member,
    summary: 'Choose what is pushed and written, and when. Security, withdrawals and margin are always told at once',
    weight: 2,
    idempotency: 'natural',
    input: z.strictObject({ push: topics, mail: topics, quiet: z.boolean(), timeZone, pushAmounts: z.boolean() }),
    example: { push: ['trading', 'money'], mail: ['money'], quiet: true, timeZone: 'Asia/Kuala_Lumpur', pushAmounts: false },
    output: preference,
  }),
  'PUT system/notice-preference/word': call({
    ...member,
    summary: 'Set the anti-phishing word, or remove it. The customer is told of the change',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({ word: z.string().trim().max(200).nullable() }),
    example: { word: 'blue heron' },
    output: preference,
    errors: ['wordInvalid'],
  }),
  'PUT system/member/update-language': call({
    ...member,
    summary: 'The language of letters and pushes from now on',
    idempotency: 'natural',
    input: z.strictObject({ language: z.string().min(2).max(35) }),
    example: { language: 'en' },
    output: z.strictObject({ language: z.string().describe('The offered language nearest to it') }),
  }),
  'POST system/push/subscribe': call({
    ...member,
    summary: 'Push notices to this device: the subscription of its browser (RFC 8030). Signing out ends it',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({
      endpoint: z.string().min(12).max(pushEndpointAtMost),
      keys: z.strictObject({
        p256dh: z
          .string()
          .regex(/^B[A-Za-z0-9_-]{86}$/, like('BCVxsr7N…'))
          .describe('The browser’s public key: the uncompressed P-256 point, base64url'),
        auth: z
          .string()
          .regex(/^[A-Za-z0-9_-]{22}$/, like('BTBZMqHH6r4Tts7J_aSIgg'))
          .describe('Its secret of 16 bytes, base64url'),
      }),
      timeZone: timeZone.optional(),
    }),
    output: z.strictObject({ devices: z.number().int() }),
    errors: ['pushEndpointRefused', 'pushEndpointTaken', 'pushKeyInvalid'],
  }),
  'POST system/push/unsubscribe': call({
    ...member,
    summary: 'Push nothing to this device any more',
    idempotency: 'natural',
    input: nothing,
    output: z.strictObject({ devices: z.number().int() }),
  }),
};
