import type { FillReceiptFacts } from '@bourse/engine/receipts';
import { decimalMultiply, formatUnits, trimZeros } from '@bourse/money';

/** One line of the arithmetic in the units people know: 0.0500 BTC, not 500 lots. */
export type Line = { key: 'notional' | 'fee' | 'net' | 'limit'; left: string; right: string; agrees: boolean };

export type Shown = {
  facts: FillReceiptFacts;
  side: 'buy' | 'sell';
  /** The amount and the asset received after the fee. */
  net: string;
  netCode: string;
  quantity: string;
  price: string;
  lines: Line[];
  hash: string;
  agrees: boolean;
};

const textFields = [
  'venue',
  'symbol',
  'baseCode',
  'quoteCode',
  'lotUnits',
  'quoteUnitsPerTickLot',
  'side',
  'role',
  'baseUnits',
  'quoteUnits',
] as const;
const numberFields = ['version', 'seq', 'time', 'fill', 'baseScale', 'quoteScale', 'priceTicks', 'lots', 'feePpm'] as const;
const moreTexts = ['feeCode', 'feeUnits', 'netUnits'] as const;

/** Parses untrusted text. Undefined unless it is the receipt of a trade in a form that this version recomputes. */
export function readFacts(document: string): FillReceiptFacts | undefined {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(document);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || value['kind'] !== 'fill' || value['version'] !== 1) return undefined;
  const whole = /^\d{1,30}$/;
  const sound =
    [...textFields, ...moreTexts].every((field) => typeof value[field] === 'string') &&
    ['lotUnits', 'quoteUnitsPerTickLot', 'baseUnits', 'quoteUnits', 'feeUnits', 'netUnits'].every((field) =>
      whole.test(String(value[field])),
    ) &&
    numberFields.every((field) => Number.isSafeInteger(value[field]) && (value[field] as number) >= 0) &&
    (value['baseScale'] as number) <= 18 &&
    (value['quoteScale'] as number) <= 18;
  return sound ? (value as unknown as FillReceiptFacts) : undefined;
}

/**
 * Recomputes the facts and returns the values of each step's sentence. The arithmetic is the engine's own code, which also settled the
 * trade.
 */
export async function recompute(facts: FillReceiptFacts, published: string): Promise<Shown> {
  const { recomputeFillReceipt } = await import('@bourse/engine/receipts');
  const { steps, hash, agrees } = recomputeFillReceipt(facts);
  const ok = (name: string) => steps.find((step) => step.name === name)?.agrees ?? false;
  const buy = facts.side === 'buy';
  const base = (units: string) => formatUnits(BigInt(units), facts.baseScale);
  const quote = (units: string) => formatUnits(BigInt(units), facts.quoteScale);
  const received = buy ? base : quote;
  const gross = received(buy ? facts.baseUnits : facts.quoteUnits);
  const netCode = buy ? facts.baseCode : facts.quoteCode;
  // The price of one whole unit: the value of one tick for one lot, times the lots in a unit.
  const price = trimZeros(
    formatUnits(
      (BigInt(facts.priceTicks) * BigInt(facts.quoteUnitsPerTickLot) * 10n ** BigInt(facts.baseScale)) / BigInt(facts.lotUnits),
      facts.quoteScale,
    ),
  );
  const quantity = trimZeros(base(facts.baseUnits));
  const rate = trimZeros(decimalMultiply(formatUnits(BigInt(facts.feePpm), 6), '100'));
  const lines: Line[] = [
    { key: 'notional', left: `${quantity} × ${price}`, right: quote(facts.quoteUnits), agrees: ok('baseAmount') && ok('notional') },
    { key: 'fee', left: `${trimZeros(gross)} × ${rate}%`, right: received(facts.feeUnits), agrees: ok('fee') },
    {
      key: 'net',
      left: `${trimZeros(gross)} − ${trimZeros(received(facts.feeUnits))}`,
      right: received(facts.netUnits),
      agrees: ok('net'),
    },
  ];
  return {
    facts,
    side: facts.side,
    net: received(facts.netUnits),
    netCode,
    quantity,
    price,
    lines,
    hash,
    agrees: agrees && hash === published,
  };
}

/** The first and last four of the hash's sixty-four digits, as people read them aloud. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;
