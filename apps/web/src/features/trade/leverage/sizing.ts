import {
  decimalAdd,
  decimalCompare,
  decimalDivide,
  decimalMultiply,
  decimalRound,
  decimalSign,
  decimalSubtract,
  trimZeros,
} from '@bourse/money';
import type { Position } from '@bourse/protocol';
import { ceilToStep, floorToStep, stepDecimals } from '../ticket/arithmetic.ts';

/** Sizes and results of positions, exact on decimal strings, rounded by the leverage rules (docs/leverage.md). */

export interface LotRules {
  lot: string;
  maxQuantity: string;
  takerFee: string;
  /** Decimals of the margin currency. */
  scale: number;
}

/** The amount that opening one lot reserves: its margin and its fee, each rounded up to the last digit. */
export function reservedPerLot(price: string, leverage: number, { lot, takerFee, scale }: LotRules): string {
  const value = decimalMultiply(price, lot);
  const margin = decimalDivide(value, String(leverage), scale, 'ceil');
  return decimalAdd(margin, decimalRound(decimalMultiply(value, takerFee), scale, 'ceil'));
}

/** The largest quantity that free margin can open at a price; null without a price. */
export function maxToOpen(free: string, price: string | null, leverage: number, rules: LotRules): string | null {
  if (price === null || decimalSign(price) <= 0 || leverage <= 0) return null;
  if (decimalSign(free) <= 0) return '0';
  const lots = floorToStep(decimalDivide(free, reservedPerLot(price, leverage, rules), 6), '1');
  const quantity = trimZeros(decimalMultiply(lots, rules.lot));
  return decimalCompare(quantity, rules.maxQuantity) > 0 ? rules.maxQuantity : quantity;
}

/** Profit (or loss, if negative) of a quantity between two prices. */
export function resultOf(quantity: string, entry: string, price: string, long: boolean): string {
  const move = long ? decimalSubtract(price, entry) : decimalSubtract(entry, price);
  return decimalMultiply(move, quantity);
}

/**
 * The liquidation price after margin was added (or taken, if negative): maintenance follows the entry value, so the price moves by the
 * margin of one unit. Rounded against the customer; null where no price liquidates the position.
 */
export function liquidationAfter(price: string, added: string, quantity: string, long: boolean, tick: string): string | null {
  const moved = decimalDivide(added, quantity, 18);
  if (!long) return floorToStep(decimalAdd(price, moved), tick);
  const after = decimalSubtract(price, moved);
  return decimalSign(after) <= 0 ? null : ceilToStep(after, tick);
}

/** The margin that can be taken out of a position: what its losses and its initial margin at the mark leave. */
export function marginToTake(position: Pick<Position, 'earnestMoney' | 'plAmount' | 'value' | 'lever'>): string {
  const { earnestMoney, plAmount, value, lever } = position;
  const needed = decimalDivide(value, String(lever), 6, 'ceil');
  const lost = decimalSign(plAmount) < 0 ? plAmount : '0';
  const most = decimalSubtract(decimalAdd(earnestMoney, lost), needed);
  return decimalSign(most) < 0 ? '0' : most;
}

/** Distance of the take-profit ÷ distance of the stop-loss; null unless both lie on their own side. */
export function riskReward(entry: string, takeProfit: string, stopLoss: string, long: boolean): string | null {
  const gain = long ? decimalSubtract(takeProfit, entry) : decimalSubtract(entry, takeProfit);
  const loss = long ? decimalSubtract(entry, stopLoss) : decimalSubtract(stopLoss, entry);
  if (decimalSign(gain) <= 0 || decimalSign(loss) <= 0) return null;
  return decimalDivide(gain, loss, 2, 'half');
}

export interface Tier {
  from: string;
  to: string;
  maxLever: number;
}
/** The maximum leverage of a position with this entry value. */
export function highestLeverage(tiers: readonly Tier[], value: string, otherwise: number): number {
  const tier = tiers.find((each) => decimalCompare(value, each.to) <= 0) ?? tiers.at(-1);
  return tier?.maxLever ?? otherwise;
}

/** How far the price can move before the margin is used up: 1 ÷ leverage, in percent. */
export const moveThatTakesAll = (leverage: number): string =>
  decimalDivide('100', String(Math.max(1, leverage)), leverage > 50 ? 2 : 1, 'half');

/** A share of a quantity, in whole lots; the full share is the whole quantity. */
export const partOf = (quantity: string, percent: number, lot: string): string =>
  percent >= 100
    ? quantity
    : decimalRound(floorToStep(decimalDivide(decimalMultiply(quantity, String(percent)), '100', 18), lot), stepDecimals(lot), 'trunc');
