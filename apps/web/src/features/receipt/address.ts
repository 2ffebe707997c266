import type { Source } from './useReceipt.ts';

/** The query string of a receipt: `fill` and its `role`; `kind`, `seq` and `index`; or `line`, a line of the reader's statement. `venue` is for readers who are not signed in. */
export type ReceiptSearch = { fill?: string; role?: string; kind?: string; seq?: string; index?: string; venue?: string; line?: string };

const digits = (text: string | undefined) => (text !== undefined && /^[0-9]{1,18}$/.test(text) ? text : undefined);

/** Undefined for an address that names no receipt. */
export function sourceOf(search: ReceiptSearch): Source | undefined {
  const venue = search.venue === 'real' || search.venue === 'demo' ? search.venue : undefined;
  const fillId = digits(search.fill);
  const role = search.role === 'taker' || search.role === 'maker' ? search.role : undefined;
  if (fillId) return { fillId, role, venue };
  // The server knows which kinds there are.
  const kind = /^[a-zA-Z]{1,40}$/.test(search.kind ?? '') ? search.kind : undefined;
  const seq = digits(search.seq);
  const index = /^[0-9]{1,7}$/.test(search.index ?? '') ? Number(search.index) : undefined;
  return kind && seq && index !== undefined ? { settlement: { kind, seq, index }, venue } : undefined;
}

/** The query string for a link. */
export function searchOf(source: Source): ReceiptSearch {
  const venue = source.venue ? { venue: source.venue } : {};
  if ('fillId' in source) return { fill: source.fillId, ...(source.role ? { role: source.role } : {}), ...venue };
  const { kind, seq, index } = source.settlement;
  return { kind, seq, index: String(index), ...venue };
}
