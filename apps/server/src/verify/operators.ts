import { defaultLimits, limitNumbers, type Outcome, type SequencedCommand } from '@bourse/engine';
import { proposalDigest } from '@bourse/engine/digests';
import type { Venue } from '@bourse/protocol/enums';
import { type OperatorKey, operatorKeys, type SignedDecision, storedAssertions, whyNotSigned } from '../operators/assertions.ts';
import { verifyAudit } from '../operators/audit/verify.ts';
import { passkeyDigest } from '../operators/sign-in/keys.ts';
import type { Database } from '../platform/database.ts';

interface Signed extends SignedDecision {
  seq: number;
}

const assertionsAtOnce = 200;
type Body = Extract<SequencedCommand['command'], { kind: 'propose' }>['body'];
interface Open {
  digest: string;
  body: Body;
  /** From this time on it is over. */
  until: number;
  operators: Set<number>;
}

/**
 * Checks what operators decided a second time, written apart from the engine: that each proposal has the digest of its own body, that each approval is by another
 * person who was an operator then and named that digest in time, and that their keys signed it. The audit must stand as the journal's anchors say.
 */
export class OperatorsCheck {
  private readonly venue: Venue;
  private readonly findings: string[] = [];
  private readonly signed: Signed[] = [];
  private readonly operators = new Map<number, boolean>();
  private readonly open = new Map<number, Open>();
  private readonly audits: { seq: number; digest: string; count: number }[] = [];
  private decisions = 0;
  /** How long a proposal waits for people, as the journal says, in milliseconds. */
  private lifeMs = defaultLimits.proposalLifeMs;

  constructor(venue: Venue) {
    this.venue = venue;
  }

  /** Takes each command of the journal with its outcome. */
  take({ seq, time, commandId, actor, command }: SequencedCommand, outcome: Outcome): void {
    if (!outcome.ok) return;
    const operator = actor.by === 'operator' ? actor.id : 0;
    const result = outcome.result;
    const found = (what: string) => this.findings.push(`command ${seq} of ${this.venue}: ${what}`);
    if (command.kind === 'anchor' && command.subject === 'audit') this.audits.push({ seq, digest: command.digest, count: command.count });
    if (command.kind === 'setRules')
      this.lifeMs = command.limits.find(({ limit }) => limit === limitNumbers.proposalLifeMs)?.value ?? this.lifeMs;
    if (command.kind === 'defineOperator') this.define(command.operator, command.powers.length);
    if (result?.kind !== 'proposal') return;
    if (command.kind === 'propose') {
      this.decisions += 1;
      const digest = proposalDigest(this.venue, commandId, operator, command.body);
      if (digest !== result.digest) found('the proposal has another digest than its body');
      if (operator > 0) this.person(seq, operator, digest, command.proof, found);
      this.open.set(result.proposal, {
        digest,
        body: command.body,
        until: time + this.lifeMs,
        operators: new Set(operator > 0 ? [operator] : []),
      });
    }
    if (command.kind === 'approve') {
      this.decisions += 1;
      const one = this.open.get(command.proposal);
      if (one === undefined) found(`proposal ${command.proposal} is not open`);
      else {
        if (one.digest !== command.digest) found('the approval names another digest than the proposal has');
        if (one.operators.has(operator)) found(`operator ${operator} decided twice`);
        if (time >= one.until) found('the proposal was over');
        one.operators.add(operator);
      }
      this.person(seq, operator, command.digest, command.proof, found);
    }
    const one = this.open.get(result.proposal);
    if (one === undefined || result.state === 'waits') return;
    this.open.delete(result.proposal);
    const { body } = one;
    if (result.state === 'applied' && body.kind === 'defineOperator') this.define(body.operator, body.powers.length);
  }

  private define(operator: number, powers: number): void {
    this.operators.set(operator, powers > 0);
    // A new definition voids what the operator approved.
    for (const one of this.open.values()) one.operators.delete(operator);
  }

  private person(seq: number, operator: number, digest: string, proof: string, found: (what: string) => void): void {
    if (this.operators.get(operator) !== true) found(`operator ${operator} was none then`);
    this.signed.push({ seq, operator, digest, proof });
  }

  async result(database: Database): Promise<{ findings: string[]; checked: string[] }> {
    const withKey = this.signed.filter(({ proof }) => proof !== '');
    const keys = await operatorKeys(database);
    for (let at = 0; at < withKey.length; at += assertionsAtOnce) {
      const part = withKey.slice(at, at + assertionsAtOnce);
      const stored = await storedAssertions(
        database,
        part.map(({ proof }) => proof),
      );
      for (const one of part) {
        const why = await whyNotSigned(one, stored.get(one.proof), keys);
        if (why) this.findings.push(`command ${one.seq} of ${this.venue}: ${why}`);
      }
    }
    const checked = [
      `${this.venue}: ${this.decisions} decisions of operators followed a second time, ${withKey.length} signatures of theirs checked, ${this.signed.length - withKey.length} had none`,
    ];
    if (this.venue === 'real') checked.push(await this.checkAudit(database, keys));
    return { findings: this.findings, checked };
  }

  private async checkAudit(database: Database, keys: readonly OperatorKey[]): Promise<string> {
    const hashes = new Map<number, string>();
    const wanted = new Set(this.audits.map(({ count }) => count));
    const { rows, broken } = await verifyAudit(database, (number, hash) => {
      if (wanted.has(number)) hashes.set(number, hash.toString('base64url'));
    });
    if (broken) this.findings.push(`row ${broken.number} of the audit does not fit: ${broken.what}`);
    for (const { seq, digest, count } of this.audits)
      if (hashes.get(count) !== digest) this.findings.push(`row ${count} of the audit is not the one that command ${seq} anchored`);
    const enrolled = await database.query<{ operator_id: number; after: string }>(
      `SELECT a.operator_id, v.after FROM operator_audit a JOIN operator_audit_value v USING (number)
       WHERE a.call = 'POST auth/enrol-finish' AND v.field = 'key'`,
    );
    for (const key of keys)
      if (!enrolled.some(({ operator_id, after }) => operator_id === key.operator_id && after === passkeyDigest(key.id, key.public_key)))
        this.findings.push(`the audit knows no enrolment of the key ${key.id} of operator ${key.operator_id}`);
    return `${this.venue}: ${rows} rows of the audit recomputed, compared at ${this.audits.length} anchors; ${keys.length} keys of operators were enrolled`;
  }
}
