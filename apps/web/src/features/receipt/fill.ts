import { canonicalJson, type FillReceiptFacts, receiptHash, recomputeFillReceipt } from '@bourse/engine/receipts';
import { formatUnits, trimZeros } from '@bourse/money';
import type { Verdicts } from './steps.ts';

/** A receipt after this browser recomputed it, step by step. Only the document comes from the exchange. */

export interface Line {
  /** The left side in figures, such as 0.0500 × 68,400.00. */
  left: string;
  result: string;
  stated: string;
  agrees: boolean;
  note?: 'rounded' | 'exact' | undefined;
  /** The line that is the final sum. */
  total?: boolean | undefined;
}
export interface Recomputed {
  facts: FillReceiptFacts;
  agrees: boolean;
  /** The hash that this browser computed and the hash that the exchange stated. */
  hash: string;
  statedHash: string;
  steps: Verdicts;
  quantity: string;
  price: string;
  amount: string;
  fee: string;
  feeRate: string;
  net: string;
  receivedCode: string;
  lines: readonly Line[];
  rounded: boolean;
}

/** Converts a price to whole units: ticks × quote units per tick and lot ÷ base units per lot. */
export function priceOf(facts: FillReceiptFacts): string {
  const scaled =
    (BigInt(facts.priceTicks) * BigInt(facts.quoteUnitsPerTickLot) * 10n ** BigInt(facts.baseScale + 18)) / BigInt(facts.lotUnits);
  return trimZeros(formatUnits(scaled, facts.quoteScale + 18));
}

const numbers = ['version', 'fill', 'order', 'seq', 'time', 'priceTicks', 'lots', 'feePpm', 'baseScale', 'quoteScale'] as const;
const amounts = ['lotUnits', 'quoteUnitsPerTickLot', 'baseUnits', 'quoteUnits', 'feeUnits', 'netUnits'] as const;

/** Recomputes a fill document that has everything the arithmetic needs; undefined for anything else. */
export function readFacts(document: string): FillReceiptFacts | undefined {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(document);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || read['kind'] !== 'fill') return undefined;
  if (!numbers.every((name) => Number.isSafeInteger(read[name]))) return undefined;
  if (!amounts.every((name) => typeof read[name] === 'string' && /^-?[0-9]+$/.test(read[name] as string))) return undefined;
  if (BigInt(read['lotUnits'] as string) <= 0n) return undefined;
  return read as unknown as FillReceiptFacts;
}

export function recomputeFill(document: string, statedHash: string): Recomputed | undefined {
  const facts = readFacts(document);
  if (!facts) return undefined;
  const { agrees, steps } = recomputeFillReceipt(facts);
  // The hash covers these very bytes. A text that is not the canonical form of its facts proves nothing about them.
  const hash = receiptHash(facts);
  const hashAgrees = hash === statedHash && canonicalJson(facts) === document;
  const base = (units: string) => formatUnits(BigInt(units), facts.baseScale);
  const quote = (units: string) => formatUnits(BigInt(units), facts.quoteScale);
  const buying = facts.side === 'buy';
  const received = buying ? base : quote;
  const quantity = trimZeros(base(facts.baseUnits));
  const price = priceOf(facts);
  const feeRate = trimZeros(formatUnits(BigInt(facts.feePpm), 6));
  const by = (name: string) => steps.find((step) => step.name === name);
  const got = trimZeros(received(buying ? facts.baseUnits : facts.quoteUnits));
  const rounded = (BigInt(buying ? facts.baseUnits : facts.quoteUnits) * BigInt(facts.feePpm)) % 1_000_000n !== 0n;
  const line = (name: string, left: string, units: (text: string) => string, extra: Partial<Line> = {}): Line[] => {
    const step = by(name);
    return step ? [{ left, result: units(step.result), stated: units(step.stated), agrees: step.agrees, ...extra }] : [];
  };
  return {
    facts,
    agrees: agrees && hashAgrees,
    hash,
    statedHash,
    steps: {
      inputs: facts.feeCode === (buying ? facts.baseCode : facts.quoteCode),
      rule: facts.version === 1,
      arithmetic: agrees,
      hash: hashAgrees,
    },
    quantity,
    price,
    amount: trimZeros(quote(facts.quoteUnits)),
    fee: trimZeros(received(facts.feeUnits)),
    feeRate,
    net: received(facts.netUnits),
    receivedCode: facts.feeCode,
    rounded,
    lines: [
      ...line('baseAmount', `${facts.lots} × ${trimZeros(base(facts.lotUnits))}`, base),
      ...line('notional', `${quantity} × ${price}`, quote),
      ...line('fee', `${got} × ${feeRate}`, received, { note: rounded ? 'rounded' : 'exact' }),
      ...line('net', `${got} − ${trimZeros(received(facts.feeUnits))}`, received, { total: true }),
    ],
  };
}
