import { z } from 'zod';
import { call } from './define.ts';
import { id, like, nothing, time } from './shapes.ts';

const point = z.string().regex(/^[A-Za-z0-9_-]{87}$/, like('BEpvX0l3…'));
const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/, like('k3Zq9w0…'));
const venue = z.enum(['real', 'demo']);
const member = { area: 'member', audience: 'customer' } as const;

export const device = z.strictObject({
  id: z.uuid().describe('The session'),
  /** "Chrome on Android" */
  name: z.string(),
  deviceClass: z.enum(['phone', 'desktop']),
  current: z.boolean(),
  signed: z.boolean().describe('Each command of this device carries its signature'),
  key: z.string().nullable().describe('SHA-256 of its public key, base64url'),
  device: id.nullable().describe('Number of the device in the journal'),
  signedInAt: time,
  lastSeenAt: time,
});
export type Device = z.output<typeof device>;

export const deviceCalls = {
  'POST system/member/device-key': call({
    ...member,
    summary: 'Register the public key of this session, within ten minutes of its sign-in; from then on each of its commands must be signed',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({
      publicKey: point.describe('ECDSA P-256: the uncompressed point of 65 bytes, base64url'),
      time: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('The device’s clock, milliseconds'),
      signature: signature.describe(
        'Over “bourse key 1”, user id, SHA-256 of the point in base64url, and time, joined by line feeds; r and s, base64url',
      ),
    }),
    output: z.strictObject({ device: id, key: z.string(), venue, account: z.number().int() }),
    errors: [
      'signatureInvalid',
      'signedTimeOff',
      'deviceKeyInvalid',
      'deviceKeyUsed',
      'deviceKeyLate',
      'deviceKeyBound',
      'devicesTooMany',
      'outcomeUnknown',
    ],
  }),
  'GET system/member/device-list': call({
    ...member,
    summary: 'The devices that are signed in, and whether they sign their commands',
    idempotency: 'read',
    input: nothing,
    output: z.array(device),
  }),
  'POST system/member/device-revoke': call({
    ...member,
    summary: 'Sign a device out; its key is closed',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ done: z.literal(true) }),
    errors: ['notFound'],
  }),
};
