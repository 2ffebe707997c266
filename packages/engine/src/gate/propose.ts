import type { Permission } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';
import type { State } from '../core/state.ts';
import type { Bodies } from '../define/room.ts';
import type { Accepted } from '../events.ts';
import { done, refuse } from '../outcomes.ts';
import {
  type Anchor,
  type Approve,
  type Approved,
  type ApprovedCommand,
  gate as declared,
  type ProposalState,
  type Propose,
  type Proposed,
  type Retract,
} from './declare.ts';
import { proposalDigest } from './digest.ts';

const { proposalEnds } = declared.timers;

/** The operator who sent the command; 0: the system. */
const senderOf = ({ actor }: State): number => (actor.by === 'operator' ? actor.id : 0);

/** Nobody decides about their own powers. */
const concerns = (body: ApprovedCommand, operator: number) => body.kind === 'defineOperator' && body.operator === operator;

const withoutPower = (power: Permission | undefined) => refuse('powerMissing', { permission: power ?? '' });

export function propose(s: State, { body, proof, reason }: Propose, bodies: Bodies) {
  const { gate } = s;
  const proposer = senderOf(s);
  const bySystem = s.actor.by === 'system';
  // The system proposes what a release brings, and counts as nobody.
  if (bySystem ? gate.operators().length === 0 : !gate.isOperator(proposer)) return refuse('operatorUnknown');
  const power = bodies.power(body);
  if (!bySystem && !gate.may(proposer, power)) return withoutPower(power);
  if (concerns(body, proposer)) return refuse('samePerson');
  if (gate.size >= s.limits.openProposals) return refuse('overloaded');
  const digest = proposalDigest(s.venue, s.commandId, proposer, body);
  if (gate.isProposed(digest)) return refuse('referenceBooked');
  const one: Proposed = {
    ...{ proposal: gate.next++, body, proposer, digest, reason },
    ...{ proposedAt: s.time, expiresAt: s.time + s.limits.proposalLifeMs, needed: 1 },
    approvals: bySystem ? [] : [{ operator: proposer, proof, time: s.time, seq: s.seq }],
  };
  gate.add(one);
  s.timers.set(proposalEnds.number, one.proposal, one.expiresAt);
  return decide(s, one, bodies);
}

export function approve(s: State, { proposal, digest, proof }: Approve, bodies: Bodies) {
  const { gate } = s;
  const operator = senderOf(s);
  if (!gate.isOperator(operator)) return refuse('operatorUnknown');
  const one = waiting(s, proposal);
  if (one === undefined) return refuse('proposalOver');
  if (one.digest !== digest) return refuse('digestDiffers');
  const power = bodies.power(one.body);
  if (!gate.may(operator, power)) return withoutPower(power);
  const known = one.approvals.find((each) => each.operator === operator);
  if (concerns(one.body, operator) || (known !== undefined && gate.counts(known, power))) return refuse('samePerson');
  const others = one.approvals.filter((each) => each !== known);
  one.approvals = [...others, { operator, proof, time: s.time, seq: s.seq }];
  return decide(s, one, bodies);
}

export function retract(s: State, { proposal, reason }: Retract, bodies: Bodies) {
  const { gate } = s;
  const operator = senderOf(s);
  const bySystem = s.actor.by === 'system';
  if (!bySystem && !gate.isOperator(operator)) return refuse('operatorUnknown');
  const one = waiting(s, proposal);
  if (one === undefined) return refuse('proposalOver');
  const power = bodies.power(one.body);
  if (one.proposer !== operator && (bySystem || !gate.may(operator, power))) return withoutPower(power);
  return end(s, one, 'retracted', { endedBy: operator, endReason: reason });
}

export function anchor(s: State, { subject, digest, count }: Anchor) {
  s.log.tell(declared.events.anchor, { anchor: s.seq, subject, digest, count });
  return done;
}

export function proposalEndsNow(s: State, id: number): void {
  const one = s.gate.proposal(id);
  if (one !== undefined) end(s, one, 'expired');
}

/** A proposal whose life is not over; its timer may be late. */
function waiting(s: State, proposal: number): Proposed | undefined {
  const one = s.gate.proposal(proposal);
  return one === undefined || one.expiresAt <= s.time ? undefined : one;
}

/** Carries the body out when those who approved it are enough, as they are and as the rules are now. */
function decide(s: State, one: Proposed, bodies: Bodies): Accepted {
  const power = bodies.power(one.body);
  one.approvals = one.approvals.filter((each: Approved) => s.gate.counts(each, power) && !concerns(one.body, each.operator));
  one.needed = Math.max(1, bodies.persons(s, one.body));
  if (one.approvals.length < one.needed) {
    tell(s, one, 'waits', asIs);
    return answer(one, 'waits', '');
  }
  close(s, one);
  s.gate.applying = one.proposal;
  const outcome = bodies.carryOut(s, one.body);
  s.gate.applying = 0;
  if (outcome.ok) return end(s, one, 'applied');
  return end(s, one, 'refused', { error: outcome.error });
}

interface Ending {
  error: ErrorName | '';
  endedBy: number;
  endReason: string;
}
const asIs: Ending = { error: '', endedBy: 0, endReason: '' };

function end(s: State, one: Proposed, state: ProposalState, how: Partial<Ending> = {}): Accepted {
  const ending = { ...asIs, ...how };
  close(s, one);
  tell(s, one, state, ending);
  return answer(one, state, ending.error);
}

function close(s: State, one: Proposed): void {
  s.gate.remove(one);
  s.timers.clear(proposalEnds.number, one.proposal);
}

const answer = ({ proposal, digest }: Proposed, state: ProposalState, refused: ErrorName | ''): Accepted => ({
  ok: true,
  result: { kind: 'proposal', proposal, digest, state, refused },
});

const tell = (s: State, one: Proposed, state: ProposalState, ending: Ending) =>
  s.log.tell(declared.events.proposal, { ...one, state, ...ending });
