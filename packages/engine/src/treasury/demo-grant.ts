import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import type { GrantDemo } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { dayMs, demoAssetCode, demoGrantWhole } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { grantedResult, refuse } from '../outcomes.ts';

/** Tops an account up to the demo amount, counting frozen money too. */
export function grantDemo(s: State, owner: number, { account }: GrantDemo) {
  if (s.venue !== 'demo') return refuse('forbidden');
  if (account < firstCustomer) return refuse('accountUnknown');
  const asset = s.assets.withCode(demoAssetCode);
  if (asset === undefined) return refuse('assetUnknown');
  const day = Math.floor(s.time / dayMs) + 1;
  const { i } = s.accounts.store;
  if (i[owner * accountInts + Acc.grantDay] === day) return refuse('demoGrantUsed');
  const balance = s.ledger.find(owner, Wallet.coin, asset.index);
  const amount = demoGrantWhole * 10n ** BigInt(asset.scale) - s.ledger.available(balance) - s.ledger.frozen(balance);
  if (amount <= 0n) return refuse('demoGrantFull');
  i[owner * accountInts + Acc.grantDay] = day;
  const from = s.ledger.obtain(s.accounts.slot(House.external), Wallet.coin, asset.index, asset.asset);
  const to = s.ledger.obtain(owner, Wallet.coin, asset.index, asset.asset);
  s.ledger.move(from, to, highOf(amount), lowOf(amount), flows.demoGrant.code, flows.demoGrant.code);
  return grantedResult(asset.asset, amount);
}
