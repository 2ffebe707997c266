import type { Outcome, OutcomeResult } from '@bourse/engine';
import { catalogue, Refusal } from '@bourse/protocol/errors';
import { sayRefusal } from '@bourse/words';
import type { Applied } from '../sequencer/port.ts';

/** The result of an accepted command. A refusal of the engine is thrown, with the figures that the engine stated. */
export function resultOf({ outcome }: Applied): OutcomeResult {
  if (!outcome.ok) throw refusalOf(outcome);
  return outcome.result;
}

export const refusalOf = (outcome: Extract<Outcome, { ok: false }>) => new Refusal(outcome.error, outcome.detail);

/** A refusal inside an answer, in the customer's language. */
export const spoken = ({ refusal, detail }: Refusal, language: string): { code: number; msg: string } => ({
  code: catalogue[refusal].code,
  msg: sayRefusal(language, refusal, detail),
});

/** The result of a command whose kind allows only this one. */
export function resultAs<Kind extends OutcomeResult['kind']>(applied: Applied, kind: Kind): Extract<OutcomeResult, { kind: Kind }> {
  const result = resultOf(applied);
  if (result.kind !== kind) throw new Error(`the engine answered ${result.kind} where ${kind} was due`);
  return result as Extract<OutcomeResult, { kind: Kind }>;
}
