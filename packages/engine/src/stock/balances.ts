import { Wallet } from '@bourse/protocol/enums';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';

/** A balance in the stock wallet, which holds both money and shares. */
const balance = (s: State, owner: number, { index, asset }: Asset) => s.ledger.obtain(owner, Wallet.stock, index, asset);
const houseBalance = (s: State, house: number, asset: Asset) => balance(s, s.accounts.slot(house), asset);

export const money = (s: State, ins: Instrument, owner: number) => balance(s, owner, ins.quote);
export const shares = (s: State, ins: Instrument, owner: number) => balance(s, owner, ins.base);
export const poolMoney = (s: State, ins: Instrument) => houseBalance(s, House.loanPool, ins.quote);
export const poolShares = (s: State, ins: Instrument) => houseBalance(s, House.loanPool, ins.base);
export const insuranceMoney = (s: State, ins: Instrument) => houseBalance(s, House.insurance, ins.quote);
export const feeMoney = (s: State, ins: Instrument) => houseBalance(s, House.fees, ins.quote);
export const outsideMoney = (s: State, ins: Instrument) => houseBalance(s, House.external, ins.quote);
export const outsideShares = (s: State, ins: Instrument) => houseBalance(s, House.external, ins.base);

/** As much of `amount` as is available. */
export const upTo = (s: State, slot: number, amount: number) => (s.ledger.covers(slot, amount) ? amount : Number(s.ledger.available(slot)));
