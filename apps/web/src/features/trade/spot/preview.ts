import {
  decimalCompare,
  decimalDivide,
  decimalMultiply,
  decimalRound,
  decimalSign,
  decimalSubtract,
  roundMoney,
  trimZeros,
} from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { feeOf, floorToStep, isPositive, type Level, shareOf, stepDecimals, walkAmount, walkQuantity } from '../ticket/arithmetic.ts';
import type { OrderRules } from '../ticket/checks.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { byAmount, type Draft } from './draft.ts';

/** The rules and balances that a ticket calculates with. Everything is a decimal string; null means unknown. */
export interface TicketFacts extends OrderRules {
  symbol: string;
  base: string;
  quote: string;
  baseScale: number;
  quoteScale: number;
  takerFee: string;
  makerFee: string;
  bid: string | null;
  ask: string | null;
  last: string | null;
  bids: readonly Level[];
  asks: readonly Level[];
  baseAvailable: string | null;
  quoteAvailable: string | null;
}

/** The expected result of an order: exact for limit orders, an estimate from the visible book for market orders. */
export interface Preview {
  price: string;
  quantity: string;
  amount: string;
  estimated: boolean;
  /** The visible book holds too little: the rest would not trade. */
  short: boolean;
  feeAsset: string;
  fee: string;
  /** The fee at the other rate, if the order may rest: null where only one rate can apply. */
  feeIfRests: string | null;
  feeRate: string;
  makerRate: string;
  pays: string;
  paysAsset: string;
  receives: string;
  receivesAsset: string;
  /** The available balance that remains of the paying asset; null without an account. */
  left: string | null;
}

export const isBuy = (draft: Draft): boolean => draft.side === OrderSide.buy;
export const availableFor = (draft: Draft, facts: TicketFacts): string | null =>
  isBuy(draft) ? facts.quoteAvailable : facts.baseAvailable;

/** The price that values an order: its own, otherwise its trigger, otherwise the best price of the other side. */
export function valuationPrice(draft: Draft, facts: TicketFacts): string | null {
  if (hasLimitPrice(draft)) return isPositive(draft.price) ? draft.price : null;
  if (draft.form === 'stop') return isPositive(draft.trigger) ? draft.trigger : null;
  const best = isBuy(draft) ? facts.ask : facts.bid;
  return best !== null && decimalSign(best) > 0 ? best : facts.last;
}

interface Traded {
  price: string;
  quantity: string;
  amount: string;
  estimated: boolean;
  short: boolean;
}

function traded(draft: Draft, facts: TicketFacts): Traded | null {
  const price = valuationPrice(draft, facts);
  if (price === null || decimalSign(price) <= 0) return null;
  const value = byAmount(draft);
  const given = value ? draft.amount : draft.quantity;
  if (!isPositive(given)) return null;
  if (draft.form !== 'market') {
    const quantity = value ? floorToStep(decimalDivide(given, price, 18), facts.lot) : given;
    return { price, quantity, amount: decimalMultiply(quantity, price), estimated: !hasLimitPrice(draft), short: false };
  }
  const levels = isBuy(draft) ? facts.asks : facts.bids;
  const walk = value ? walkAmount(levels, given, facts.lot) : walkQuantity(levels, given);
  if (decimalSign(walk.quantity) <= 0) {
    const quantity = value ? floorToStep(decimalDivide(given, price, 18), facts.lot) : given;
    return { price, quantity, amount: decimalMultiply(quantity, price), estimated: true, short: levels.length > 0 };
  }
  const average = decimalDivide(walk.amount, walk.quantity, stepDecimals(facts.tick), 'half');
  return { price: average, quantity: walk.quantity, amount: walk.amount, estimated: true, short: !walk.complete };
}

export function preview(draft: Draft, facts: TicketFacts): Preview | null {
  const trade = traded(draft, facts);
  if (!trade) return null;
  const buying = isBuy(draft);
  const received = buying ? trade.quantity : trade.amount;
  const scale = buying ? facts.baseScale : facts.quoteScale;
  const onlyMaker = draft.form === 'limit' && draft.postOnly;
  const mayRest = hasLimitPrice(draft) && draft.timeInForce === 1;
  const rate = onlyMaker ? facts.makerFee : facts.takerFee;
  const fee = feeOf(received, rate, scale);
  const pays = decimalRound(buying ? trade.amount : trade.quantity, buying ? facts.quoteScale : facts.baseScale, 'ceil');
  const available = availableFor(draft, facts);
  return {
    ...trade,
    amount: decimalRound(trade.amount, facts.quoteScale, buying ? 'ceil' : 'trunc'),
    feeAsset: buying ? facts.base : facts.quote,
    fee,
    feeIfRests: mayRest && !onlyMaker ? feeOf(received, facts.makerFee, scale) : null,
    feeRate: rate,
    makerRate: facts.makerFee,
    pays,
    paysAsset: buying ? facts.quote : facts.base,
    receives: decimalRound(decimalSubtract(received, fee), scale, 'trunc'),
    receivesAsset: buying ? facts.base : facts.quote,
    left: available === null ? null : decimalSubtract(available, pays),
  };
}

/** The maximum size: of the base for a limit or sell order, of the quote for a buy order by amount. */
export function maxToOrder(draft: Draft, facts: TicketFacts): string | null {
  const available = availableFor(draft, facts);
  const price = valuationPrice(draft, facts);
  if (available === null) return null;
  if (byAmount(draft)) {
    if (isBuy(draft)) return available;
    return price === null ? null : decimalRound(decimalMultiply(available, price), facts.quoteScale, 'trunc');
  }
  const limit = (quantity: string) => (decimalCompare(quantity, facts.maxQuantity) > 0 ? facts.maxQuantity : quantity);
  if (!isBuy(draft)) return limit(floorToStep(available, facts.lot));
  if (draft.form === 'market' && facts.asks.length > 0) {
    const walk = walkAmount(facts.asks, available, facts.lot);
    if (walk.complete) return limit(walk.quantity);
  }
  if (price === null || decimalSign(price) <= 0) return null;
  return limit(floorToStep(decimalDivide(available, price, 18), facts.lot));
}

/** The step of the quantity or amount field. */
const fieldStep = (draft: Draft, facts: TicketFacts): string => (byAmount(draft) ? unitOf(facts.quoteScale) : facts.lot);
const unitOf = (scale: number): string => (scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`);

export function withPercent(draft: Draft, facts: TicketFacts, percent: number): Draft {
  const whole = maxToOrder(draft, facts);
  if (whole === null) return draft;
  const part = percent <= 0 ? '' : trimZeros(shareOf(whole, percent, fieldStep(draft, facts)));
  return byAmount(draft) ? { ...draft, amount: part } : { ...draft, quantity: part };
}

export interface PayoffPoint {
  /** Move of the price in percent. */
  move: number;
  price: string;
  /** Result in quote currency after both fees; negative is a loss. */
  result: string;
}
export interface Payoff {
  /** The break-even price after fees for selling again (or buying back), rounded to the unfavourable tick. */
  breakEven: string;
  points: PayoffPoint[];
}

/** The result of a purchase, or the saving of a sale, at other prices. Fees of both trades count at the taker rate. */
export function payoff(draft: Draft, facts: TicketFacts, moves: readonly number[] = [-10, -5, -2, 2, 5, 10]): Payoff | null {
  const shown = preview(draft, facts);
  if (!shown) return null;
  const buying = isBuy(draft);
  const keep = decimalSubtract('1', facts.takerFee);
  const entry = shown.price;
  // Bought q at p and kept q × (1 − f). Sold at x, it yields that × x × (1 − f), so it breaks even at x = p ÷ (1 − f)². A sale bought back
  // is the mirror image.
  const twice = decimalMultiply(keep, keep);
  const even = buying ? decimalDivide(entry, twice, 18) : decimalMultiply(entry, twice);
  const decimals = stepDecimals(facts.tick);
  const points = moves.map((move) => {
    const price = decimalRound(decimalDivide(decimalMultiply(entry, String(100 + move)), '100', 18), decimals, 'half');
    const gross = decimalMultiply(shown.quantity, price);
    const result = buying
      ? decimalSubtract(decimalMultiply(gross, twice), shown.amount)
      : decimalSubtract(decimalMultiply(shown.amount, keep), decimalDivide(gross, keep, 18));
    return { move, price, result: roundMoney(result) };
  });
  const tickUp = decimalRound(even, decimals, 'ceil');
  return { breakEven: buying ? tickUp : decimalRound(even, decimals, 'trunc'), points };
}
