import type { BalanceView } from '../api.ts';
import type { State } from '../core/state.ts';

/** Balances of an account that are not zero, by wallet, then asset. */
export function balanceViews({ accounts, ledger }: State, account: number): BalanceView[] {
  const owner = accounts.slot(account);
  if (owner === 0) return [];
  const views: BalanceView[] = [];
  for (const slot of ledger.of(owner)) {
    const available = ledger.available(slot);
    const frozen = ledger.frozen(slot);
    if (available === 0n && frozen === 0n) continue;
    views.push({ wallet: ledger.wallet(slot), asset: ledger.asset(slot), available, frozen });
  }
  return views.sort((a, b) => a.wallet - b.wallet || a.asset - b.asset);
}
