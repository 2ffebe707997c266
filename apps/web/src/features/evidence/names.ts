import type { CallInput } from '../../data/index.ts';

export type ReceiptCall =
  | { name: 'GET pay/receipt/get'; input: CallInput<'GET pay/receipt/get'> }
  | { name: 'GET pay/receipt/settlement'; input: CallInput<'GET pay/receipt/settlement'> };

/** How to ask for a receipt again, from its document. Undefined for one that names no place. */
export function receiptCallOf(document: string): ReceiptCall | undefined {
  let facts: Record<string, unknown>;
  try {
    facts = JSON.parse(document) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { kind, fill, role, seq, index } = facts ?? {};
  const venue = facts?.['venue'] === 'real' || facts?.['venue'] === 'demo' ? facts['venue'] : undefined;
  if (kind === 'fill' && Number.isSafeInteger(fill) && (role === 'taker' || role === 'maker'))
    return { name: 'GET pay/receipt/get', input: { fillId: String(fill), role, venue } };
  if (typeof kind !== 'string' || !Number.isSafeInteger(seq) || !Number.isSafeInteger(index)) return undefined;
  return { name: 'GET pay/receipt/settlement', input: { kind, seq: String(seq), index: Number(index), venue } };
}

/** One name for a receipt, whatever it says. */
export const receiptName = (document: string): string => JSON.stringify(receiptCallOf(document)?.input ?? document);
