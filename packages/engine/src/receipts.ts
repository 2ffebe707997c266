import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Encode } from './base/utf8.ts';
import type { FillEvent } from './events.ts';

/**
 * Receipts: what a settlement was computed from, as a document that anyone can recompute, in a browser too. The text is canonical JSON
 * (keys sorted, no spaces, amounts as decimal strings of minor units), its SHA-256 is the receipt's hash. A receipt shows one side of a
 * trade; the other side's account is nobody's business.
 */

export const receiptVersion = 1;

/** How each figure is computed. A rule's version changes when its arithmetic does; old receipts keep the rule they name. */
export const rules = {
  baseAmount: 'lots × units per lot, exact/1',
  notional: 'lots × price in ticks × units per tick and lot, exact/1',
  fee: 'received × rate ÷ 1,000,000, rounded up/1',
  net: 'received − fee, exact/1',
  limit: 'price not worse than the limit/1',
} as const;

/** What of an instrument's definition a fill is computed from. */
export interface InstrumentFacts {
  instrument: number;
  symbol: string;
  baseAsset: number;
  baseCode: string;
  baseScale: number;
  quoteAsset: number;
  quoteCode: string;
  quoteScale: number;
  lotUnits: bigint;
  quoteUnitsPerTickLot: number;
}

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

export interface Receipt<Facts> {
  facts: Facts;
  text: string;
  hash: string;
}

/** One line of the arithmetic, as a customer can follow it. */
export interface ReceiptStep {
  name: keyof typeof rules;
  rule: string;
  inputs: Record<string, string>;
  arithmetic: string;
  result: string;
  stated: string;
  agrees: boolean;
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
    seq: fill.seq,
    index: fill.index,
    time: fill.time,
    fill: fill.fill,
    instrument: instrument.instrument,
    symbol: instrument.symbol,
    baseCode: instrument.baseCode,
    baseScale: instrument.baseScale,
    quoteCode: instrument.quoteCode,
    quoteScale: instrument.quoteScale,
    lotUnits: instrument.lotUnits.toString(),
    quoteUnitsPerTickLot: String(instrument.quoteUnitsPerTickLot),
    order: party.order,
    side: buys ? 'buy' : 'sell',
    role,
    ...(limitTicks > 0 ? { limitTicks } : {}),
    priceTicks: fill.priceTicks,
    lots: fill.lots,
    baseUnits: fill.baseUnits.toString(),
    quoteUnits: String(fill.quoteUnits),
    feePpm: party.feePpm,
    feeCode: party.feeAsset === instrument.baseAsset ? instrument.baseCode : instrument.quoteCode,
    feeUnits: String(party.feeUnits),
    netUnits: (received - BigInt(party.feeUnits)).toString(),
    rules: {
      baseAmount: rules.baseAmount,
      notional: rules.notional,
      fee: rules.fee,
      net: rules.net,
      ...(limitTicks > 0 ? { limit: rules.limit } : {}),
    },
  };
  return { facts, text: canonicalJson(facts), hash: receiptHash(facts) };
}

/**
 * Computes a receipt again from its own facts, step by step; says of each step whether the stated figure agrees, and of the whole. A
 * receipt of another version or with rules this code does not know does not agree; nothing in it makes this throw.
 */
export function recomputeFillReceipt(facts: FillReceiptFacts): { agrees: boolean; steps: ReceiptStep[]; hash: string } {
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
      rule: rules.limit,
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
  Object.entries(facts.rules).every(([name, rule]) => rule === undefined || rule === rules[name as keyof typeof rules]);

/** The fee is taken in what the side received. */
const feeCodeAgrees = (facts: FillReceiptFacts) => facts.feeCode === (facts.side === 'buy' ? facts.baseCode : facts.quoteCode);

function step(name: keyof typeof rules, inputs: Record<string, string>, arithmetic: string, result: bigint, stated: string): ReceiptStep {
  return { name, rule: rules[name], inputs, arithmetic, result: result.toString(), stated, agrees: result.toString() === stated };
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** JSON with sorted keys and nothing optional about it: equal facts give equal text. Undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  return write(value as Json);
}

function write(value: Json): string {
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item: Json) => write(item)).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${write(field as Json)}`).join(',')}}`;
}

/** SHA-256 of the canonical text of any receipt's facts, as 64 hex digits. */
export const receiptHash = (facts: object): string => bytesToHex(sha256(utf8Encode(canonicalJson(facts))));
