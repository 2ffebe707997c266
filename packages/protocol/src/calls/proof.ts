import { z } from 'zod';
import { call } from './define.ts';

/**
 * A proof is a second factor that the customer gives for one act: this call, this input, this command id. `system/proof/begin` registers the act. The
 * call itself then carries the factor in the field `proof`, next to its own input.
 */
export const proofKinds = ['payPassword'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** What a call with a proof takes in addition to its own input. */
export const proofAnswer = z.strictObject({ id: z.uuid(), payPassword: z.string().min(1).max(128) });
export type ProofAnswer = z.output<typeof proofAnswer>;

/** Joins the table of calls with the first call that needs a proof. */
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
      challenge: z.string().describe('SHA-256 of the act, in hexadecimal'),
      expiresAt: z.number().int(),
    }),
    errors: ['proofNotNeeded', 'tooManyAttempts'],
  }),
};
