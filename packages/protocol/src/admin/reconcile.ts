import { z } from 'zod';
import { call } from '../calls/define.ts';
import { assetCode, id, nothing, pageOf, signedDecimal, time } from '../calls/shapes.ts';
import { act, adminPaging, read } from './define.ts';

/** Why outside and inside differ for a while: what is held, what arrived and is not wholly credited, what has left, what a network kept, what was lent for trials. */
const placeKinds = ['custody', 'notCredited', 'beingSent', 'cost', 'lent'] as const;
/** `unknown`: something outside did not answer. */
const lamp = z.enum(['holds', 'differs', 'unknown']);
const head = { id, at: time, seq: id, lamp, problem: z.string().nullable() };

const line = z.strictObject({
  asset: assetCode,
  custody: signedDecimal,
  liabilities: signedDecimal,
  /** Capital that a venue for trials was given without coins behind it. */
  simulated: signedDecimal,
  notCredited: signedDecimal,
  beingSent: signedDecimal,
  cost: signedDecimal,
  difference: signedDecimal,
  /** The open case about the asset's difference; null: there is none. */
  case: id.nullable(),
  places: z.array(z.strictObject({ kind: z.enum(placeKinds), where: z.string(), amount: signedDecimal })),
});
const full = z.strictObject({
  ...head,
  lines: z.array(line),
  /** The account of the ledger whose lines are all that is owed. */
  ledgerAccount: z.number().int(),
});
const row = z.strictObject({
  ...head,
  assets: z.number().int(),
  differences: z.array(z.strictObject({ asset: assetCode, difference: signedDecimal })),
});
export type Reconciliation = z.output<typeof full>;
export type ReconciliationLine = z.output<typeof line>;
export type ReconciliationRow = z.output<typeof row>;
export type PlaceKind = (typeof placeKinds)[number];

export const reconcileCalls = {
  'GET reconcile/list': call({
    ...read('money'),
    summary: 'Comparisons of what is held outside with what is owed inside, newest first',
    input: z.strictObject(adminPaging),
    output: pageOf(row),
  }),
  'GET reconcile/get': call({
    ...read('money'),
    summary: 'One comparison, asset by asset, with the rows that make up each figure. Without an id the newest',
    input: z.strictObject({ id: id.optional() }),
    output: full,
    errors: ['notFound'],
  }),
  'POST reconcile/run': call({
    ...act('money'),
    summary: 'Compare now. What moves meanwhile is looked at again, so it takes some seconds',
    input: nothing,
    output: full,
    errors: ['comparisonUnfinished'],
  }),
};
