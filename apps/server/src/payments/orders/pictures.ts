import type { NewEvidence } from '../../cases/machine.ts';
import type { Queryable } from '../../platform/database.ts';

/** What a document that proves a deposit's payment is used by. */
export const usedByDeposit = (number: bigint): string => `deposit:${number}`;

/** The pictures that a customer sent of a payment, as evidence of its case: whoever decides has opened them. */
export async function picturesOf(tx: Queryable, number: bigint): Promise<NewEvidence[]> {
  const rows = await tx.query<{ id: string; sha256: Buffer }>(
    'SELECT id, sha256 FROM document WHERE used_by = $1 AND erased_at IS NULL ORDER BY created_at, id',
    [usedByDeposit(number)],
  );
  return rows.map(({ id, sha256 }) => ({ kind: 'payment', required: true, sealed: { ref: `document:${id}`, digest: sha256 } }));
}
