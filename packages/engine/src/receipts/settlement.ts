import { type DeclaredSettlement, events } from '../declared.ts';
import type { FundingPaymentEvent, MarkEvent, PositionFillEvent } from '../position-events.ts';
import { canonicalJson, receiptHash } from './canonical.ts';
import { fundingPayment, mark } from './contract.ts';
import { type ReceiptDeclaration, receipt } from './declare.ts';
import type { Receipt, SettlementFacts } from './facts.ts';
import { fillFigures, fundingFigures, markFigures } from './figures.ts';
import { type FillReceiptFacts, receiptVersion, recomputeFillReceipt } from './fill.ts';
import { positionFill } from './position-fill.ts';
import { type Recomputed, Sheet } from './sheet.ts';

/** Events with a receipt: those of customers, and mark prices. */
export type SettlementEvent = PositionFillEvent | FundingPaymentEvent | MarkEvent | DeclaredSettlement;
export type SettlementKind = SettlementEvent['kind'];

/** A document of any kind: figures by name, with amounts as decimal strings of minor units, and the rules that made them. */
export type SettlementDocument = Readonly<Record<string, unknown>> & { kind: SettlementKind; version: number };

/** The hot lane's events have no declaration that could name their receipt. */
const packed: readonly [SettlementKind, ReceiptDeclaration][] = [
  ['positionFill', receipt<PositionFillEvent>({ figures: fillFigures, work: positionFill })],
  ['fundingPayment', receipt<FundingPaymentEvent>({ figures: fundingFigures, work: fundingPayment })],
  ['mark', receipt<MarkEvent>({ figures: markFigures, work: mark })],
];
const declarations: ReadonlyMap<string, ReceiptDeclaration> = new Map([
  ...packed,
  ...events.flatMap((event): [string, ReceiptDeclaration][] => (event.receipt ? [[event.kind, event.receipt]] : [])),
]);

export const settlementKinds = [...declarations.keys()] as readonly SettlementKind[];
/** How a kind's document is shown; undefined for one that screens show by code of their own. */
export const viewOf = (kind: SettlementKind) => declarations.get(kind)?.view;
/** The rules that a kind's document may name. */
export const rulesOf = (kind: SettlementKind): Readonly<Record<string, string>> => declarations.get(kind)?.rules ?? {};

/**
 * The receipt of a settlement, made from its event and the facts it was decided on. It names orders and positions, never accounts. Undefined for a timed
 * contract that has not ended, and when a fact is missing.
 */
export function settlementReceipt(event: SettlementEvent, facts: SettlementFacts): Receipt<SettlementDocument> | undefined {
  const { instrument } = facts;
  if ('instrument' in event && instrument === undefined) return undefined;
  const declaration = declarations.get(event.kind)!;
  const figures = declaration.figures(event as never, facts);
  if (figures === undefined) return undefined;
  const bare = {
    kind: event.kind,
    version: receiptVersion,
    venue: facts.venue,
    seq: event.seq,
    index: event.index,
    time: event.time,
    ...('instrument' in event && instrument && { instrument: instrument.instrument, symbol: instrument.symbol }),
    ...figures,
  };
  const sheet = new Sheet(bare, declaration.rules);
  workThrough(declaration, sheet);
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
  const hash = receiptHash(facts);
  const declaration = declarations.get(kind);
  if (declaration === undefined || facts['version'] !== receiptVersion) return { kind, agrees: false, steps: [], hash };
  const sheet = new Sheet(facts, declaration.rules);
  const readable = workThrough(declaration, sheet);
  const { steps } = sheet;
  return { kind, agrees: readable && steps.length > 0 && steps.every(({ agrees }) => agrees) && sheet.namesItsRules(), steps, hash };
}

/** Returns whether every needed field could be read. */
function workThrough({ work }: ReceiptDeclaration, sheet: Sheet<string>): boolean {
  try {
    work(sheet as never);
    return true;
  } catch {
    return false;
  }
}
