import type { Venue } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { Outbox } from '../platform/outbox.ts';

/** What an account may do: everything, only what closes and takes out, or nothing. */
export type AccountMode = 'normal' | 'closeOnly' | 'locked';

/** What people needs from trading: the ledger account of a customer. */
export interface TradingAccounts {
  /**
   * Opens an account in its venue's ledger. Opening it again has no effect. A demo account gets the demo grant with it. Resolves when that is
   * durable.
   */
  open(venue: Venue, account: number): Promise<void>;
  /**
   * Restricts an account: what it may do, and its payouts for the wait after a change of credentials or until a person ends it. It never loosens anything.
   * Resolves when that is durable.
   */
  restrict(
    venue: Venue,
    account: number,
    what: { mode: AccountMode; payouts: 'keep' | 'afterCredential' | 'untilUnlocked' },
  ): Promise<void>;
  /** Says who invited an account, once. Answers with why the venue would not have it; otherwise resolves when it is durable. */
  invited(venue: Venue, link: { account: number; inviter: number; inviterPpm: number; friendPpm: number }): Promise<ErrorName | undefined>;
}

/** Mails and text messages, stored durably; with `tx`, only if that transaction commits. */
export type Post = Pick<Outbox, 'mail' | 'text'>;

/** The source of time. Tests control it. */
export interface Now {
  /** Milliseconds since the epoch. */
  now(): number;
}
