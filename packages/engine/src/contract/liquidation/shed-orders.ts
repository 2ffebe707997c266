import { MarginMode } from '@bourse/protocol/enums';
import { openSlots } from '../../book/order-record.ts';
import { OrdI, orderWidth } from '../../book/orders.ts';
import { closes, termsMode } from '../../book/terms.ts';
import type { Asset } from '../../catalogue/assets.ts';
import type { State } from '../../core/state.ts';
import { cancelOpen } from '../../leverage/order-life.ts';
import { Reason } from '../../record/decode.ts';
import { backing, fullEquityBeforeOrders } from '../account.ts';

/**
 * Cancels the opening orders of a full-margin account once its losses reach what they reserve. Otherwise the account would be left with no more than its
 * maintenance. Returns whether any were cancelled.
 */
export function shedOrders(s: State, owner: number, asset: Asset): boolean {
  const account = backing(s, owner, asset);
  if (account.maintenance === 0 || fullEquityBeforeOrders(account) > account.maintenance) return false;
  const { i } = s.orders.store;
  let shed = false;
  for (const slot of openSlots(s, owner, 0)) {
    const at = slot * orderWidth * 2;
    const ins = s.instruments.at(i[at + OrdI.instrument]!);
    const terms = i[at + OrdI.terms]!;
    if (terms === 0 || closes(terms) || termsMode(terms) !== MarginMode.full || ins.quote !== asset || ins.contract === undefined) continue;
    cancelOpen(s, ins, slot, Reason.marginShort);
    shed = true;
  }
  return shed;
}
