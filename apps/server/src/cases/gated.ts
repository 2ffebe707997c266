import { type ApprovedCommand, operator as asOperator, type Outcome, proposalDigest } from '@bourse/engine';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import { uuidBytes } from '../operators/signed.ts';
import { derivedCommandId } from '../sequencer/command-ids.ts';
import type { EnginePort, Venues } from '../sequencer/port.ts';
import type { CaseRow } from './machine.ts';

/** A verdict that may be given, or was. */
export interface Said {
  pass: boolean;
  reasonCode: string;
}

/**
 * What the venue hears when a case is decided so, as things stand: the command that the people who decide sign and that is proposed in their name. Null: the venue
 * hears nothing, or nothing that people decide together. It is the same for everybody who decides until the subject changes.
 */
export type BodyOf = (row: CaseRow, said: Said) => Promise<ApprovedCommand | null>;

/** The venue wants more people than have decided: it keeps the proposal, and the next of them approves it. */
export interface Waits {
  proposal: number;
}

/** The venue did not carry out what people had decided. Nothing happened; the case is open again. */
export class BodyRefused extends Refusal {}

export const saidOf = ({ verdict, reason_code }: CaseRow): Said => ({ pass: verdict === true, reasonCode: reason_code ?? '' });

/** What the people who decide this case sign: the digest of the first one's proposal. */
export const digestToSign = ({ venue }: CaseRow, body: ApprovedCommand, proposer: number, commandId: string): string =>
  proposalDigest(venue, uuidBytes(commandId), proposer, body);

const proposalIn = (outcome: Outcome) => {
  if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
  if (outcome.result.kind !== 'proposal') throw new Error('the engine answered a decision with something else');
  return outcome.result;
};

/** Under which id the venue hears the second person of a case. */
export const approvalIdOf = ({ id, revision, decide_command, confirmed_by }: CaseRow): string =>
  derivedCommandId(`case approval:${decide_command ?? `${id}:${revision}`}:${confirmed_by}`);

/**
 * Proposes as the person who decided first, and approves as the second, each with what they signed. Done twice it does no harm: the venue knows the command ids. Resolves to the
 * sequence of what decided it, or says that the venue waits for another person.
 */
export async function tellVenue(port: EnginePort, row: CaseRow, body: ApprovedCommand): Promise<string | Waits> {
  const { id, revision, proposed_by, confirmed_by, decide_command, decide_proof, confirm_proof } = row;
  const proposed = await port.submit({
    ...{ account: 0, commandId: decide_command ?? derivedCommandId(`case:${id}:${revision}`), actor: asOperator(proposed_by ?? 0) },
    command: { kind: 'propose', body, proof: decide_proof, reason: `case ${id}` },
  });
  const first = proposalIn(proposed.outcome);
  if (first.state === 'applied') return String(proposed.seq);
  if (first.state === 'refused') throw new BodyRefused(first.refused as ErrorName);
  if (confirmed_by === null) return { proposal: first.proposal };
  const approved = await port.submit({
    ...{ account: 0, commandId: approvalIdOf(row) },
    actor: asOperator(confirmed_by),
    command: { kind: 'approve', proposal: first.proposal, digest: first.digest, proof: confirm_proof },
  });
  // It was retracted in the list of changes, or its day was over.
  if (!approved.outcome.ok && (approved.outcome.error === 'proposalOver' || approved.outcome.error === 'samePerson'))
    throw new BodyRefused(approved.outcome.error);
  const second = proposalIn(approved.outcome);
  if (second.state === 'applied') return String(approved.seq);
  throw new BodyRefused(second.state === 'refused' ? (second.refused as ErrorName) : 'proposalOver');
}

/** Whether the venue still waits for the second person. */
export const stillWaits = async (venues: Venues, { venue, proposal }: CaseRow): Promise<boolean> =>
  proposal !== null && (await venues[venue].read((engine) => engine.proposal(Number(proposal)))).value !== undefined;

/** Takes the proposal of a verdict back that the second person did not share. One that is over already is over. */
export async function takeBack(venues: Venues, { id, venue, proposal }: CaseRow, by: number): Promise<void> {
  if (proposal === null) return;
  const { outcome } = await venues[venue].submit({
    ...{ account: 0, actor: asOperator(by) },
    command: { kind: 'retract', proposal: Number(proposal), reason: `case ${id}` },
  });
  if (!outcome.ok && outcome.error !== 'proposalOver') throw new Refusal(outcome.error, outcome.detail ?? {});
}
