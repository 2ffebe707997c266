import type { Wallet } from '@bourse/protocol/enums';
import { type FlowName, flows } from '@bourse/protocol/flows';
import { flowKeys } from '@bourse/words/own';
import { type PlainKey, type Translate, tMaybe } from '../../../i18n/index.ts';

/** Why a line exists, in words. A type unknown to this version keeps the server's name. */
export function flowLabel(_t: Translate, name: string): string {
  const [shared, own] = flowKeys(name, Object.hasOwn(flows, name) ? flows[name as FlowName].area : '');
  return tMaybe(shared) ?? tMaybe(own) ?? name;
}

const walletKeys: Record<Wallet, PlainKey> = {
  1: 'funds.walletCoin',
  2: 'funds.walletContract',
  3: 'funds.walletStock',
  4: 'funds.walletFast',
  5: 'funds.walletWealth',
};
export const walletLabel = (t: Translate, wallet: Wallet): string => t(walletKeys[wallet]);
export const wallets: readonly Wallet[] = [1, 2, 3, 4, 5];
