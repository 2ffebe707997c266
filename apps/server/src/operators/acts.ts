import { createHash } from 'node:crypto';
import { type AdminArguments, type AdminOutput, adminTable } from '@bourse/protocol/admin';
import { canonicalJson } from '@bourse/protocol/canonical';
import { type ErrorDetail, type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { OperatorContext } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { type FieldChange, writeAudit } from './audit/chain.ts';
import type { AdminHandler, AuditedName } from './handlers.ts';

/** What an act did. Without a subject and a reason there is no act. */
export interface Act<Answer> {
  subject: string;
  reason: string;
  changes: readonly FieldChange[];
  answer: Answer;
  /** What a repeated request gets instead, where the answer has a secret that must not be stored. */
  stored?: Answer;
  /** Done after the transaction. Its answer, or its refusal, is the act's. */
  after?: () => Promise<Answer>;
}

export type Work<Name extends AuditedName> = (
  tx: Transaction,
  input: AdminArguments<Name>,
  context: OperatorContext,
) => Promise<Act<AdminOutput<Name>>>;

/** Handlers that were made by `createActs`: a test finds every other one that changes something. */
export const audited = new WeakSet<object>();

/**
 * The only way in which an operator changes something: the change, its row in the audit and the answer to the command id are one transaction. The same command id
 * with the same input gets the first answer; with another input it is refused.
 */
export function createActs({ database, clock }: { database: Database; clock: Now }) {
  return function act<Name extends AuditedName>(call: Name, work: Work<Name>): AdminHandler<Name> {
    const once = adminTable[call]?.idempotency === 'command';
    const handler = async (input: AdminArguments<Name>, context: OperatorContext): Promise<AdminOutput<Name>> => {
      const operator = Number(context.operator.operatorId);
      const digest = createHash('sha256')
        .update(canonicalJson([call, input]))
        .digest();
      const done = await database.transaction(
        async (tx): Promise<{ answer: AdminOutput<Name>; after?: Act<AdminOutput<Name>>['after'] }> => {
          // An operator who was ended while the request waited does nothing any more.
          const [still] = await tx.query('SELECT 1 FROM operator WHERE id = $1 AND ended_at IS NULL FOR SHARE', [operator]);
          if (!still) throw new Refusal('unauthorised');
          if (once) {
            const first = await firstAnswer(tx, operator, context.commandId, digest, new Date(clock.now()));
            if (first) return first as { answer: AdminOutput<Name> };
          }
          const { subject, reason, changes, answer, stored, after } = await work(tx, input, context);
          await writeAudit(tx, { at: clock.now(), operator, call, subject, reason, changes });
          if (once)
            await tx.query('UPDATE operator_command SET answer = $3 WHERE operator_id = $1 AND command_id = $2', [
              operator,
              context.commandId,
              after ? null : JSON.stringify({ answer: stored ?? answer }),
            ]);
          return after ? { answer, after } : { answer };
        },
      );
      if (!done.after) return done.answer;
      const settle = (outcome: object) =>
        once
          ? database.query('UPDATE operator_command SET answer = $3 WHERE operator_id = $1 AND command_id = $2', [
              operator,
              context.commandId,
              JSON.stringify(outcome),
            ])
          : undefined;
      try {
        const answer = await done.after();
        await settle({ answer });
        return answer;
      } catch (error) {
        if (error instanceof Refusal) await settle({ refusal: error.refusal, detail: error.detail });
        throw error;
      }
    };
    audited.add(handler);
    return handler as AdminHandler<Name>;
  };
}
export type MakeAct = ReturnType<typeof createActs>;

/** Undefined when the command id is new. Two requests at once: the second waits here for the first. */
async function firstAnswer(tx: Transaction, operator: number, commandId: string, digest: Buffer, at: Date) {
  const made = await tx.query(
    `INSERT INTO operator_command (operator_id, command_id, digest, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING command_id`,
    [operator, commandId, digest, at],
  );
  if (made.length > 0) return undefined;
  const [first] = await tx.query<{ digest: Buffer; answer: { answer: unknown } | { refusal: ErrorName; detail: ErrorDetail } | null }>(
    'SELECT digest, answer FROM operator_command WHERE operator_id = $1 AND command_id = $2',
    [operator, commandId],
  );
  if (!first?.digest.equals(digest)) throw new Refusal('commandIdReused');
  // Its second half is under way, or its end is not known: the lists say what came of it.
  if (!first.answer) throw new Refusal('outcomeUnknown');
  if ('refusal' in first.answer) throw new Refusal(first.answer.refusal, first.answer.detail);
  return { answer: first.answer.answer };
}
