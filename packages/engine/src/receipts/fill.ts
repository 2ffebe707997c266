import type { FillEvent } from '../events.ts';
import { canonicalJson, receiptHash } from './canonical.ts';
import { digits, pick } from './declare.ts';
import type { InstrumentFacts, Receipt } from './facts.ts';
import type { ReceiptStep, Recomputed } from './sheet.ts';

export const receiptVersion = 1;

/** How each figure of a trade is computed. A rule's version changes when its arithmetic does; old receipts keep the rule they name. */
export const fillRules = {
  baseAmount: 'lots × units per lot, exact/1',
  notional: 'lots × price in ticks × units per tick and lot, exact/1',
  fee: 'received × rate ÷ 1,000,000, rounded up/1',
  net: 'received − fee, exact/1',
  limit: 'price not worse than the limit/1',
} as const;
export type FillRule = keyof typeof fillRules;

/** One side of one fill. Amounts are minor units as decimal strings; `limitTicks` is absent for an order without a limit price. */
export interface FillReceiptFacts {
  kind: 'fill';
  version: number;
  venue: string;
  seq: number;
  index: number;
  time: number;
  fill: number;
  instrument: number;
  symbol: string;
  baseCode: string;
  baseScale: number;
  quoteCode: string;
  quoteScale: number;
  lotUnits: string;
  quoteUnitsPerTickLot: string;
  order: number;
  side: 'buy' | 'sell';
  role: 'taker' | 'maker';
  limitTicks?: number | undefined;
  priceTicks: number;
  lots: number;
  baseUnits: string;
  quoteUnits: string;
  feePpm: number;
  feeCode: string;
  feeUnits: string;
  netUnits: string;
  rules: { baseAmount: string; notional: string; fee: string; net: string; limit?: string | undefined };
}

/** The receipt of one side of a fill. `limitTicks` is the order's limit price, 0 when it has none. */
export function fillReceipt(
  venue: string,
  fill: FillEvent,
  role: 'taker' | 'maker',
  instrument: InstrumentFacts,
  limitTicks = 0,
): Receipt<FillReceiptFacts> {
  const party = fill[role];
  const buys = (role === 'taker') === (fill.takerSide === 0);
  const received = buys ? fill.baseUnits : BigInt(fill.quoteUnits);
  const facts: FillReceiptFacts = {
    kind: 'fill',
    version: receiptVersion,
    venue,
    ...pick(fill, 'seq', 'index', 'time', 'fill', 'priceTicks', 'lots'),
    ...pick(instrument, 'instrument', 'symbol', 'baseCode', 'baseScale', 'quoteCode', 'quoteScale'),
    ...digits(instrument, 'lotUnits', 'quoteUnitsPerTickLot'),
    order: party.order,
    side: buys ? 'buy' : 'sell',
    role,
    ...(limitTicks > 0 ? { limitTicks } : {}),
    ...digits(fill, 'baseUnits', 'quoteUnits'),
    feePpm: party.feePpm,
    feeCode: party.feeAsset === instrument.baseAsset ? instrument.baseCode : instrument.quoteCode,
    ...digits(party, 'feeUnits'),
    netUnits: (received - BigInt(party.feeUnits)).toString(),
    rules: limitTicks > 0 ? fillRules : pick(fillRules, 'baseAmount', 'notional', 'fee', 'net'),
  };
  return { facts, text: canonicalJson(facts), hash: receiptHash(facts) };
}

/**
 * Recomputes a receipt from its own facts, step by step. Says for each step and for the whole whether the stated figures agree. A receipt of another
 * version or with unknown rules does not agree. No input makes this throw.
 */
export function recomputeFillReceipt(facts: FillReceiptFacts): Recomputed {
  const hash = receiptHash(facts);
  if (!isReadable(facts)) return { agrees: false, steps: [], hash };
  const lots = BigInt(facts.lots);
  const price = BigInt(facts.priceTicks);
  const base = lots * BigInt(facts.lotUnits);
  const notional = lots * price * BigInt(facts.quoteUnitsPerTickLot);
  const received = facts.side === 'buy' ? base : notional;
  const fee = (received * BigInt(facts.feePpm) + 999_999n) / 1_000_000n;
  const steps: ReceiptStep[] = [
    step('baseAmount', { lots: `${lots}`, lotUnits: facts.lotUnits }, `${lots} × ${facts.lotUnits} = ${base}`, base, facts.baseUnits),
    step(
      'notional',
      { lots: `${lots}`, priceTicks: `${price}`, quoteUnitsPerTickLot: facts.quoteUnitsPerTickLot },
      `${lots} × ${price} × ${facts.quoteUnitsPerTickLot} = ${notional}`,
      notional,
      facts.quoteUnits,
    ),
    step(
      'fee',
      { received: `${received}`, feePpm: `${facts.feePpm}` },
      `⌈${received} × ${facts.feePpm} ÷ 1000000⌉ = ${fee}`,
      fee,
      facts.feeUnits,
    ),
    step('net', { received: `${received}`, fee: `${fee}` }, `${received} − ${fee} = ${received - fee}`, received - fee, facts.netUnits),
  ];
  if (facts.limitTicks !== undefined) {
    const limit = BigInt(facts.limitTicks);
    const holds = facts.side === 'buy' ? price <= limit : price >= limit;
    steps.push({
      name: 'limit',
      rule: fillRules.limit,
      inputs: { priceTicks: `${price}`, limitTicks: `${limit}`, side: facts.side },
      arithmetic: `${price} ${facts.side === 'buy' ? '≤' : '≥'} ${limit}`,
      result: String(holds),
      stated: 'true',
      agrees: holds,
    });
  }
  return { agrees: steps.every(({ agrees }) => agrees) && feeCodeAgrees(facts), steps, hash };
}

const isReadable = (facts: FillReceiptFacts) =>
  facts.version === receiptVersion &&
  [facts.lots, facts.priceTicks, facts.feePpm, facts.limitTicks ?? 0].every((value) => Number.isSafeInteger(value) && value >= 0) &&
  [facts.lotUnits, facts.quoteUnitsPerTickLot].every((value) => /^[0-9]{1,30}$/.test(value)) &&
  Object.entries(facts.rules).every(([name, rule]) => rule === undefined || rule === fillRules[name as FillRule]);

/** The fee is charged in the asset that the side received. */
const feeCodeAgrees = (facts: FillReceiptFacts) => facts.feeCode === (facts.side === 'buy' ? facts.baseCode : facts.quoteCode);

function step(name: FillRule, inputs: Record<string, string>, arithmetic: string, result: bigint, stated: string): ReceiptStep {
  return { name, rule: fillRules[name], inputs, arithmetic, result: result.toString(), stated, agrees: result.toString() === stated };
}
