import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import { type Asset, walletHolds, walletName } from '../catalogue/assets.ts';
import type { Transfer } from '../commands.ts';
import { backing } from '../contract/account.ts';
import { watchAccount } from '../contract/watch.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, refuse } from '../outcomes.ts';
import { isAmount } from './amount.ts';

/** A transfer of an account (slot) that is about to happen. */
export interface Move {
  owner: number;
  from: Wallet;
  to: Wallet;
  asset: Asset;
  amount: bigint;
}

export function transfer(s: State, owner: number, { from, to, asset: wanted, amount }: Transfer) {
  const asset = s.assets.get(wanted);
  if (asset === undefined) return refuse('assetUnknown');
  const move = { owner, from, to, asset, amount };
  const refused = checkMove(s, move);
  if (refused !== undefined) return refused;
  carryOut(s, move);
  return done;
}

/** Whether money may move between two wallets, of which `arriving` comes into the first one before. Changes nothing. */
export function checkMove(s: State, { owner, from, to, asset, amount }: Move, arriving = 0n) {
  if (from === to) return refuse('walletSame');
  for (const wallet of [from, to]) {
    if (!walletHolds(wallet, asset.assetKind)) return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  }
  if (!isAmount(amount)) return refuse('amountInvalid');
  const available = s.ledger.available(s.ledger.find(owner, from, asset.index)) + arriving;
  if (available < amount) {
    const figures = { available: amountWords(asset, available), needed: amountWords(asset, amount) };
    return refuse('insufficientBalance', { asset: asset.code, ...figures, missing: amountWords(asset, amount - available) });
  }
  if (from !== Wallet.contract) return undefined;
  const free = available - BigInt(backing(s, owner, asset).loss);
  return amount > free ? refuse('transferBelowMargin', { asset: asset.code, free: amountWords(asset, free > 0n ? free : 0n) }) : undefined;
}

/** Moves money that `checkMove` let pass. */
export function carryOut(s: State, move: Move): void {
  const { owner, from, to, asset, amount } = move;
  const source = s.ledger.find(owner, from, asset.index);
  const target = s.ledger.obtain(owner, to, asset.index, asset.asset);
  s.ledger.move(source, target, highOf(amount), lowOf(amount), flows.transferOut.code, flows.transferIn.code);
  if (from === Wallet.contract || to === Wallet.contract) watchAccount(s, owner);
}

/** What `ask` answers about the wallet that the money moves to, once it is there. Nothing has moved afterwards, and nothing is written. */
export function supposing<T>(s: State, { owner, to, asset, amount }: Move, ask: () => T): T {
  return s.ledger.supposing(s.ledger.obtain(owner, to, asset.index, asset.asset), highOf(amount), lowOf(amount), ask);
}
