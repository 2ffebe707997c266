import { decimalCompare } from '@bourse/money';
import type { SwapOffer } from '@bourse/protocol';

export type Pair = { from: string; to: string };
/** What holds for a swap between two assets. The limits are in `money`. */
export type Terms = Pick<SwapOffer, 'money' | 'spread' | 'feeRate' | 'minValue' | 'maxValue' | 'open'>;

/** Every asset that can be paid or got: the offers' assets and their money, each once, money first. */
export const assetsOf = (offers: readonly SwapOffer[]): string[] => [
  ...new Set([...offers.map(({ money }) => money), ...offers.map(({ asset }) => asset)]),
];

/** The offers that price a pair, chosen as the engine chooses them: one in the other's money, or one each in the same money. */
export function offersFor(offers: readonly SwapOffer[], { from, to }: Pair): SwapOffer[] {
  if (from === to) return [];
  const [pays, gets] = [from, to].map((code) => offers.filter(({ asset }) => asset === code)) as [SwapOffer[], SwapOffer[]];
  const direct = pays.find(({ money }) => money === to) ?? gets.find(({ money }) => money === from);
  if (direct) return [direct];
  for (const pay of pays) {
    const get = gets.find(({ money }) => money === pay.money);
    if (get) return [pay, get];
  }
  return [];
}

const highest = (values: readonly string[]) => values.reduce((a, b) => (decimalCompare(a, b) > 0 ? a : b));
const lowest = (values: readonly string[]) => values.reduce((a, b) => (decimalCompare(a, b) < 0 ? a : b));

/** The terms of a pair; of two offers, the stricter of each. Undefined where the pair is not offered. */
export function termsOf(offers: readonly SwapOffer[], pair: Pair): Terms | undefined {
  const sides = offersFor(offers, pair);
  if (!sides[0]) return undefined;
  return {
    money: sides[0].money,
    open: sides.every(({ open }) => open),
    spread: highest(sides.map(({ spread }) => spread)),
    feeRate: highest(sides.map(({ feeRate }) => feeRate)),
    minValue: highest(sides.map(({ minValue }) => minValue)),
    maxValue: lowest(sides.map(({ maxValue }) => maxValue)),
  };
}

/** What an asset can be exchanged for. */
export const gettable = (offers: readonly SwapOffer[], from: string): string[] =>
  assetsOf(offers).filter((to) => offersFor(offers, { from, to }).length > 0);

/** The nearest pair that is offered: an open one, where nothing was asked for. Undefined without any offer. */
export function settlePair(offers: readonly SwapOffer[], wish: Partial<Pair>): Pair | undefined {
  const first = offers.find(({ open }) => open) ?? offers[0];
  if (!first) return undefined;
  const from =
    wish.from !== undefined && assetsOf(offers).includes(wish.from) ? wish.from : wish.to === first.money ? first.asset : first.money;
  const options = gettable(offers, from);
  const to = wish.to !== undefined && options.includes(wish.to) ? wish.to : options.includes(first.asset) ? first.asset : options[0];
  return to === undefined ? undefined : { from, to };
}

/** Another asset on one side. The asset of the other side changes places with it. */
export const withSide = (pair: Pair, side: keyof Pair, code: string): Pair => {
  const other = side === 'from' ? 'to' : 'from';
  return pair[other] === code ? { from: pair.to, to: pair.from } : { ...pair, [side]: code };
};
