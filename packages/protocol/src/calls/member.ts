import { z } from 'zod';
import { call } from './define.ts';
import { like, nothing, oneOf, time } from './shapes.ts';

export const member = z.strictObject({
  id: z.string(),
  serviceId: z.string().nullable(),
  userId: z.string(),
  realName: z.string().nullable(),
  phone: z.string().nullable().describe('Masked, such as +60 ***4567'),
  email: z.string().nullable().describe('Masked, such as a***@example.com'),
  name: z.string(),
  avatar: z.string().nullable(),
  realnameStatus: oneOf(0, 1, 2),
  loginType: oneOf(1, 2, 3),
  venue: z.enum(['real', 'demo']),
  /** Account number in the ledger; ids in receipts refer to it. */
  account: z.number().int(),
  vipLevel: z.number().int(),
  createdAt: time,
  restricted: z.boolean(),
});

const code = z.string().regex(/^[0-9]{6}$/, like('123456'));

export const members = {
  'GET system/member/get-current-member': call({
    area: 'member',
    summary: 'Who is signed in',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: member,
  }),
  'PUT system/member/update-avatar-name': call({
    area: 'member',
    summary: 'Change the shown name or picture',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({
      name: z.string().min(2).max(32).optional(),
      avatar: z.string().max(200).nullable().optional().describe('A url that upload answered, or null for none'),
    }),
    output: member,
    errors: ['nameInvalid', 'notFound'],
  }),
  'PUT system/member/update-email': call({
    area: 'member',
    summary: 'Change the e-mail address with a code sent to the new one',
    audience: 'customer',
    account: 'real',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ email: z.string().min(3).max(254), code, password: z.string().min(1).max(128) }),
    output: member,
    errors: ['emailInvalid', 'codeWrong', 'codeExpired', 'accountExists', 'credentialsWrong', 'tooManyAttempts'],
  }),
  'PUT system/member/update-phone': call({
    area: 'member',
    summary: 'Change the phone number with a code sent to the new one',
    audience: 'customer',
    account: 'real',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({
      areaCode: z.string().regex(/^\+?[0-9]{1,4}$/),
      phone: z.string().min(3).max(32),
      code,
      password: z.string().min(1).max(128),
    }),
    output: member,
    errors: ['phoneInvalid', 'codeWrong', 'codeExpired', 'accountExists', 'credentialsWrong', 'tooManyAttempts'],
  }),
  'POST infra/file/upload': call({
    area: 'member',
    summary: 'Upload a picture (PNG, JPEG or WebP, at most 5 MB); it is re-encoded',
    audience: 'customer',
    weight: 20,
    idempotency: 'once',
    input: nothing,
    body: 'multipart',
    output: z.strictObject({ url: z.string(), id: z.string(), bytes: z.number().int(), width: z.number().int(), height: z.number().int() }),
    errors: ['fileTooLarge', 'fileTypeRefused', 'fileUnreadable', 'tooManyAttempts'],
  }),
};
