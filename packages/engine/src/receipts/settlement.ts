import { canonicalJson, receiptHash } from './canonical.ts';
import { deleverage, fundingPayment, liquidation, mark } from './contract.ts';
import type { Receipt, SettlementFacts } from './facts.ts';
import { figuresOf, type SettlementEvent, type SettlementKind } from './figures.ts';
import { type FillReceiptFacts, receiptVersion, recomputeFillReceipt } from './fill.ts';
import { positionFill } from './position-fill.ts';
import { type Recomputed, Sheet } from './sheet.ts';
import { corporateAction, holdingCharge } from './stock.ts';
import { timed } from './timed.ts';

/** A document of any kind: figures by name, with amounts as decimal strings of minor units, and the rules that made them. */
export type SettlementDocument = Readonly<Record<string, unknown>> & { kind: SettlementKind; version: number };

/** How to recompute each kind. */
const worked: Readonly<Record<SettlementKind, (sheet: Sheet) => void>> = {
  positionFill,
  fundingPayment,
  liquidation,
  deleverage,
  mark,
  timed,
  holdingCharge,
  corporateAction,
};

/**
 * The receipt of a settlement, made from its event and the facts it was decided on. It names orders and positions, never accounts. Undefined for a timed
 * contract that has not ended, and when a fact is missing.
 */
export function settlementReceipt(event: SettlementEvent, facts: SettlementFacts): Receipt<SettlementDocument> | undefined {
  const figures = figuresOf(event, facts);
  if (figures === undefined) return undefined;
  const { instrument } = facts;
  const bare = {
    kind: event.kind,
    version: receiptVersion,
    venue: facts.venue,
    seq: event.seq,
    index: event.index,
    time: event.time,
    instrument: instrument.instrument,
    symbol: instrument.symbol,
    ...figures,
  };
  const sheet = new Sheet(bare);
  workThrough(event.kind, sheet);
  const document = { ...bare, rules: Object.fromEntries(sheet.steps.map(({ name, rule }) => [name, rule])) };
  return { facts: document, text: canonicalJson(document), hash: receiptHash(document) };
}

/**
 * Recomputes any receipt from its own document (the object or its canonical text), step by step. A document does not agree if it cannot be read, has an
 * unknown kind or version, names other rules than were used, or is not in canonical form. No input makes this throw.
 */
export function recompute(document: unknown): Recomputed & { kind: string } {
  const nothing = { kind: '', agrees: false, steps: [], hash: '' };
  try {
    const facts: unknown = typeof document === 'string' ? JSON.parse(document) : document;
    if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) return nothing;
    const canonical = typeof document !== 'string' || canonicalJson(facts) === document;
    const again = recomputeFacts(facts as Record<string, unknown>);
    return { ...again, agrees: again.agrees && canonical };
  } catch {
    return nothing;
  }
}

function recomputeFacts(facts: Record<string, unknown>): Recomputed & { kind: string } {
  const kind = typeof facts['kind'] === 'string' ? facts['kind'] : '';
  if (kind === 'fill') return { kind, ...recomputeFillReceipt(facts as unknown as FillReceiptFacts) };
  const sheet = new Sheet(facts);
  const hash = receiptHash(facts);
  if (!Object.hasOwn(worked, kind) || facts['version'] !== receiptVersion) return { kind, agrees: false, steps: [], hash };
  const readable = workThrough(kind as SettlementKind, sheet);
  const { steps } = sheet;
  return { kind, agrees: readable && steps.length > 0 && steps.every(({ agrees }) => agrees) && sheet.namesItsRules(), steps, hash };
}

/** Returns whether every needed field could be read. */
function workThrough(kind: SettlementKind, sheet: Sheet): boolean {
  try {
    worked[kind](sheet);
    return true;
  } catch {
    return false;
  }
}
