import { z } from 'zod';
import { call } from './define.ts';
import { nothing, oneOf, time } from './shapes.ts';

/** What uploaded pictures may be for. A ticket names it, and a picture serves nothing else. */
export const documentPurposes = ['identity', 'deposit', 'feedback', 'signature', 'chat', 'membership'] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

/** The pictures of an application. Level 1 needs none; level 2 needs `front`, `selfie` and `address`. */
export const identityParts = ['front', 'back', 'selfie', 'address'] as const;
export type IdentityPart = (typeof identityParts)[number];
export const partsNeeded = { 1: [], 2: ['front', 'selfie', 'address'] } as const satisfies Record<1 | 2, readonly IdentityPart[]>;

/** Why an application was not passed, as published. */
export const identityReasons = ['unreadable', 'differs', 'expired', 'notAccepted', 'other', 'lawForbidsDetail'] as const;
export type IdentityReason = (typeof identityReasons)[number];

const own = { area: 'member', audience: 'customer', account: 'real' } as const;
const picture = z.strictObject({ id: z.uuid(), sha256: z.string(), width: z.number().int(), height: z.number().int() });
const day = z.string().max(10);
const name = z.string().max(80);

/** Dates are `YYYY-MM-DD`; codes of countries have the letters that the document shows. */
const identityDocument = z.strictObject({
  form: z.enum(['TD1', 'TD2', 'TD3']).describe('TD3: a passport. TD1: a card of three lines. TD2: one of two lines'),
  type: z.string().max(2),
  issuer: z.string().max(3),
  number: z.string().max(30),
  expiryDate: day,
  sex: z.enum(['F', 'M', 'X']),
  optional: z.string().max(15).optional(),
});

const application = z.strictObject({
  level: oneOf(1, 2),
  status: oneOf(2, 1, -1).describe('2: waits for a decision. 1: passed. -1: not passed'),
  createdAt: time,
  decidedAt: time.nullable(),
  reasonCode: z.enum(identityReasons).nullable(),
  remark: z.string().nullable(),
});
export type IdentityApplication = z.output<typeof application>;

export const identityCalls = {
  'POST infra/file-config/temporary-credential': call({
    ...own,
    account: 'any',
    summary: 'A ticket for uploading one picture within a quarter of an hour',
    weight: 5,
    idempotency: 'once',
    input: z.strictObject({ purpose: z.enum(documentPurposes) }),
    output: z.strictObject({
      ticket: z.uuid(),
      path: z.string(),
      expiresAt: time,
      bytesAtMost: z.number().int(),
      types: z.array(z.string()),
    }),
    errors: ['tooManyAttempts'],
  }),
  'POST infra/file/evidence/{ticket}': call({
    ...own,
    account: 'any',
    summary: 'Upload the picture of a ticket. It is re-encoded and kept sealed; nobody sees it without a record',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({ ticket: z.uuid() }),
    body: 'multipart',
    output: picture,
    errors: ['uploadTicketOver', 'fileTooLarge', 'fileTypeRefused', 'fileUnreadable', 'tooManyAttempts'],
  }),
  'POST system/member-sign/upload': call({
    ...own,
    summary: 'Upload a handwritten signature',
    weight: 20,
    idempotency: 'once',
    input: nothing,
    body: 'multipart',
    output: picture,
    errors: ['fileTooLarge', 'fileTypeRefused', 'fileUnreadable', 'tooManyAttempts'],
  }),
  'GET pay/realname/get': call({
    ...own,
    summary: 'The level that is reached, and the last application',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({ level: oneOf(0, 1, 2), application: application.nullable() }),
  }),
  'POST pay/realname/create': call({
    ...own,
    summary: 'Apply for a level: say who you are. A person decides',
    weight: 20,
    idempotency: 'once',
    input: z.strictObject({
      level: oneOf(1, 2),
      surname: name,
      givenNames: name,
      birthDate: day,
      nationality: z.string().max(3),
      residence: z.string().regex(/^[A-Z]{2}$/),
      address: z.string().trim().min(5).max(200),
      document: identityDocument,
      evidence: z.array(z.strictObject({ part: z.enum(identityParts), id: z.uuid() })).max(identityParts.length),
      signatureId: z.uuid().optional(),
    }),
    output: application,
    errors: ['identityPending', 'identityReached', 'identityTooYoung', 'identityEvidenceMissing', 'documentUnknown'],
  }),
};
