import type { Asset } from '../catalogue/assets.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { houseBalance } from './account.ts';

/** What the insurance fund can pay, quote units; amounts beyond the safe range count as its end. */
export function insuranceOf(s: State, asset: Asset): number {
  return s.ledger.availableUnits(houseBalance(s, House.insurance, asset));
}

/** What a liquidation's side of its trades is bound by, and what came of it. Amounts in quote units. */
export class Forced {
  /** The customer's side settles no worse than this; what a trade asks beyond it the insurance fund pays. */
  readonly bankruptcyTicks: number;
  fee = 0;
  insured = 0;

  constructor(bankruptcyTicks: number) {
    this.bankruptcyTicks = bankruptcyTicks;
  }

  /** How many ticks a price is beyond the bankruptcy price, 0 when it is not. */
  beyond(long: boolean, priceTicks: number): number {
    return Math.max(0, long ? this.bankruptcyTicks - priceTicks : priceTicks - this.bankruptcyTicks);
  }
}
