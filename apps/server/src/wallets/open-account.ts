import { system } from '@bourse/engine';
import { Venue } from '@bourse/protocol/enums';
import { resultOf } from '../calls/answers.ts';
import type { TradingAccounts } from '../people/ports.ts';
import { derivedCommandId } from '../sequencer/command-ids.ts';
import type { EnginePort, Venues } from '../sequencer/port.ts';
import { restrictAccount } from '../standing/restrict-account.ts';

/** The default fee class. */
const baseFeeClass = 0;

/**
 * Opens the ledger account of a customer, once: the command ids are derived from the account, so a repeated request gets the first answer. A demo
 * account gets its first grant with it.
 */
export async function openTradingAccount(venue: EnginePort, account: number): Promise<void> {
  const open = await venue.submit({
    account,
    commandId: derivedCommandId(`open:${venue.venue}:${account}`),
    command: { kind: 'openAccount', account, feeClass: baseFeeClass },
  });
  resultOf(open);
  if (venue.venue !== Venue.demo) return;
  const grant = await venue.submit({
    account,
    commandId: derivedCommandId(`grant:${venue.venue}:${account}`),
    command: { kind: 'grantDemo', account },
    actor: system,
  });
  resultOf(grant);
}

export const createTradingAccounts = (venues: Venues): TradingAccounts => ({
  open: (venue, account) => openTradingAccount(venues[venue], account),
  async invited(venue, link) {
    const { outcome } = await venues[venue].submit({
      account: link.account,
      commandId: derivedCommandId(`invited:${venue}:${link.account}`),
      command: { kind: 'setInviter', ...link },
      actor: system,
    });
    return outcome.ok ? undefined : outcome.error;
  },
  restrict: (venue, account, what) => restrictAccount(venues[venue], account, what),
});
