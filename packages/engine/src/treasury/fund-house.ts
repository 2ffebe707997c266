import { AssetKind } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf, maxAmount } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import type { FundHouse } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { addDelivery, checkDelivery, isChangingShare } from '../stock/deliver.ts';
import { isAmount } from './amount.ts';

const fundingFlow: Partial<Record<number, number>> = {
  [House.insurance]: flows.houseInsuranceFunding.code,
  [House.yield]: flows.houseYieldFunding.code,
  [House.marketMaker]: flows.houseMakerFunding.code,
};

/** House accounts whose money only the engine's own postings may move. */
export const engineOnly: readonly number[] = [House.external, House.clearing, House.funding];

export function fundHouse(s: State, command: FundHouse) {
  const { account, wallet, amount, number } = command;
  if (account >= firstCustomer || engineOnly.includes(account) || s.accounts.slot(account) === 0) return refuse('accountUnknown');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(wallet, asset.assetKind)) return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  if (!isAmount(amount)) return refuse('amountInvalid');
  if (s.funded.has(number)) return refuse('referenceBooked');
  if (!s.funded.takes(number)) return badField('number', { problem: 'atMost', max: s.funded.max });
  if (isChangingShare(s, asset)) return refuse('overloaded');
  const outside = s.ledger.find(s.accounts.slot(House.external), wallet, asset.index);
  if (amount - s.ledger.available(outside) >= maxAmount) return refuse('amountInvalid');
  const delivers = asset.assetKind === AssetKind.share ? s.accounts.trading(account) : 0;
  const undelivered = delivers === 0 ? undefined : checkDelivery(s, asset, delivers, amount);
  if (undelivered !== undefined) return undelivered;
  s.funded.add(number);
  const flow = fundingFlow[account] ?? flows.houseFunding.code;
  const from = s.ledger.obtain(s.accounts.slot(House.external), wallet, asset.index, asset.asset);
  const to = s.ledger.obtain(s.accounts.slot(account), wallet, asset.index, asset.asset);
  s.ledger.move(from, to, highOf(amount), lowOf(amount), flow, flow);
  if (delivers !== 0) addDelivery(s, asset, delivers, amount);
  return done;
}
