import { Wallet } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { choice, count, id, list, struct, units } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { assetOfPot, walletOfPot } from './book.ts';
import { invitations, mostRebatePpm } from './declare.ts';

const of = { account: id(), wallet: choice(Wallet), asset: id() };
const lines = list(struct({ ...of, friend: id(), fees: units(), partPpm: count() }));
const fields = {
  next: count(),
  links: list(struct({ account: id(), inviter: id(), inviterPpm: count(), friendPpm: count() })),
  open: lines,
  /** The day that is being paid, if `closing` has lines. */
  day: count(),
  closing: lines,
  rests: list(struct({ ...of, millionths: count() })),
};

/** A venue where nobody was invited keeps nothing. */
export const invitationsSection = laterSection(33, 'invitations', fields, {
  save({ invitations: book }) {
    if (book.links.size === 0) return undefined;
    return {
      next: book.nextRebate,
      links: [...book.links.values()].sort((a, b) => a.account - b.account),
      open: book.lines('open'),
      day: book.closing?.day ?? 0,
      closing: book.lines('closing'),
      rests: book.rests(),
    };
  },
  load({ invitations: book }, { next, links, open, day, closing, rests }) {
    book.nextRebate = next;
    for (const link of links) book.links.set(link.account, link);
    for (const line of open) book.add(line);
    book.loadClosing(day, closing);
    for (const rest of rests) book.loadRest(rest);
  },
});

/** Inviters are older than their friends, nobody gets more than the half, and the house has what it owes. */
export function checkInvitations(s: State): void {
  const book = s.invitations;
  for (const { account, inviter, inviterPpm, friendPpm } of book.links.values()) {
    must(inviter < account, 'invitersAreOlder', `account ${account}`);
    must(inviterPpm + friendPpm <= mostRebatePpm, 'rebatesAtMostHalf', `account ${account}`);
  }
  const owed = new Map<number, bigint>();
  const owe = (asset: number, wallet: Wallet, millionths: bigint) =>
    owed.set(asset * 8 + wallet, (owed.get(asset * 8 + wallet) ?? 0n) + millionths);
  for (const { account, asset, wallet, friend, fees, partPpm } of [...book.lines('open'), ...book.lines('closing')]) {
    const link = book.links.get(friend);
    const part = account === friend ? link?.friendPpm : link?.inviter === account ? link.inviterPpm : undefined;
    must(part === partPpm, 'rebatesFollowTheirLink', `account ${account}, friend ${friend}`);
    owe(asset, wallet, fees * BigInt(partPpm));
  }
  for (const { account, asset, wallet, millionths } of book.rests()) {
    must(millionths > 0 && millionths < 1_000_000, 'onlyPartsAreCarried', `account ${account}, asset ${asset}`);
    owe(asset, wallet, BigInt(millionths));
  }
  for (const [pot, millionths] of book.owed) must(millionths === (owed.get(pot) ?? 0n), 'rebatesAddUp', `asset ${assetOfPot(pot)}`);
  for (const pot of owed.keys()) {
    const [asset, wallet] = [assetOfPot(pot), walletOfPot(pot)];
    const has = s.ledger.available(s.ledger.find(s.accounts.slot(House.fees), wallet, s.assets.get(asset)!.index));
    must(book.reserved(asset, wallet) <= has, 'feesCoverRebates', `asset ${asset}: ${has}`);
  }
  if (book.links.size > 0)
    must(s.timers.due(invitations.timers.rebatesDue.number, 0) !== undefined, 'rebatesHaveTheirTime', `${book.links.size} links`);
}
