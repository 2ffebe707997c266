import { operatorKeys, type SignedDecision, storedAssertions, whyNotSigned } from '../operators/assertions.ts';
import type { OperatorMarks } from '../operators/sign-in/marks.ts';
import type { Database } from '../platform/database.ts';
import type { Venues } from '../sequencer/port.ts';
import { approvalIdOf, type BodyOf, digestToSign, saidOf } from './gated.ts';
import type { CaseKindName } from './kinds.ts';
import type { CaseRow } from './machine.ts';

/** Why a decided case is not signed by the people whom its row names; undefined: it is, or the venue hears nothing of it. */
export type SignedCheck = (row: CaseRow) => Promise<string | undefined>;

export interface SignedParts {
  database: Database;
  venues: Venues;
  bodies: Partial<Record<CaseKindName, BodyOf>>;
  marks: OperatorMarks;
}

/**
 * Checks, right before the venue hears a verdict, that the keys of those who are said to have decided signed exactly that. What the venue has heard already is in its
 * journal, and `verify` checks it there.
 */
export const createSignedCheck =
  ({ database, venues, bodies, marks }: SignedParts): SignedCheck =>
  async (row) => {
    const { venue, proposed_by, confirmed_by, decide_command, decide_proof, confirm_proof } = row;
    const body = await bodies[row.kind]?.(row, saidOf(row));
    if (!body) return undefined;
    if (proposed_by === null || decide_command === null) return 'nobody is named who decided it';
    const port = venues[venue];
    const heard = (await port.outcomeOf(0, decide_command))?.outcome;
    const approved = confirmed_by === null ? undefined : await port.outcomeOf(0, approvalIdOf(row));
    const digest =
      heard?.ok && heard.result.kind === 'proposal' ? heard.result.digest : digestToSign(row, body, proposed_by, decide_command);
    const decisions: SignedDecision[] = [
      ...(heard === undefined ? [{ operator: proposed_by, digest, proof: decide_proof }] : []),
      ...(confirmed_by !== null && approved === undefined ? [{ operator: confirmed_by, digest, proof: confirm_proof }] : []),
    ];
    if (decisions.length === 0) return undefined;
    const keys = (await operatorKeys(database)).filter(marks.isKey);
    const stored = await storedAssertions(
      database,
      decisions.map(({ proof }) => proof),
    );
    for (const one of decisions) {
      const why = await whyNotSigned(one, stored.get(one.proof), keys);
      if (why !== undefined) return why;
    }
    return undefined;
  };
