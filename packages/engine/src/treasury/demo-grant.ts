import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, isId, lowOf } from '../base/exact.ts';
import type { GrantDemo } from '../commands.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { dayMs, demoAssetCode, demoGrantWhole } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { refuse } from '../outcomes.ts';

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
