import { Wallet } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';

/** Shares that belong to no position: those of house accounts that do not trade, chiefly the pool's. Returns the slots of account and balance. */
export function houseShares(s: State, ins: Instrument): { owner: number; balance: number }[] {
  return Object.values(House)
    .filter((account) => account !== House.external && s.accounts.trading(account) === 0)
    .map((account) => s.accounts.slot(account))
    .filter((owner) => owner !== 0)
    .map((owner) => ({ owner, balance: s.ledger.find(owner, Wallet.stock, ins.base.index) }))
    .filter(({ balance }) => balance !== 0);
}
