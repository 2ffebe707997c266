import type { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { BalanceView } from '../api.ts';
import { mayBeNegative } from '../core/accounts.ts';

/** Flows that bring money into a wallet, or take it out, from outside what a naive book follows. */
export const outsideFlows: ReadonlySet<number> = new Set([
  flows.transferIn.code,
  flows.transferOut.code,
  flows.houseFunding.code,
  flows.houseMakerFunding.code,
  flows.houseInsuranceFunding.code,
]);

/** Balances by name. */
export class Vault {
  private readonly balances = new Map<string, { account: number; wallet: Wallet; asset: number; available: bigint; frozen: bigint }>();

  available(account: number, wallet: Wallet, asset: number): bigint {
    return this.balances.get(`${account}/${wallet}/${asset}`)?.available ?? 0n;
  }

  frozen(account: number, wallet: Wallet, asset: number): bigint {
    return this.balances.get(`${account}/${wallet}/${asset}`)?.frozen ?? 0n;
  }

  change(account: number, wallet: Wallet, asset: number, available: bigint, frozen: bigint): void {
    const key = `${account}/${wallet}/${asset}`;
    const balance = this.balances.get(key) ?? { account, wallet, asset, available: 0n, frozen: 0n };
    balance.available += available;
    balance.frozen += frozen;
    this.balances.set(key, balance);
    if ((balance.available < 0n && !mayBeNegative(account)) || balance.frozen < 0n) throw new Error(`${key} below zero`);
  }

  of(account: number): BalanceView[] {
    return [...this.balances.values()]
      .filter((balance) => balance.account === account && (balance.available !== 0n || balance.frozen !== 0n))
      .map(({ wallet, asset, available, frozen }) => ({ wallet, asset, available, frozen }))
      .sort((a, b) => a.wallet - b.wallet || a.asset - b.asset);
  }
}
