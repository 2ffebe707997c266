import { checkIban } from '@bourse/bank-files';
import type { Card, WalletAddress } from '@bourse/protocol';
import { fingerprintOf } from '../deposits/addresses.ts';
import type { Entry, Receiver } from './book.ts';

/** Enough to recognise it, too little to copy it. */
export const masked = (receiver: Receiver): string => {
  const text = receiver.kind === 'address' ? receiver.address : receiver.account;
  return `${text.slice(0, 6)}…${text.slice(-4)}`;
};

const common = ({ engine, rail, receiver, label, usableFrom }: Entry, now: number) => ({
  ...{ id: String(engine.destination), channel: rail.rail, asset: rail.asset.code, label, masked: masked(receiver) },
  fingerprint: receiver.kind === 'address' ? fingerprintOf(receiver.address, receiver.tag) : fingerprintOf(receiver.account, null),
  ...{ addedAt: engine.addedAt, usableFrom, usable: usableFrom <= now },
});

/** Undefined for an address. */
export function cardOf(entry: Entry, now: number): Card | undefined {
  const { receiver, rail } = entry;
  if (receiver.kind !== 'bank') return undefined;
  const { bank, bic, holder, account } = receiver;
  const shown = checkIban(account);
  const currency = rail.source.kind === 'bank' ? rail.source.currency.code : rail.asset.code;
  return { ...common(entry, now), ...{ bank, bic, holder, account: shown.ok ? shown.shown : account, currency } };
}

/** Undefined for a bank account. */
export function addressOf(entry: Entry, now: number): WalletAddress | undefined {
  const { receiver, rail } = entry;
  if (receiver.kind !== 'address' || rail.source.kind !== 'chain') return undefined;
  const { address, tag, owner } = receiver;
  return {
    ...common(entry, now),
    ...{ network: rail.source.network, networkName: rail.networkName ?? rail.source.network, address, tag, owner },
  };
}
