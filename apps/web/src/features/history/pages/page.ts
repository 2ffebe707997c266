import { useState } from 'react';
import { pageSize } from '../../../data/index.ts';

export type PageProps = { symbol: string | undefined };
export const pageOptions = { needsSession: true, keepPrevious: true, staleMs: 5_000 };

/** The page that is shown, and what to ask for it. */
export function usePageInput(symbol: string | undefined) {
  const [page, onPage] = useState(1);
  return { page, onPage, input: { pageNo: page, pageSize, ...(symbol ? { symbol } : {}) } };
}
