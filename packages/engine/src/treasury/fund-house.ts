import { AssetKind } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, isId, lowOf, maxAmount } from '../base/exact.ts';
import { isWallet, walletHolds, walletName } from '../catalogue/assets.ts';
import type { FundHouse } from '../commands.ts';
import { firstCustomer, House, houseFunding } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { addDelivery, checkDelivery, isChangingShare } from '../stock/deliver.ts';
import { isAmount } from './amount.ts';

const fundingFlow: Partial<Record<number, number>> = {
  [House.insurance]: flows.houseInsuranceFunding.code,
  [House.yield]: flows.houseYieldFunding.code,
  [House.marketMaker]: flows.houseMakerFunding.code,
};

/** The house's own capital comes in from outside, each reference once. */
export function fundHouse(s: State, command: FundHouse): Outcome {
  const { account, wallet, amount, reference } = command;
  if (
    !isId(account) ||
    account >= firstCustomer ||
    account === House.external ||
    account === House.clearing ||
    account === houseFunding ||
    s.accounts.slot(account) === 0
  )
    return refuse('accountUnknown');
  if (!isWallet(wallet)) return refuse('walletUnknown');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(wallet, asset.assetKind)) return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  if (!isAmount(amount)) return refuse('amountInvalid');
  if (typeof reference !== 'string' || reference.length === 0 || reference.length > 64)
    return badField('reference', { problem: 'characters', min: 1, max: 64 });
  if (s.references.has(reference)) return refuse('referenceBooked');
  if (s.references.size >= s.limits.references) return refuse('overloaded');
  if (isChangingShare(s, asset)) return refuse('overloaded');
  const outside = s.ledger.find(s.accounts.slot(House.external), wallet, asset.index);
  if (amount - s.ledger.available(outside) >= maxAmount) return refuse('amountInvalid');
  const delivers = asset.assetKind === AssetKind.share ? s.accounts.trading(account) : 0;
  const undelivered = delivers === 0 ? undefined : checkDelivery(s, asset, delivers, amount);
  if (undelivered !== undefined) return undelivered;
  s.references.add(reference);
  const flow = fundingFlow[account] ?? flows.houseFunding.code;
  const from = s.ledger.obtain(s.accounts.slot(House.external), wallet, asset.index, asset.asset);
  const to = s.ledger.obtain(s.accounts.slot(account), wallet, asset.index, asset.asset);
  s.ledger.move(from, to, highOf(amount), lowOf(amount), flow, flow);
  if (delivers !== 0) addDelivery(s, asset, delivers, amount);
  return done;
}
