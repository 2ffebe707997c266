import { decimalRound, formatUnits, trimZeros } from '@bourse/money';

/** Converts a document's integers to display units (prices, quantities, amounts, rates) as decimal strings. */
export type Units = {
  money: (units: string) => string;
  price: (ticks: string) => string;
  quantity: (lots: string) => string;
  /** Parts per hundred million as percent. */
  rateE8: (rate: string) => string;
  /** Parts per million as percent. */
  ratePpm: (rate: string) => string;
};

type Facts = Readonly<Record<string, unknown>>;
const integer = (value: unknown): bigint | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? BigInt(value)
    : typeof value === 'string' && /^-?[0-9]{1,40}$/.test(value)
      ? BigInt(value)
      : undefined;

/** `tick` is the fallback for a document without a price scale of its own, such as a timed contract's. */
export function unitsOf(facts: Facts, tick?: string): Units {
  const assetScale = scaleOf(facts['assetScale']);
  const baseScale = scaleOf(facts['baseScale']);
  const lotUnits = integer(facts['lotUnits']);
  const perTickLot = integer(facts['quoteUnitsPerTickLot']);
  const scaled = (text: string, scale: number) => formatUnits(BigInt(text), scale);
  return {
    money: (units) => scaled(units, assetScale),
    quantity: (lots) => (lotUnits === undefined ? lots : trimZeros(formatUnits(BigInt(lots) * lotUnits, baseScale))),
    price: (ticks) => {
      if (lotUnits !== undefined && perTickLot !== undefined && lotUnits > 0n) {
        const of = (count: bigint) => formatUnits((count * perTickLot * 10n ** BigInt(baseScale + 18)) / lotUnits, assetScale + 18);
        // Gives every price the digits of a tick: 68,391.0 next to 68,391.4.
        return decimalRound(of(BigInt(ticks)), decimalsOf(trimZeros(of(1n))), 'trunc');
      }
      return tick === undefined ? ticks : times(ticks, tick);
    },
    rateE8: (rate) => trimZeros(scaled(rate, 6)),
    ratePpm: (rate) => trimZeros(scaled(rate, 4)),
  };
}

/** An integer of a document as text. Anything else becomes '0', so that a corrupt document can still be shown as corrupt. */
export const whole = (facts: Facts, name: string): string => String(integer(facts[name]) ?? 0n);

const scaleOf = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 30 ? value : 0);

/** Digits after the decimal point. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Ticks × tick size, exact, with the digits of a tick. */
function times(ticks: string, tick: string): string {
  const [whole = '0', fraction = ''] = trimZeros(tick).split('.');
  return formatUnits(BigInt(ticks) * BigInt(whole + fraction), fraction.length);
}
