import { flows } from '@bourse/protocol/flows';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { done, holdingResult, refuse } from '../outcomes.ts';
import { type Holding, owedTo, type Product, termReserve, yearPpmDays } from './book.ts';
import { mature } from './days.ts';
import { type ExtractEarn, earn, type RedeemEarn, type RenewEarn } from './declare.ts';
import { payInterest, setAside, setAsideLess, wealthOf } from './reserve.ts';
import { tellHolding } from './tell.ts';
import { isOver, untilToday, utcDay } from './today.ts';

const million = 1_000_000n;

function find(s: State, owner: number, id: number): { holding: Holding; product: Product } | undefined {
  const holding = s.earn.get(id);
  if (holding?.owner !== owner) return undefined;
  const product = s.earn.products.get(holding.product)!;
  untilToday(s, product);
  return { holding, product };
}

export function redeemEarn(s: State, owner: number, { holding: id, amount }: RedeemEarn) {
  const found = find(s, owner, id);
  if (found === undefined) return refuse('holdingUnknown');
  const { holding, product } = found;
  const asset = s.assets.get(holding.asset)!;
  if (amount > holding.principal)
    return refuse('redeemTooLarge', { max: `${amountWords(asset, BigInt(holding.principal))} ${asset.code}` });
  if (holding.days > 0 && amount < holding.principal) return refuse('redeemWhole');
  if (isOver(s, holding)) {
    s.timers.clear(earn.timers.earnMatures.number, id);
    return holdingResult(id, mature(s, holding, false));
  }
  const interest = holding.days > 0 ? endEarly(s, product, holding) : takeFlexible(s, product, holding, amount);
  s.ledger.release(wealthOf(s, owner, holding.asset), amount, flows.fundRedeem.code, 0, 0);
  return holdingResult(id, interest);
}

/** The days before today count, at the stated part. The rest of the interest that was set aside is the house's again. */
function endEarly(s: State, product: Product, holding: Holding): number {
  const { principal, yearlyPpm, earlyPpm, firstDay, id } = holding;
  const toIndex = yearlyPpm * Math.max(0, utcDay(s.time) - firstDay);
  const interest = Number((BigInt(principal) * BigInt(toIndex) * BigInt(earlyPpm)) / (million * yearPpmDays));
  const rest = product.reserved - termReserve(holding);
  payInterest(s, product, holding, { principal, carried: 0n, fromIndex: 0, toIndex, partPpm: earlyPpm, interest, interestCause: 'redeem' });
  setAside(s, product, rest);
  s.timers.clear(earn.timers.earnMatures.number, id);
  end(s, product, holding);
  return interest;
}

/** Taken out today, it earned up to yesterday. With the last of the principal goes the interest. */
function takeFlexible(s: State, product: Product, holding: Holding, amount: number): number {
  const { principal } = holding;
  const last = amount === principal;
  const interest = last ? payOwed(s, product, holding, 'redeem') : 0;
  if (last) product.owed -= holding.carried;
  else fold(product, holding);
  if (holding.firstDay > product.day) product.fresh -= amount;
  else product.earning -= amount;
  if (last) end(s, product, holding);
  else {
    holding.principal -= amount;
    product.principal -= amount;
    tellHolding(s, holding, 'earning');
  }
  setAsideLess(s, product);
  return interest;
}

function end(s: State, product: Product, holding: Holding): void {
  product.principal -= holding.principal;
  s.earn.remove(holding);
  tellHolding(s, { ...holding, principal: 0 }, 'redeemed', { endDay: utcDay(s.time) });
}

/** What was earned so far is owed, whatever the principal becomes. */
function fold(product: Product, holding: Holding): void {
  holding.carried = owedTo(holding, product);
  holding.index = Math.max(holding.index, product.index);
}

/** Pays the whole units of what is owed to a flexible holding. The rest stays owed. */
function payOwed(s: State, product: Product, holding: Holding, interestCause: 'extract' | 'redeem'): number {
  const { principal, carried, index: fromIndex } = holding;
  fold(product, holding);
  const interest = Number(holding.carried / yearPpmDays);
  const paid = BigInt(interest) * yearPpmDays;
  holding.carried -= paid;
  product.owed -= paid;
  payInterest(s, product, holding, { principal, carried, fromIndex, toIndex: holding.index, partPpm: 1_000_000, interest, interestCause });
  return interest;
}

export function extractEarn(s: State, owner: number, { holding: id }: ExtractEarn) {
  const found = find(s, owner, id);
  if (found === undefined) return refuse('holdingUnknown');
  const { holding, product } = found;
  if (holding.days > 0 || owedTo(holding, product) < yearPpmDays) return refuse('nothingEarned');
  const interest = payOwed(s, product, holding, 'extract');
  setAsideLess(s, product);
  tellHolding(s, holding, 'earning');
  return holdingResult(id, interest);
}

export function renewEarn(s: State, owner: number, { holding: id, renew }: RenewEarn) {
  const found = find(s, owner, id);
  if (found === undefined || found.holding.days === 0) return refuse('holdingUnknown');
  found.holding.renew = renew;
  tellHolding(s, found.holding, 'earning');
  return done;
}
