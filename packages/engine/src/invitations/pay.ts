import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { assetOfPot, walletOfPot } from './book.ts';
import { invitations, linesPerPayout } from './declare.ts';
import { nextMidnight } from './set.ts';

const million = 1_000_000n;

/** 00:00 UTC: the fees of the day are closed, and their rebates are paid from here on, so many by each command. A day before that is being paid goes first. */
export function rebatesDue(s: State, _: number, due: number): void {
  const timer = invitations.timers.rebatesDue.number;
  if (s.limits.corrections < 2) while (s.invitations.closing !== undefined) payNext(s);
  if (s.invitations.closing !== undefined) {
    s.timers.set(timer, 0, s.time + 1);
    return;
  }
  s.timers.set(timer, 0, nextMidnight(s.time));
  s.invitations.close(Math.floor(due / dayMs) * dayMs - dayMs);
}

export function continueRebates(s: State): void {
  for (let payouts = 0; payouts < s.limits.rebatesPerCommand && s.invitations.closing !== undefined; payouts++) payNext(s);
}

/** Whole units are paid to the receiver's coin wallet, the rest is carried to the next payout of the same asset and wallet. */
function payNext(s: State): void {
  const book = s.invitations;
  const { day } = book.closing!;
  const { account, pot, lines } = book.take(linesPerPayout)!;
  const [asset, wallet] = [s.assets.get(assetOfPot(pot))!, walletOfPot(pot)];
  const carried = book.carriedOf(account, pot);
  const owed = lines.reduce((sum, { fees, partPpm }) => sum + fees * BigInt(partPpm), BigInt(carried));
  const paid = owed / million;
  const remainder = Number(owed % million);
  const fees = s.ledger.find(s.accounts.slot(House.fees), wallet, asset.index);
  if (s.ledger.available(fees) < paid) {
    book.putBack(account, pot, lines);
    return;
  }
  book.carry(account, pot, remainder);
  book.owe(pot, -paid * million);
  if (paid > 0n) {
    const own = s.ledger.obtain(s.accounts.slot(account), Wallet.coin, asset.index, asset.asset);
    const friends = lines.some(({ friend }) => friend !== account);
    const flow = friends ? flows.rebateFirstLevel.code : flows.rebateFriendDiscount.code;
    s.ledger.move(fees, own, highOf(paid), lowOf(paid), flows.rebateHousePays.code, flow, book.nextRebate);
  }
  const figures = { lines, carried, paid, remainder };
  s.log.tell(invitations.events.rebateDay, { rebate: book.nextRebate++, account, wallet, asset: asset.asset, day, ...figures });
}
