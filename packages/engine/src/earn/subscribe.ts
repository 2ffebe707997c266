import { flows } from '@bourse/protocol/flows';
import type { Asset } from '../catalogue/assets.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { holdingResult, refuse } from '../outcomes.ts';
import { flexibleReserve, type Holding, type Product, termReserve } from './book.ts';
import { earn, type SubscribeEarn } from './declare.ts';
import { setAside, wealthOf } from './reserve.ts';
import { tellHolding } from './tell.ts';
import { untilToday, utcDay } from './today.ts';

/** Freezes the principal where it is, and the house's interest for it. What the house cannot set aside is not sold. */
export function subscribeEarn(s: State, owner: number, { product: id, version, amount, renew }: SubscribeEarn) {
  const product = s.earn.products.get(id);
  if (product === undefined) return refuse('earnProductUnknown');
  if (product.version !== version) return refuse('termsChanged');
  untilToday(s, product);
  const asset = s.assets.get(product.rules.asset)!;
  const refusal = checkAmount(s, owner, product, asset, amount);
  if (refusal !== undefined) return refusal;
  const own = wealthOf(s, owner, asset.asset);
  if (!s.ledger.covers(own, amount)) {
    const figures = { available: amountWords(asset, s.ledger.available(own)), needed: amountWords(asset, BigInt(amount)) };
    return refuse('insufficientBalance', { asset: asset.code, ...figures });
  }
  const holding = begin(s, owner, product, amount, renew, utcDay(s.time) + 1);
  if (holding === undefined) return refuse('yieldShort', { asset: asset.code });
  s.ledger.freeze(own, amount, flows.fundSubscribe.code, 0, 0);
  tellHolding(s, holding, 'earning');
  return holdingResult(holding.id, 0);
}

function checkAmount(s: State, owner: number, { rules, principal }: Product, asset: Asset, amount: number) {
  const words = (units: number) => `${amountWords(asset, BigInt(units))} ${asset.code}`;
  if (amount < rules.minPrincipal) return refuse('earnTooSmall', { min: words(rules.minPrincipal) });
  if (amount > rules.maxPrincipal) return refuse('earnTooLarge', { max: words(rules.maxPrincipal) });
  if (amount > rules.capacity - principal) return refuse('earnCapacityReached', { left: words(Math.max(0, rules.capacity - principal)) });
  const limit = s.limits.positionsPerAccount;
  return s.earn.countOf(owner) >= limit ? refuse('positionsTooMany', { limit }) : undefined;
}

/** Adds a holding whose interest the house can set aside; a fixed term earns from the day `first`. Undefined: it cannot, and nothing has changed. */
export function begin(s: State, owner: number, product: Product, principal: number, renew: boolean, first: number): Holding | undefined {
  const { rules, version } = product;
  const { days, yearlyPpm, earlyPpm, asset } = rules;
  const flexible = days === 0;
  if (flexible && product.nextPpm < yearlyPpm) return undefined;
  const wanted = flexible
    ? flexibleReserve({ ...product, fresh: product.fresh + principal })
    : product.reserved + termReserve({ principal, yearlyPpm, days });
  if (!setAside(s, product, wanted)) return undefined;
  product.principal += principal;
  const firstDay = flexible ? product.day + 1 : first;
  const holding: Holding = {
    ...{ id: s.earn.nextHolding++, owner, product: rules.product, asset, version, days, yearlyPpm, earlyPpm },
    ...{ deposited: principal, principal, openedAt: s.time, firstDay, renew: renew && !flexible, paid: 0 },
    ...{ carried: 0n, index: flexible ? product.index + product.todayPpm : 0 },
  };
  if (flexible) product.fresh += principal;
  else s.timers.set(earn.timers.earnMatures.number, holding.id, (firstDay + days) * dayMs);
  s.earn.add(holding);
  return holding;
}
