import { openSlots } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, countedBit, Product, productOf, termsDirection, wholeBit } from '../book/terms.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { placeKey } from './place-index.ts';
import { openingValue } from './reserve.ts';

/** Checks that the sums and lists over open orders match the orders, and that every closing order has a position to close. */
export function checkOrderSums(s: State): void {
  const values = new Map<number, { orders: number; value: number }>();
  const exits = new Map<number, Set<number>>();
  const { f, i } = s.orders.store;
  for (const owner of s.accounts.slots()) {
    for (const slot of openSlots(s, owner, 0)) {
      const at = slot * orderWidth;
      const terms = i[at * 2 + OrdI.terms]!;
      if (productOf(terms) === Product.spot) continue;
      const ins = s.instruments.at(i[at * 2 + OrdI.instrument]!);
      must((terms & countedBit) !== 0, 'everyOrderIsCounted', `order ${f[at + Ord.id]}`);
      if (closes(terms)) {
        const position = s.positions.find(owner, ins.slot, termsDirection(terms));
        must(position !== 0, 'closingOrdersHaveAPosition', `order ${f[at + Ord.id]}`);
        const id = s.positions.id(position);
        exits.set(id, (exits.get(id) ?? new Set()).add(f[at + Ord.id]!));
        const { takeProfit, stopLoss } = s.exits.obtain(id);
        const whole = (terms & wholeBit) !== 0;
        must(whole === (takeProfit === f[at] || stopLoss === f[at]), 'oneWholeProtectionEach', `order ${f[at + Ord.id]}`);
      } else {
        const key = placeKey(owner, ins.slot, termsDirection(terms));
        const sum = values.get(key) ?? { orders: 0, value: 0 };
        values.set(key, { orders: sum.orders + 1, value: sum.value + openingValue(s, ins, slot) });
      }
    }
  }
  let openings = 0;
  s.pending.each((key, orders, value) => {
    openings += 1;
    const sum = values.get(key);
    must(
      sum?.orders === orders && sum.value === value,
      'openingsAddUp',
      `${orders} orders of ${value}, found ${sum?.orders} of ${sum?.value}`,
    );
  });
  must(openings === values.size, 'openingsAddUp', `${openings} kept, ${values.size} found`);
  let positions = 0;
  s.exits.each((position, { all }) => {
    positions += 1;
    const found = exits.get(position);
    must(found?.size === all.size && [...all].every((id) => found.has(id)), 'exitsAreListed', `position ${position}`);
  });
  must(positions === exits.size, 'exitsAreListed', `${positions} kept, ${exits.size} found`);
  for (const order of s.attached.keys()) must(s.orders.slot(order) !== 0, 'attachedToAnOpenOrder', `order ${order}`);
}
