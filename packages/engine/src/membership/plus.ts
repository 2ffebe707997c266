import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { done, refuse } from '../outcomes.ts';
import { payingBalance } from './buy.ts';
import type { ApplyPlus, DecidePlus } from './declare.ts';
import { tellMember } from './tell.ts';

export function applyPlus(s: State, owner: number, { wallet, version }: ApplyPlus) {
  const { rules } = s.membership;
  if (rules === undefined || rules.plusPrice === 0) return refuse('plusUnavailable');
  if (s.membership.version !== version) return refuse('termsChanged');
  const plus = s.membership.member(owner)?.plus;
  if (plus === 'waits') return refuse('plusWaits');
  if (plus === 'holds') return refuse('plusHeld');
  const { plusPrice: amount } = rules;
  const paying = payingBalance(s, owner, wallet, rules.asset, amount);
  if ('error' in paying) return paying;
  const { own, asset } = paying;
  s.ledger.freeze(own, amount, flows.plusPurchase.code, 0, 0);
  s.membership.change(owner, { plus: 'waits', plusFrozen: amount, plusWallet: wallet, plusAsset: asset.asset });
  tellMember(s, owner, 'plusApplied', { amount, asset: asset.asset });
  return done;
}

export function decidePlus(s: State, { account, pass }: DecidePlus) {
  const owner = s.accounts.trading(account);
  if (owner === 0) return refuse('accountUnknown');
  const member = s.membership.member(owner);
  if (member?.plus !== 'waits') return refuse('plusNotWaiting');
  const { plusFrozen: amount, plusWallet, plusAsset } = member;
  const asset = s.assets.get(plusAsset)!;
  const own = s.ledger.find(owner, plusWallet as Wallet, asset.index);
  if (pass) {
    const fees = s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, asset.index, asset.asset);
    s.ledger.posting += 1;
    s.ledger.spend(own, amount, flows.plusPurchase.code, 0, 0);
    s.ledger.credit(fees, amount, flows.plusPurchase.code, 0, 0);
  } else s.ledger.release(own, amount, flows.plusRefund.code, 0, 0);
  s.membership.change(owner, { plus: pass ? 'holds' : 'none', plusFrozen: 0, plusWallet: 0, plusAsset: 0 });
  tellMember(s, owner, pass ? 'plusApproved' : 'plusRefused', { amount, asset: plusAsset });
  return done;
}
