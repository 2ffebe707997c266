import { type Recomputed, recomputeFill } from './fill.ts';

/** What this browser made of a document, by its kind. */
export type Worked = { agrees: boolean; facts: { venue: string; role?: 'taker' | 'maker' | undefined } } & {
  kind: 'fill';
  fill: Recomputed;
};

/** Works a document out again; undefined for one this version cannot read. */
export function recompute(document: string, statedHash: string): Worked | undefined {
  const fill = recomputeFill(document, statedHash);
  return fill && { kind: 'fill', agrees: fill.agrees, facts: fill.facts, fill };
}
