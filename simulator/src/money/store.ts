import type { Outcome, SignedPayout, Step, WatcherState } from '@bourse/chains';
import type { SimulatedRail } from './stage.ts';

/** A payment to a customer, from the moment it may be credited. */
export interface Due {
  readonly number: number;
  readonly rail: SimulatedRail;
  readonly id: string;
  readonly account: number;
  readonly units: bigint;
  /** `people`: too large for a machine. `small`: too small to be credited. */
  state: 'due' | 'credited' | 'people' | 'small';
  /** The chain took it back. */
  lost: boolean;
}

/** What the cashier wrote down about a payout. */
export interface Note {
  sentAt: number;
  signed?: SignedPayout;
  refused: boolean;
}

const addressPrefix = 'address of ';
export const addressOf = (account: number): string => `${addressPrefix}${account}`;
const accountAt = (address: string): number => Number(address.slice(addressPrefix.length));

/** The cashier's tables. They outlive every crash; each change is one transaction. */
export class Store {
  readonly dues = new Map<string, Due>();
  readonly notes = new Map<number, Note>();
  private readonly watched = new Map<number, WatcherState>();
  private next = 1;

  /** A bug to plant: a payment that comes back after a reorganisation looks new. */
  forgetsLost = false;

  load({ rail }: SimulatedRail): WatcherState | undefined {
    return this.watched.get(rail);
  }

  save(rail: SimulatedRail, { state, outcomes }: Step): void {
    this.watched.set(rail.rail, state);
    for (const outcome of outcomes) this.take(rail, outcome);
  }

  note(payout: number, now: number): Note {
    const known = this.notes.get(payout) ?? { sentAt: now, refused: false };
    this.notes.set(payout, known);
    return known;
  }

  private take(rail: SimulatedRail, { kind, id, transfer }: Outcome): void {
    const key = `${rail.rail} ${id}`;
    const known = this.dues.get(key);
    if (kind === 'ready' || (kind === 'returned' && this.forgetsLost)) {
      const account = accountAt(transfer.to);
      this.dues.set(key, { number: this.next++, rail, id, account, units: transfer.units, state: 'due', lost: false });
    } else if (known !== undefined) known.lost = kind === 'lost';
  }
}
