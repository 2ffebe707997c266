import type { Asset } from '../../catalogue/assets.ts';
import { House } from '../../core/accounts.ts';
import type { State } from '../../core/state.ts';
import { houseBalance } from '../account.ts';

/** What the insurance fund can pay, in quote units. Amounts beyond the safe range are capped at its end. */
export function insuranceOf(s: State, asset: Asset): number {
  return s.ledger.availableUnits(houseBalance(s, House.insurance, asset));
}
