import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { flexibleReserve, type Holding, type Product } from './book.ts';
import { type EarnInterestEvent, earn } from './declare.ts';

/** The balance that principal, or the house's interest, is frozen in. Who has nothing there has none. */
export const wealthOf = (s: State, owner: number, asset: number): number => s.ledger.find(owner, Wallet.wealth, s.assets.get(asset)!.index);

const yieldOf = (s: State, asset: number): number => wealthOf(s, s.accounts.slot(House.yield), asset);

/** What the house could still set aside. */
export const setAsideRoom = (s: State, asset: number): number => s.ledger.availableUnits(yieldOf(s, asset));

/** Freezes or releases interest of the house, so that the product has exactly `wanted` set aside. Answers false, and changes nothing, if the house lacks it or a line of a balance could not hold it. */
export function setAside(s: State, product: Product, wanted: number): boolean {
  if (!Number.isSafeInteger(wanted)) return false;
  const slot = yieldOf(s, product.rules.asset);
  const more = wanted - product.reserved;
  if (more > 0 && !s.ledger.covers(slot, more)) return false;
  if (more > 0) s.ledger.freeze(slot, more, flows.fundReserve.code, 0, 0);
  if (more < 0) s.ledger.release(slot, -more, flows.fundReserve.code, 0, 0);
  product.reserved = wanted;
  return true;
}

/** Sets aside what the flexible product owes now, which is never more than before. */
export const setAsideLess = (s: State, product: Product): boolean => setAside(s, product, flexibleReserve(product));

type Paid = Pick<EarnInterestEvent, 'principal' | 'carried' | 'fromIndex' | 'toIndex' | 'partPpm' | 'interest' | 'interestCause'>;

/** Pays interest out of what was set aside for it. The end of a term is told even if it brought nothing. */
export function payInterest(s: State, product: Product, holding: Holding, paid: Paid): void {
  const { interest, interestCause } = paid;
  const { id, owner, asset } = holding;
  if (interest > 0) {
    const flow = interestCause === 'extract' ? flows.fundExtract.code : flows.fundInterest.code;
    s.ledger.posting += 1;
    s.ledger.spend(yieldOf(s, asset), interest, flow, 0, 0);
    s.ledger.credit(wealthOf(s, owner, asset), interest, flow, 0, 0);
    product.reserved -= interest;
    holding.paid += interest;
  }
  if (interest === 0 && interestCause !== 'maturity') return;
  s.log.tell(earn.events.earnInterest, { holding: id, account: s.accounts.id(owner), product: holding.product, asset, ...paid });
}
