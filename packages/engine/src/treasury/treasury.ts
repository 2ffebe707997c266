import { AssetKind, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, isCount, isId, lowOf, maxAmount } from '../base/exact.ts';
import { isWallet, walletHolds, walletName } from '../catalogue/assets.ts';
import type { FundHouse, GrantDemo, OpenAccount, SetFeeClass, Transfer } from '../commands.ts';
import { backing } from '../contract/account.ts';
import { watchAccount } from '../contract/watch.ts';
import { Acc, accountInts, Kind } from '../core/account-book.ts';
import { firstCustomer, House, houseFunding } from '../core/accounts.ts';
import { dayMs, demoAssetCode, demoGrantWhole } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { checkDelivery, isChangingShare, noteDelivery } from '../stock/deliver.ts';

const maxFeeClass = 63;
const isFeeClass = (value: unknown): value is number => isCount(value) && value <= maxFeeClass;
const isAmount = (value: unknown): value is bigint => typeof value === 'bigint' && value > 0n && value < maxAmount;

/** Customers, and of the house accounts the market maker, which trades as an ordinary account. */
export function openAccount(s: State, command: OpenAccount): Outcome {
  const { account, feeClass } = command;
  if (!isId(account) || (account < firstCustomer && account !== House.marketMaker)) {
    return badField('account', { problem: 'accountFrom', min: firstCustomer });
  }
  if (!isFeeClass(feeClass)) return badField('feeClass', { problem: 'between', min: 0, max: maxFeeClass });
  if (s.accounts.trading(account) !== 0) return refuse('accountExists', { field: 'account' });
  if (account >= firstCustomer && s.accounts.count >= s.limits.accounts) return refuse('overloaded');
  const known = s.accounts.slot(account);
  const slot = known === 0 ? s.accounts.add(account) : known;
  s.accounts.store.i[slot * accountInts + Acc.kind] = Kind.trading;
  s.accounts.store.i[slot * accountInts + Acc.feeClass] = feeClass;
  return done;
}

export function setFeeClass(s: State, command: SetFeeClass): Outcome {
  if (!isFeeClass(command.feeClass)) return badField('feeClass', { problem: 'between', min: 0, max: maxFeeClass });
  const slot = isId(command.account) ? s.accounts.trading(command.account) : 0;
  if (slot === 0) return refuse('accountUnknown');
  s.accounts.store.i[slot * accountInts + Acc.feeClass] = command.feeClass;
  return done;
}

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
  if (delivers !== 0) noteDelivery(s, asset, delivers, amount);
  return done;
}

/** Tops the coin wallet up to the demo amount, frozen money counted, once a UTC day. */
export function grantDemo(s: State, command: GrantDemo): Outcome {
  if (s.venue !== 'demo') return refuse('forbidden');
  if (s.mode === 'readOnly') return refuse('readOnly');
  const slot = isId(command.account) ? s.accounts.trading(command.account) : 0;
  if (slot === 0 || command.account < firstCustomer) return refuse('accountUnknown');
  const asset = s.assets.withCode(demoAssetCode);
  if (asset === undefined) return refuse('assetUnknown');
  const day = Math.floor(s.time / dayMs) + 1;
  const { i } = s.accounts.store;
  if (i[slot * accountInts + Acc.grantDay] === day) return refuse('demoGrantUsed');
  const balance = s.ledger.find(slot, Wallet.coin, asset.index);
  const amount = demoGrantWhole * 10n ** BigInt(asset.scale) - s.ledger.available(balance) - s.ledger.frozen(balance);
  if (amount <= 0n) return refuse('demoGrantFull');
  i[slot * accountInts + Acc.grantDay] = day;
  const from = s.ledger.obtain(s.accounts.slot(House.external), Wallet.coin, asset.index, asset.asset);
  const to = s.ledger.obtain(slot, Wallet.coin, asset.index, asset.asset);
  s.ledger.move(from, to, highOf(amount), lowOf(amount), flows.demoGrant.code, flows.demoGrant.code);
  return { ok: true, result: { kind: 'granted', asset: asset.asset, amount } };
}

/** Between two wallets of one account. */
export function transfer(s: State, command: Transfer): Outcome {
  if (s.mode === 'readOnly') return refuse('readOnly');
  const slot = isId(command.account) ? s.accounts.trading(command.account) : 0;
  if (slot === 0) return refuse('accountUnknown');
  const { from, to, amount } = command;
  if (!isWallet(from) || !isWallet(to)) return refuse('walletUnknown');
  if (from === to) return refuse('walletSame');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  for (const wallet of [from, to]) {
    if (!walletHolds(wallet, asset.assetKind)) return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  }
  if (!isAmount(amount)) return refuse('amountInvalid');
  const source = s.ledger.find(slot, from, asset.index);
  const available = s.ledger.available(source);
  if (available < amount) {
    return refuse('insufficientBalance', {
      asset: asset.code,
      available: amountWords(asset, available),
      needed: amountWords(asset, amount),
    });
  }
  if (from === Wallet.contract) {
    const free = available - BigInt(backing(s, slot, asset).loss);
    if (amount > free) return refuse('transferBelowMargin', { asset: asset.code, free: amountWords(asset, free > 0n ? free : 0n) });
  }
  const target = s.ledger.obtain(slot, to, asset.index, asset.asset);
  s.ledger.move(source, target, highOf(amount), lowOf(amount), flows.transferOut.code, flows.transferIn.code);
  if (from === Wallet.contract || to === Wallet.contract) watchAccount(s, slot);
  return done;
}
