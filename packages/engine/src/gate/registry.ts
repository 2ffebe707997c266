import type { Permission } from '@bourse/protocol';
import type { Approved, Proposed } from './declare.ts';

/** An operator as the engine knows them: a number and powers. One without powers has ended. */
export interface Operator {
  readonly operator: number;
  readonly powers: readonly Permission[];
  /** The sequence of the last definition. Approvals of before are void. */
  readonly definedAt: number;
}

/** Operators, and proposals that wait for more people. */
export class Gate {
  sealed = false;
  /** Number of the next proposal. */
  next = 1;
  /** The proposal whose command is being carried out; 0: none. */
  applying = 0;
  private readonly byNumber = new Map<number, Operator>();
  private readonly open = new Map<number, Proposed>();
  private readonly digests = new Set<string>();

  /** Whether anybody could decide: before that the system sets the venue up alone. */
  get begun(): boolean {
    return this.byNumber.size > 0 || this.sealed;
  }

  /** All that were ever defined, by number. */
  operators(): Operator[] {
    return [...this.byNumber.values()].sort((a, b) => a.operator - b.operator);
  }

  operator(number: number): Operator | undefined {
    return this.byNumber.get(number);
  }

  /** Whether somebody is an operator and has not ended. */
  isOperator(number: number): boolean {
    return (this.byNumber.get(number)?.powers.length ?? 0) > 0;
  }

  may(number: number, power: Permission | undefined): boolean {
    const held = this.byNumber.get(number)?.powers ?? [];
    return power === undefined ? held.length > 0 : held.includes(power);
  }

  define(operator: Operator): void {
    this.byNumber.set(operator.operator, operator);
  }

  /** Whether an approval is worth anything now: its operator still has the power, and was not defined anew since. */
  counts({ operator, seq }: Approved, power: Permission | undefined): boolean {
    return this.may(operator, power) && seq > this.byNumber.get(operator)!.definedAt;
  }

  get size(): number {
    return this.open.size;
  }

  /** Proposals that wait, by number. */
  waiting(): Proposed[] {
    return [...this.open.values()].sort((a, b) => a.proposal - b.proposal);
  }

  proposal(number: number): Proposed | undefined {
    return this.open.get(number);
  }

  isProposed(digest: string): boolean {
    return this.digests.has(digest);
  }

  add(one: Proposed): void {
    this.open.set(one.proposal, one);
    this.digests.add(one.digest);
  }

  remove({ proposal, digest }: Proposed): void {
    this.open.delete(proposal);
    this.digests.delete(digest);
  }
}
