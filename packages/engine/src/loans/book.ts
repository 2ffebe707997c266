import { TimerHeap } from '../core/timers.ts';
import type { DefineLoan } from './declare.ts';

export const hourMs = 3_600_000;
/** Owed interest is kept as units × parts per million × hours. So much of it is one unit. */
export const yearPpmHours = 8_760n * 1_000_000n;

/** A loan that waits for a decision, or was paid out and is not over. Its terms are those of its first day. */
export interface Loan {
  readonly id: number;
  /** Slot of the account. */
  readonly owner: number;
  readonly product: number;
  readonly version: number;
  readonly instrument: number;
  readonly yearlyPpm: number;
  readonly openPpm: number;
  readonly callPpm: number;
  readonly sellPpm: number;
  readonly saleFeePpm: number;
  readonly lent: number;
  readonly askedAt: number;
  /** 0 while it waits. */
  openedAt: number;
  collateral: number;
  principal: number;
  /** Interest for the hours before the hour `since`. */
  carried: bigint;
  /** The first hour (from 1970) that `carried` does not count. */
  since: number;
  interestPaid: number;
  sold: number;
  called: boolean;
  /** At this reference price or below it is looked at again. 0: not by price. */
  watchTicks: number;
  /** Of one whose customer was warned: at this price or above it may have recovered. 0: not warned. */
  clearTicks: number;
}

export interface Product {
  rules: DefineLoan;
  version: number;
  /** Principal of all open loans. */
  lent: number;
}

/** The one kind of entry in the heaps. */
const kind = 1;

/** Loans against one coin market by the reference prices at which they must be looked at. */
export class Watch {
  private readonly falling = new TimerHeap();
  private readonly rising = new TimerHeap();

  set({ id, watchTicks, clearTicks }: Loan): void {
    if (watchTicks > 0) this.falling.set(kind, id, -watchTicks);
    else this.falling.clear(kind, id);
    if (clearTicks > 0) this.rising.set(kind, id, clearTicks);
    else this.rising.clear(kind, id);
  }

  remove(loan: Loan): void {
    this.set({ ...loan, watchTicks: 0, clearTicks: 0 });
  }

  isReached(ticks: number): boolean {
    return this.falling.soonest() <= -ticks || this.rising.soonest() <= ticks;
  }

  /** Takes the next loan off: those that the price fell to first. Only after `isReached`. */
  take(ticks: number): number {
    return (this.falling.soonest() <= -ticks ? this.falling : this.rising).take().id;
  }

  /** Whether the loan is watched by exactly the prices that it says. */
  has({ id, watchTicks, clearTicks }: Loan): boolean {
    const below = this.falling.due(kind, id);
    return (watchTicks > 0 ? below === -watchTicks : below === undefined) && (this.rising.due(kind, id) ?? 0) === clearTicks;
  }
}

/** Everything that the venue keeps about loans. */
export class Loans {
  nextLoan = 1;
  readonly products = new Map<number, Product>();
  /** By coin market. */
  readonly watches = new Map<number, Watch>();
  private readonly loans = new Map<number, Loan>();
  private readonly byOwner = new Map<number, Set<Loan>>();

  get(id: number): Loan | undefined {
    return this.loans.get(id);
  }

  /** By id. */
  of(owner: number): Loan[] {
    return [...(this.byOwner.get(owner) ?? [])].sort((a, b) => a.id - b.id);
  }

  countOf(owner: number): number {
    return this.byOwner.get(owner)?.size ?? 0;
  }

  /** By id. */
  all(): Loan[] {
    return [...this.loans.values()].sort((a, b) => a.id - b.id);
  }

  watchOf(instrument: number): Watch {
    const known = this.watches.get(instrument);
    if (known !== undefined) return known;
    const watch = new Watch();
    this.watches.set(instrument, watch);
    return watch;
  }

  add(loan: Loan): void {
    this.loans.set(loan.id, loan);
    const own = this.byOwner.get(loan.owner);
    if (own === undefined) this.byOwner.set(loan.owner, new Set([loan]));
    else own.add(loan);
  }

  remove(loan: Loan): void {
    this.loans.delete(loan.id);
    const own = this.byOwner.get(loan.owner);
    own?.delete(loan);
    if (own?.size === 0) this.byOwner.delete(loan.owner);
    this.watches.get(loan.instrument)?.remove(loan);
  }
}
