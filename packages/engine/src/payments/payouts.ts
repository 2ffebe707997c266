import { dayMs } from '../core/limits.ts';
import type { PayoutFacts } from './declare.ts';
import { isOpen, isReleased } from './states.ts';

/** A payout as the engine keeps it. A step replaces it as a whole. */
export interface Payout extends Readonly<PayoutFacts> {
  /** The command that ended it; 0 while it is open. */
  readonly endedBy: number;
}

/** Payouts that are open, and the newest of those that ended: a bank may give one back. */
export class Payouts {
  next = 1;
  private readonly byId = new Map<number, Payout>();
  /** In the order of their ends. */
  private readonly ended = new Set<number>();
  /** By account: those of the last day that were not released, oldest first. */
  private readonly recent = new Map<number, number[]>();
  /** Accounts that were ever paid. */
  readonly paid = new Set<number>();

  get(id: number): Payout | undefined {
    return this.byId.get(id);
  }

  /** An account's payouts of the 24 hours before `now` that were not released, oldest first. */
  lastDay(account: number, now: number): Payout[] {
    return this.recentOf(account).filter(({ requestedAt }) => requestedAt + dayMs > now);
  }

  /** Adds one, or puts what it has become. */
  put(payout: Payout): void {
    const before = this.byId.get(payout.payout);
    this.byId.set(payout.payout, payout);
    if (before === undefined && !isReleased(payout.state)) this.noteRecent(payout);
    if (isReleased(payout.state)) this.forgetRecent(payout);
    if (!isOpen(payout.state)) this.ended.add(payout.payout);
    if (payout.state === 'completed') this.paid.add(payout.account);
  }

  /** Forgets ended ones beyond `most`, the first ended first; none whose amount still counts in its day. */
  forget(most: number, now: number): void {
    for (const id of this.ended) {
      const payout = this.byId.get(id)!;
      if (this.ended.size <= most || payout.requestedAt + dayMs > now) return;
      this.ended.delete(id);
      this.byId.delete(id);
      this.forgetRecent(payout);
    }
  }

  /** By number. */
  list(which: (payout: Payout) => boolean = () => true): Payout[] {
    return [...this.byId.values()].filter(which).sort((a, b) => a.payout - b.payout);
  }

  open(): Payout[] {
    return this.list(({ state }) => isOpen(state));
  }

  of(account: number): Payout[] {
    return this.list((payout) => payout.account === account);
  }

  load(payouts: readonly Payout[]): void {
    for (const payout of payouts) this.put(payout);
    const ends = payouts.filter(({ state }) => !isOpen(state)).sort((a, b) => a.endedBy - b.endedBy);
    this.ended.clear();
    for (const { payout } of ends) this.ended.add(payout);
  }

  private recentOf(account: number): Payout[] {
    return (this.recent.get(account) ?? []).map((id) => this.byId.get(id)!);
  }

  /** Those that no longer count are left out at the same time, so that the list stays as short as the day's limit. */
  private noteRecent({ payout, account, requestedAt }: Payout): void {
    const live = this.lastDay(account, requestedAt).map((one) => one.payout);
    this.recent.set(account, [...live, payout]);
  }

  private forgetRecent({ payout, account }: Payout): void {
    const rest = (this.recent.get(account) ?? []).filter((id) => id !== payout);
    if (rest.length > 0) this.recent.set(account, rest);
    else this.recent.delete(account);
  }
}
