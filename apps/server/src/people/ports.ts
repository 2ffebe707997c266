import type { Venue } from '@bourse/protocol/enums';
import type { Outbox } from '../platform/outbox.ts';

/** What people ask of trading: a ledger account behind a customer. */
export interface TradingAccounts {
  /**
   * Opens an account in its venue's ledger; opening it again is the same as once. A demo account receives the demo grant with it.
   * Resolves when that is durable.
   */
  open(venue: Venue, account: number): Promise<void>;
}

/** Mails and text messages, handed over durably; with `tx` only if that transaction commits. */
export type Post = Pick<Outbox, 'mail' | 'text'>;

/** Where the time comes from; tests own it. */
export interface Now {
  /** Milliseconds since the epoch. */
  now(): number;
}
