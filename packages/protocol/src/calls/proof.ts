import { z } from 'zod';
import { call } from './define.ts';
import { like } from './shapes.ts';

/**
 * A proof is a second factor that the customer gives for one act: this call, this input, this command id. `system/proof/begin` registers the act and
 * says in which ways it may be confirmed. The call itself then carries the answer in the field `proof`, next to its own input.
 *
 * `payPassword`: the pay password. `strong`: the pay password together with a code of the authenticator app or a passkey; for payouts, destinations
 * and credentials. `change`: what a change of the factors themselves takes, which depends on those that the customer has.
 */
export const proofKinds = ['payPassword', 'strong', 'change'] as const;
export type ProofKind = (typeof proofKinds)[number];

const encoded = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, like('k3Zq9w0…'));
export const sixDigits = z.string().regex(/^[0-9]{6}$/, like('123456'));
const extensions = z.record(z.string(), z.unknown());
const attachment = z.enum(['platform', 'cross-platform']).optional();
const credential = { id: encoded(1_400), rawId: encoded(1_400), type: z.literal('public-key') };

/** What a browser answers when a passkey signs a challenge (WebAuthn, `AuthenticationResponseJSON`). */
export const passkeyAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(1_000),
    userHandle: encoded(128).optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** What a browser answers when it has made a passkey (WebAuthn, `RegistrationResponseJSON`). */
export const passkeyCreated = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded(4_000),
    attestationObject: encoded(16_000),
    authenticatorData: encoded(8_000).optional(),
    transports: z.array(z.string().max(20)).max(8).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: encoded(2_000).optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
});
export type PasskeyCreated = z.output<typeof passkeyCreated>;

/** `JBSWY-3DP9K`: letters and digits that are not mistaken for each other, in any case, with or without the dash. */
export const recoveryCode = z
  .string()
  .max(24)
  .regex(/^[0-9A-Za-z]{5}[- ]?[0-9A-Za-z]{5}$/, like('7KQ2M-XT9RB'));

/** The parts of an answer. Which of them an act takes is said when its proof is begun. */
export const proofParts = {
  payPassword: z.string().min(1).max(128),
  /** The password of sign-in. */
  password: z.string().min(1).max(128),
  totp: sixDigits.describe('Six digits of the authenticator app'),
  passkey: passkeyAssertion,
  recoveryCode,
};
export type ProofPart = keyof typeof proofParts;
export const proofPartNames = Object.keys(proofParts) as ProofPart[];

/** What a call with a proof takes in addition to its own input. */
export const proofAnswer = z.strictObject({ id: z.uuid(), ...z.strictObject(proofParts).partial().shape });
export type ProofAnswer = z.output<typeof proofAnswer>;

/** Joins the table of calls with the calls that need a proof. */
export const proofCalls = {
  'POST system/proof/begin': call({
    area: 'auth',
    summary: 'Fix the act that a second factor is then given for',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({
      call: z.string().max(120).describe('Method and path of the call, as in this table'),
      input: z.record(z.string(), z.unknown()).describe('The input that the call will be sent with'),
      commandId: z.uuid().optional().describe('The Idempotency-Key that the call will be sent with'),
    }),
    output: z.strictObject({
      id: z.uuid(),
      kind: z.enum(proofKinds),
      challenge: z.string().describe('SHA-256 of the act, in hexadecimal. A passkey signs these bytes'),
      expiresAt: z.number().int(),
      ways: z
        .array(z.array(z.enum(proofPartNames as [ProofPart, ...ProofPart[]])).min(1))
        .min(1)
        .describe('Each way names the parts that confirm the act together; any one way will do'),
      passkeys: z
        .strictObject({ rpId: z.string(), ids: z.array(z.string()) })
        .nullable()
        .describe('The passkeys that may sign, and the site that they belong to; null: none'),
    }),
    errors: ['proofNotNeeded', 'payPasswordMissing', 'factorMissing', 'demoNotAllowed', 'tooManyAttempts'],
  }),
};
export type BegunProof = z.output<(typeof proofCalls)['POST system/proof/begin']['output']>;
