import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { floorDiv, mulDivFloor } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, refuse } from '../outcomes.ts';
import { type Member, termMs } from './book.ts';
import { type BuyLevel, membership } from './declare.ts';
import { setEnd, tellMember } from './tell.ts';

/** Wallets whose money backs no position. */
const free: readonly number[] = [Wallet.coin, Wallet.wealth];

/** The balance that a price is paid from, or why it is not. */
export function payingBalance(s: State, owner: number, wallet: Wallet, assetId: number, price: number) {
  const asset = s.assets.get(assetId)!;
  if (!free.includes(wallet) || !walletHolds(wallet, asset.assetKind))
    return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  const own = s.ledger.find(owner, wallet, asset.index);
  if (s.ledger.covers(own, price)) return { own, asset };
  const figures = { available: amountWords(asset, s.ledger.available(own)), needed: amountWords(asset, BigInt(price)) };
  return refuse('insufficientBalance', { asset: asset.code, ...figures });
}

/** The share of some time that is left in what was paid for a bought level. */
const worthOf = ({ boughtFor, boughtFrom, boughtUntil }: Readonly<Member>, left: number): number =>
  mulDivFloor(boughtFor, left, boughtUntil - boughtFrom);

/** What a lower level is still worth: the share of its whole days that are left in what was paid for it, at most the price of the new one. */
function creditOf(s: State, member: Readonly<Member> | undefined, price: number): number {
  if (member === undefined || member.boughtLevel === 0 || member.boughtUntil <= s.time) return 0;
  return Math.min(price, worthOf(member, floorDiv(member.boughtUntil - s.time, dayMs) * dayMs));
}

/** The highest level that an account has without what it has bought and without its volume, its own class among them: one that is bought below it brings nothing. */
const givenLevel = (s: State, owner: number, member: Readonly<Member> | undefined): number =>
  Math.max(
    s.accounts.feeClass(owner),
    member?.plus === 'holds' ? s.membership.rules!.plusLevel : 0,
    member !== undefined && member.grantedUntil > s.time ? member.grantedLevel : 0,
  );

export function buyLevel(s: State, owner: number, { account, wallet, level, version }: BuyLevel) {
  const { rules } = s.membership;
  const price = rules?.prices[level - 1] ?? 0;
  if (rules === undefined || price === 0) return refuse('levelUnknown');
  if (s.membership.version !== version) return refuse('termsChanged');
  const member = s.membership.member(owner);
  const bought = member !== undefined && member.boughtUntil > s.time ? member.boughtLevel : 0;
  // One more term may wait for the end of the one that runs.
  const waits = bought === level && member!.boughtUntil > s.time + termMs;
  if (bought > level || waits || givenLevel(s, owner, member) >= level) return refuse('levelCovered');
  const again = bought === level;
  const credit = again ? 0 : creditOf(s, member, price);
  const paying = payingBalance(s, owner, wallet, rules.asset, price - credit);
  if ('error' in paying) return paying;
  const { own, asset } = paying;
  const fees = s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, asset.index, asset.asset);
  if (price > credit) s.ledger.move(own, fees, 0, price - credit, flows.vipPurchase.code, flows.vipPurchase.code);
  const before = { paidBefore: 0, beganBefore: 0, endsBefore: 0 };
  if (credit > 0)
    Object.assign(before, { paidBefore: member!.boughtFor, beganBefore: member!.boughtFrom, endsBefore: member!.boughtUntil });
  const from = again ? member!.boughtUntil : s.time;
  const until = from + termMs;
  const figures = { level, version, wallet, asset: asset.asset, price, credit, ...before, from, until };
  s.log.tell(membership.events.levelBought, { account, ...figures });
  // What is used up is dropped: a price of long ago says nothing about the days that are left, and the sum stays within two prices.
  const boughtFor = again ? worthOf(member!, member!.boughtUntil - s.time) + price : price;
  s.membership.change(owner, { boughtLevel: level, boughtFrom: s.time, boughtUntil: until, boughtFor, boughtAsset: asset.asset });
  setEnd(s, owner);
  tellMember(s, owner, 'bought', { amount: price - credit, asset: asset.asset });
  return done;
}
