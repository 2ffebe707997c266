import { type Recomputed, recomputeFill } from './fill.ts';
import { recomputeSettlement, type Settled } from './settlement.ts';

/** The recomputed document, by its kind. A link names its `venue` and `role`. */
export type Worked = { agrees: boolean; venue: string; role?: 'taker' | 'maker' | undefined } & (
  | { kind: 'fill'; fill: Recomputed }
  | { kind: 'settlement'; settlement: Settled }
);

/** Recomputes a document; undefined for one this version cannot read. */
export function recompute(document: string, statedHash: string): Worked | undefined {
  const settlement = recomputeSettlement(document, statedHash);
  if (settlement) return { kind: 'settlement', agrees: settlement.agrees, venue: String(settlement.facts['venue']), settlement };
  const fill = recomputeFill(document, statedHash);
  return fill && { kind: 'fill', agrees: fill.agrees, venue: fill.facts.venue, role: fill.facts.role, fill };
}
