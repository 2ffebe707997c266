import { permissions } from '@bourse/protocol';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { choice, count, flag, id, list, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { gate, proposed } from './declare.ts';

/** A venue that never had an operator or a proposal keeps nothing, so its snapshots and hashes are those of the releases before. */
export const operatorsSection = laterSection(
  26,
  'operators',
  { sealed: flag(), operators: list(struct({ operator: id(), powers: list(choice(permissions)), definedAt: count() })) },
  {
    save: (s) => (s.gate.begun ? { sealed: s.gate.sealed, operators: s.gate.operators() } : undefined),
    load(s, { sealed, operators }) {
      s.gate.sealed = sealed;
      for (const one of operators) s.gate.define(one);
    },
  },
);

export const proposalsSection = laterSection(
  27,
  'proposals',
  { next: count(), open: list(struct(proposed)) },
  {
    save: (s) => (s.gate.next === 1 ? undefined : { next: s.gate.next, open: s.gate.waiting() }),
    load(s, { next, open }) {
      s.gate.next = next;
      for (const one of open) s.gate.add({ ...one });
    },
  },
);

/** Those who administer hold nothing else; what waits is numbered once, has a timer, and was approved by different people, none about themselves. */
export function checkGate(s: State): void {
  for (const { operator, powers, definedAt } of s.gate.operators()) {
    must(!powers.includes('people') || powers.length === 1, 'powersExclude', `operator ${operator}`);
    must(definedAt <= s.seq, 'operatorsAreOfThePast', `operator ${operator}`);
  }
  const open = s.gate.waiting();
  for (const { proposal, body, proposer, digest, needed, approvals, expiresAt } of open) {
    const people = new Set(approvals.map(({ operator }) => operator));
    must(proposal < s.gate.next && s.gate.isProposed(digest), 'proposalsAreNumbered', `proposal ${proposal}`);
    must(s.timers.due(gate.timers.proposalEnds.number, proposal) === expiresAt, 'proposalHasItsTimer', `proposal ${proposal}`);
    must(people.size === approvals.length, 'differentPeopleApprove', `proposal ${proposal}`);
    must(approvals.length < needed, 'enoughIsApplied', `proposal ${proposal}`);
    must(
      body.kind !== 'defineOperator' || !(people.has(body.operator) || proposer === body.operator),
      'nobodyRaisesThemselves',
      `proposal ${proposal}`,
    );
  }
  const timed = s.timers.sorted().filter(({ kind }) => kind === gate.timers.proposalEnds.number);
  must(timed.length === open.length, 'proposalHasItsTimer', `${timed.length} timers, ${open.length} proposals`);
}
