import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { refuse } from '../outcomes.ts';
import type { Loan } from './book.ts';

/** Balances that loans touch, of one asset. Who has nothing there has none. */
export const coinOf = (s: State, owner: number, asset: Asset): number => s.ledger.find(owner, Wallet.coin, asset.index);
export const houseCoin = (s: State, account: number, asset: Asset): number =>
  s.ledger.obtain(s.accounts.slot(account), Wallet.coin, asset.index, asset.asset);
/** The insurance fund stands in the wallet of contracts. */
export const insuranceOf = (s: State, asset: Asset): number =>
  s.ledger.obtain(s.accounts.slot(House.insurance), Wallet.contract, asset.index, asset.asset);
export const poolUnits = (s: State, asset: Asset): number =>
  s.ledger.availableUnits(s.ledger.find(s.accounts.slot(House.loanPool), Wallet.coin, asset.index));

export const marketOf = (s: State, { instrument }: Pick<Loan, 'instrument'>): Instrument => s.instruments.get(instrument)!;

/** Moves what is above zero, under one flow. */
export function pay(s: State, from: number, to: number, amount: number, flow: number, loan: number): void {
  if (amount === 0) return;
  const units = BigInt(amount);
  s.ledger.move(from, to, highOf(units), lowOf(units), flow, flow, loan);
}

export function checkCovers(s: State, owner: number, asset: Asset, amount: number) {
  const slot = coinOf(s, owner, asset);
  if (s.ledger.covers(slot, amount)) return undefined;
  const figures = { available: amountWords(asset, s.ledger.available(slot)), needed: amountWords(asset, BigInt(amount)) };
  return refuse('insufficientBalance', { asset: asset.code, ...figures });
}

export const freezeCollateral = (s: State, owner: number, asset: Asset, amount: number, loan: number): void =>
  s.ledger.freeze(coinOf(s, owner, asset), amount, flows.loanCollateralLock.code, loan, 0);

export function releaseCollateral(s: State, loan: Loan, amount: number): void {
  if (amount > 0) s.ledger.release(coinOf(s, loan.owner, marketOf(s, loan).base), amount, flows.loanCollateralRelease.code, loan.id, 0);
}
