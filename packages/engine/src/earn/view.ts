import type { EarnHoldingView, EarnProductView } from '../api.ts';
import type { State } from '../core/state.ts';
import { flexibleReserve, type Holding, owedTo, termReserve, yearPpmDays } from './book.ts';
import { setAsideRoom } from './reserve.ts';
import { holdingFacts } from './tell.ts';
import { utcDay } from './today.ts';

/** In the order of their numbers. */
export const earnProductViews = (s: State): EarnProductView[] =>
  [...s.earn.products.values()]
    .sort((a, b) => a.rules.product - b.rules.product)
    .map((product) => {
      const { rules, version, principal, todayPpm, nextPpm } = product;
      const { days, yearlyPpm, minPrincipal } = rules;
      const flexible = days === 0;
      const smallest = flexible
        ? flexibleReserve({ ...product, fresh: product.fresh + minPrincipal }) - product.reserved
        : termReserve({ principal: minPrincipal, yearlyPpm, days });
      const covered = setAsideRoom(s, rules.asset) >= smallest && (!flexible || nextPpm >= yearlyPpm);
      return { rules, version, principal, todayPpm, nextPpm, open: covered && rules.capacity - principal >= minPrincipal };
    });

/** An account's holdings that are not over, by id. */
export const earnHoldingViews = (s: State, owner: number): EarnHoldingView[] => s.earn.of(owner).map((holding) => holdingView(s, holding));

export const earnHoldingView = (s: State, id: number): EarnHoldingView | undefined => {
  const holding = s.earn.get(id);
  return holding && holdingView(s, holding);
};

function holdingView(s: State, holding: Holding): EarnHoldingView {
  const product = s.earn.products.get(holding.product)!;
  const { days, yearlyPpm, principal, firstDay } = holding;
  const passed = Math.min(days, Math.max(0, utcDay(s.time) - firstDay));
  const owed = days === 0 ? owedTo(holding, product) : BigInt(principal) * BigInt(yearlyPpm * passed);
  return { ...holdingFacts(s, holding), earned: Number(owed / yearPpmDays) };
}
