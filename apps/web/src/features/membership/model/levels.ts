import { decimalCompare, divCeil, divFloor, formatUnits, unitsOf } from '@bourse/money';
import type { VipConfig, VipDetail, VipLevel } from '@bourse/protocol';

export type Product = keyof VipLevel['fees'];
export const products: readonly Product[] = ['spot', 'contract', 'stock'];

/** USDT has 6 decimals here, and percentages have 4; one percent is a hundredth. */
const money = 6;
const rate = 4;
const ofPercent = 10n ** BigInt(rate + 2);

const rateUnits = (level: VipLevel | undefined, product: Product): bigint => {
  const text = level?.fees[product]?.taker;
  return text === undefined ? 0n : unitsOf(text, rate);
};

/** What the taker rate of `to` saves against that of `from` on a volume, in USDT with two decimals, rounded down; 0.00 where it is no lower. */
export function savingOf(volume: string, product: Product, from: VipLevel | undefined, to: VipLevel | undefined): string {
  const less = rateUnits(from, product) - rateUnits(to, product);
  if (less <= 0n) return '0.00';
  return formatUnits(divFloor(unitsOf(volume, money) * less, ofPercent * 10n ** 4n), 2);
}

/** The volume of 30 days from which a price pays, in whole USDT, rounded up; undefined: it never does. */
export function paysFrom(price: string, product: Product, from: VipLevel | undefined, to: VipLevel | undefined): string | undefined {
  const less = rateUnits(from, product) - rateUnits(to, product);
  if (less <= 0n) return undefined;
  return String(divCeil(unitsOf(price, money) * ofPercent, less * 10n ** BigInt(money)));
}

export const paysAt = (saves: string, price: string): boolean => decimalCompare(saves, price) >= 0;

export const levelAt = (config: VipConfig, level: number): VipLevel | undefined =>
  config.levels.find((one) => one.level === level) ?? config.levels.at(-1);

/** What the customer would have without a bought level, at least. */
export const withoutBought = ({ level, source, volumeLevel, given }: VipDetail): number =>
  source === 'bought' ? Math.max(volumeLevel, given?.level ?? 0) : level;

/** Whether the exchange would sell a level to this customer now. */
export function isSold({ price, level }: VipLevel, detail: VipDetail, config: VipConfig): boolean {
  if (price === null) return false;
  const plus = detail.plus.state === 'holds' ? config.plus.level : 0;
  const own = detail.source === 'set' ? detail.level : 0;
  return level > Math.max(own, detail.given?.level ?? 0, plus, (detail.bought?.level ?? 1) - 1);
}

/** The next level by volume, and what is missing to it; undefined: there is none. */
export function nextByVolume(config: VipConfig, { volumeLevel, volume }: VipDetail): { level: number; missing: string } | undefined {
  const next = config.levels.find((one) => one.level === volumeLevel + 1);
  return next && { level: next.level, missing: missingTo(next.volume, volume) };
}

/** `wanted` less what is there, in whole USDT, rounded up. */
export const missingTo = (wanted: string, has: string): string => {
  const less = unitsOf(wanted, money) - unitsOf(has, money);
  return String(less <= 0n ? 0n : divCeil(less, 10n ** BigInt(money)));
};

/** Heights of the days, 0 to 1 of the highest. */
export function heightsOf(days: readonly { volume: string }[]): number[] {
  const units = days.map(({ volume }) => unitsOf(volume, money));
  const most = [...units].sort((a, b) => Number(b - a))[0] ?? 0n;
  return units.map((one) => (most === 0n ? 0 : Number((one * 1000n) / most) / 1000));
}
