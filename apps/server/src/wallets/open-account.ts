import { createHash } from 'node:crypto';
import { Venue } from '@bourse/protocol/enums';
import { resultOf } from '../calls/answers.ts';
import type { TradingAccounts } from '../people/ports.ts';
import type { EnginePort, Venues } from '../sequencer/port.ts';

/** The default fee class. */
const baseFeeClass = 0;

/**
 * Opens the ledger account of a customer, once: the command ids are derived from the account, so a repeated request gets the first answer. A demo
 * account gets its first grant with it.
 */
export async function openTradingAccount(venue: EnginePort, account: number): Promise<void> {
  const open = await venue.submit({
    account,
    commandId: commandIdFor('open', venue.venue, account),
    command: { kind: 'openAccount', account, feeClass: baseFeeClass },
  });
  resultOf(open);
  if (venue.venue !== Venue.demo) return;
  const grant = await venue.submit({
    account,
    commandId: commandIdFor('grant', venue.venue, account),
    command: { kind: 'grantDemo', account },
  });
  resultOf(grant);
}

export const createTradingAccounts = (venues: Venues): TradingAccounts => ({
  open: (venue, account) => openTradingAccount(venues[venue], account),
});

/** A version-8 UUID (custom) derived from its purpose. */
function commandIdFor(purpose: string, venue: Venue, account: number): string {
  const bytes = createHash('sha256').update(`bourse:${purpose}:${venue}:${account}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
