import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import type { Transfer } from '../commands.ts';
import { backing } from '../contract/account.ts';
import { watchAccount } from '../contract/watch.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, refuse } from '../outcomes.ts';
import { isAmount } from './amount.ts';

export function transfer(s: State, owner: number, command: Transfer) {
  const { from, to, amount } = command;
  if (from === to) return refuse('walletSame');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  for (const wallet of [from, to]) {
    if (!walletHolds(wallet, asset.assetKind)) return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  }
  if (!isAmount(amount)) return refuse('amountInvalid');
  const source = s.ledger.find(owner, from, asset.index);
  const available = s.ledger.available(source);
  if (available < amount) {
    return refuse('insufficientBalance', {
      asset: asset.code,
      available: amountWords(asset, available),
      needed: amountWords(asset, amount),
    });
  }
  if (from === Wallet.contract) {
    const free = available - BigInt(backing(s, owner, asset).loss);
    if (amount > free) return refuse('transferBelowMargin', { asset: asset.code, free: amountWords(asset, free > 0n ? free : 0n) });
  }
  const target = s.ledger.obtain(owner, to, asset.index, asset.asset);
  s.ledger.move(source, target, highOf(amount), lowOf(amount), flows.transferOut.code, flows.transferIn.code);
  if (from === Wallet.contract || to === Wallet.contract) watchAccount(s, owner);
  return done;
}
