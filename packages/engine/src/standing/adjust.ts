import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, refuse } from '../outcomes.ts';
import { isAmount } from '../treasury/amount.ts';
import { engineOnly } from '../treasury/fund-house.ts';
import type { Adjust } from './declare.ts';

/** The house pays a correction, or gets it; no money comes from outside. */
export function adjust(s: State, { account, house, asset: wanted, amount, add }: Adjust) {
  const owner = account < firstCustomer ? 0 : s.accounts.trading(account);
  const other = house >= firstCustomer || engineOnly.includes(house) ? 0 : s.accounts.slot(house);
  if (owner === 0 || other === 0) return refuse('accountUnknown');
  const asset = s.assets.get(wanted);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(Wallet.coin, asset.assetKind))
    return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(Wallet.coin) });
  if (!isAmount(amount)) return refuse('amountInvalid');
  const [payer, receiver] = add ? [other, owner] : [owner, other];
  const available = s.ledger.available(s.ledger.find(payer, Wallet.coin, asset.index)) - owedBy(s, payer, asset.asset);
  if (available < amount)
    return refuse('insufficientBalance', {
      asset: asset.code,
      available: amountWords(asset, available),
      needed: amountWords(asset, amount),
    });
  const from = s.ledger.obtain(payer, Wallet.coin, asset.index, asset.asset);
  const to = s.ledger.obtain(receiver, Wallet.coin, asset.index, asset.asset);
  const flow = (add ? flows.adjustmentIn : flows.adjustmentOut).code;
  s.ledger.move(from, to, highOf(amount), lowOf(amount), flow, flow);
  return done;
}

/** Of the house's fees, what is owed as rebates is not given to anybody else. */
const owedBy = (s: State, payer: number, asset: number): bigint =>
  s.limits.corrections >= 2 && payer === s.accounts.slot(House.fees) ? s.invitations.reserved(asset, Wallet.coin) : 0n;
